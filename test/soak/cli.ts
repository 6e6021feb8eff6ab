/** `npm run soak`: how it goes at every tenth of the way, what was met and told of it, and in the last line the verdict. */
import { parseArgs } from 'node:util'
import { CLOCK_SPEED } from './plan.ts'
import { soak } from './soak.ts'
import { progressLine, tableLines, verdictLine, violationLines } from './words.ts'

const USAGE = 'usage: soak [--orders 1-100000000] [--seed 0-4294967295]'
/** A failing run tells the story of this many. */
const STORIES = 5

const options = readOptions()
if (typeof options === 'string') {
  console.error(`soak: ${options}; ${USAGE}`)
  process.exit(2)
}
console.log(`seed ${options.seed}; clocks of both sides run ${CLOCK_SPEED} times as fast as the machine's`)
const { audit, seconds } = await soak({ ...options, onProgress: (progress) => console.log(progressLine(progress)) })
for (const line of tableLines(audit.rows)) console.log(line)
for (const line of audit.violations.slice(0, STORIES).flatMap(violationLines)) console.log(line)
console.log(verdictLine(audit, options.seed, seconds))
process.exitCode = audit.violations.length > 0 ? 1 : 0

/** The options, or what is wrong with the arguments. */
function readOptions(): { orders: number; seed: number } | string {
  const text = { type: 'string' } as const
  let values
  try {
    values = parseArgs({ options: { orders: text, seed: text }, args: process.argv.slice(2) }).values
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? error.message) : String(error)
  }
  const orders = wholeNumber(values.orders ?? '100000', 1, 100_000_000)
  const seed = wholeNumber(values.seed ?? '7', 0, 2 ** 32 - 1)
  if (orders === null) return `expected --orders from 1 to 100000000, was ${values.orders}`
  if (seed === null) return `expected --seed from 0 to 4294967295, was ${values.seed}`
  return { orders, seed }
}

function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? parseInt(text, 10) : null
  return value !== null && value >= min && value <= max ? value : null
}
