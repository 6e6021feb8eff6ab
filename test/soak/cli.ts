/**
 * `npm run soak`: how it goes at every tenth of the way, what was met and told of it, and in the last line the verdict.
 * With `--kills` it is desks that are killed in the middle of a flatten, with `--intents` all a desk can be asked for, in
 * virtual time; else orders that meet faults on their way.
 */
import { parseArgs } from 'node:util'
import { intents } from './intents/intents.ts'
import { CLOCK_SPEED } from './plan.ts'
import { kills } from './kills/kills.ts'
import { soak } from './soak.ts'
import { intentsLine, killsLine, progressLine, tableLines, verdictLine, violationLines } from './words.ts'

const USAGE = 'usage: soak [--orders 1-100000000 | --kills 1-1000000 | --intents 1-100000000] [--seed 0-4294967295]'
/** A failing run tells the story of this many. */
const STORIES = 5

const options = readOptions()
if (typeof options === 'string') {
  console.error(`soak: ${options}; ${USAGE}`)
  process.exit(2)
}
if (options.intents !== null) process.exit(await askForIntents(options.intents, options.seed))
if (options.kills !== null) process.exit(await killDesks(options.kills, options.seed))
console.log(`seed ${options.seed}; clocks of both sides run ${CLOCK_SPEED} times as fast as the machine's`)
const { audit, seconds } = await soak({ ...options, onProgress: (progress) => console.log(progressLine(progress)) })
for (const line of tableLines(audit.rows)) console.log(line)
for (const line of audit.violations.slice(0, STORIES).flatMap(violationLines)) console.log(line)
console.log(verdictLine(audit, options.seed, seconds))
process.exitCode = audit.violations.length > 0 ? 1 : 0

/** Kills a desk in the middle of a flatten so many times. */
async function killDesks(count: number, seed: number): Promise<number> {
  const tenth = Math.ceil(count / 10)
  let told = 0
  const done = await kills({
    kills: count,
    seed,
    onProgress: (soFar) => {
      for (const line of soFar.violations.slice(told)) console.log(line)
      told = soFar.violations.length
      if (soFar.kills % tenth === 0) console.log(killsLine(soFar, seed))
    },
  })
  console.log(killsLine(done, seed))
  return done.violations.length > 0 ? 1 : 0
}

/** Has desks carry out so many intents of every kind on the model venue. */
async function askForIntents(count: number, seed: number): Promise<number> {
  const done = await intents({
    intents: count,
    seed,
    onProgress: (soFar) => console.log(intentsLine(soFar, seed)),
  })
  const faults = [...done.duplicates, ...done.wrong]
  for (const line of faults) console.log(line)
  console.log(intentsLine(done, seed))
  return faults.length > 0 ? 1 : 0
}

/** The options, or what is wrong with the arguments. */
function readOptions(): { orders: number; kills: number | null; intents: number | null; seed: number } | string {
  const text = { type: 'string' } as const
  let values
  try {
    values = parseArgs({
      options: { orders: text, kills: text, intents: text, seed: text },
      args: process.argv.slice(2),
    }).values
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? error.message) : String(error)
  }
  const orders = wholeNumber(values.orders ?? '100000', 1, 100_000_000)
  const kills = values.kills === undefined ? null : wholeNumber(values.kills, 1, 1_000_000)
  const asked = values.intents === undefined ? null : wholeNumber(values.intents, 1, 100_000_000)
  const seed = wholeNumber(values.seed ?? '7', 0, 2 ** 32 - 1)
  if (orders === null) return `expected --orders from 1 to 100000000, was ${values.orders}`
  if (values.kills !== undefined && kills === null) return `expected --kills from 1 to 1000000, was ${values.kills}`
  if (values.intents !== undefined && asked === null)
    return `expected --intents from 1 to 100000000, was ${values.intents}`
  if (seed === null) return `expected --seed from 0 to 4294967295, was ${values.seed}`
  return { orders, kills, intents: asked, seed }
}

function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? parseInt(text, 10) : null
  return value !== null && value >= min && value <= max ? value : null
}
