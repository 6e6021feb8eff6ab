/**
 * `npm run soak`: prints its progress at every tenth of the run, then the faults met and the outcomes, and the verdict
 * last. With `--kills` it kills desks in the middle of a flatten; with `--intents` it plays every kind of intent, in
 * virtual time; with `--untidy` whole sessions at a venue that garbles its answers, from number `--story` on; with
 * `--hours` one session at such a venue, of that many hours of virtual time; with `--properties` every property of
 * test/property, that many runs each, or those with `--of` in their path; otherwise it sends orders that meet faults.
 */
import { parseArgs } from 'node:util'
import { growth, hours, MINUTES_AN_HOUR } from './hours/hours.ts'
import { intents } from './intents/intents.ts'
import { CLOCK_SPEED } from './plan.ts'
import { kills } from './kills/kills.ts'
import { properties } from './properties/properties.ts'
import { soak } from './soak.ts'
import { untidy } from './untidy/untidy.ts'
import {
  falsifiedLines,
  foundLines,
  hoursLine,
  intentsLine,
  killsLine,
  propertiesLine,
  progressLine,
  tableLines,
  untidyLine,
  verdictLine,
  violationLines,
} from './words.ts'

const USAGE =
  'usage: soak [--orders 1-100000000 | --kills 1-1000000 | --intents 1-100000000 | --untidy 1-1000000 [--story 0-1000000] | --hours 1-1000 | --properties 1-100000000 [--of path]] [--seed 0-4294967295]'
interface Options {
  readonly orders: number
  readonly kills: number | null
  readonly intents: number | null
  readonly untidy: number | null
  readonly hours: number | null
  readonly properties: number | null
  readonly of: string | null
  readonly story: number
  readonly seed: number
}

/** The values of each option; `usual`: its default. */
const RANGES = {
  orders: { min: 1, max: 100_000_000, usual: 100_000 },
  kills: { min: 1, max: 1_000_000, usual: null },
  intents: { min: 1, max: 100_000_000, usual: null },
  untidy: { min: 1, max: 1_000_000, usual: null },
  hours: { min: 1, max: 1_000, usual: null },
  properties: { min: 1, max: 100_000_000, usual: null },
  story: { min: 0, max: 1_000_000, usual: 0 },
  seed: { min: 0, max: 2 ** 32 - 1, usual: 7 },
} as const satisfies Record<Exclude<keyof Options, 'of'>, unknown>

/** How many stories a failing run prints. */
const STORIES = 5

const options = readOptions()
if (typeof options === 'string') {
  console.error(`soak: ${options}; ${USAGE}`)
  process.exit(2)
}
if (options.properties !== null) process.exit(await tryProperties(options.properties, options.of, options.seed))
if (options.hours !== null) process.exit(await stayForHours(options.hours, options.seed))
if (options.untidy !== null) process.exit(await meetUntidyVenues(options.untidy, options.story, options.seed))
if (options.intents !== null) process.exit(await askForIntents(options.intents, options.seed))
if (options.kills !== null) process.exit(await killDesks(options.kills, options.seed))
console.log(`seed ${options.seed}; clocks of both sides run ${CLOCK_SPEED} times as fast as the machine's`)
const { audit, seconds } = await soak({ ...options, onProgress: (progress) => console.log(progressLine(progress)) })
for (const line of tableLines(audit.rows)) console.log(line)
for (const line of audit.violations.slice(0, STORIES).flatMap(violationLines)) console.log(line)
console.log(verdictLine(audit, options.seed, seconds))
process.exitCode = audit.violations.length > 0 ? 1 : 0

/** Kills a desk in the middle of a flatten, that many times. */
async function killDesks(count: number, seed: number): Promise<number> {
  const tenth = Math.ceil(count / 10)
  let printed = 0
  const done = await kills({
    kills: count,
    seed,
    onProgress: (soFar) => {
      for (const line of soFar.violations.slice(printed)) console.log(line)
      printed = soFar.violations.length
      if (soFar.kills % tenth === 0) console.log(killsLine(soFar, seed))
    },
  })
  console.log(killsLine(done, seed))
  return done.violations.length > 0 ? 1 : 0
}

/** Lets desks carry out that many intents of every kind on the model venue. */
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

/** Plays that many sessions at untidy venues, from number `from` on. */
async function meetUntidyVenues(stories: number, from: number, seed: number): Promise<number> {
  let printed = 0
  const done = await untidy({
    ...{ stories, seed, from },
    onProgress: (soFar) => {
      for (const line of soFar.found.slice(printed).flatMap(foundLines)) console.log(line)
      printed = soFar.found.length
      console.log(untidyLine(soFar, seed))
    },
  })
  for (const line of done.found.slice(printed).flatMap(foundLines)) console.log(line)
  console.log(untidyLine(done, seed))
  return done.found.length > 0 ? 1 : 0
}

/** Plays one session at an untidy venue, for that many hours of virtual time. */
async function stayForHours(count: number, seed: number): Promise<number> {
  const done = await hours({
    minutes: count * MINUTES_AN_HOUR,
    seed,
    onHour: (soFar) => console.log(hoursLine(soFar, seed)),
    onFound({ minute, ...found }) {
      const again = `--hours ${Math.ceil((minute + 1) / MINUTES_AN_HOUR)} --seed ${seed}`
      for (const line of foundLines({ seed, number: minute, ...found, again })) console.log(line)
    },
  })
  console.log(hoursLine(done, seed))
  return done.found.length > 0 || growth(done) !== null ? 1 : 0
}

/** Tries each property that many times. */
async function tryProperties(runs: number, of: string | null, seed: number): Promise<number> {
  const done = await properties({ runs, seed, of })
  for (const line of done.falsified.flatMap(falsifiedLines)) console.log(line)
  console.log(propertiesLine(done, runs, seed))
  return done.falsified.length > 0 || done.tests === 0 ? 1 : 0
}

/** The options, or what is wrong with the arguments. */
function readOptions(): Options | string {
  const text = { type: 'string' } as const
  let values
  try {
    values = parseArgs({
      options: {
        ...{ orders: text, kills: text, intents: text, untidy: text, story: text, seed: text },
        ...{ hours: text, properties: text, of: text },
      },
      args: process.argv.slice(2),
    }).values
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? error.message) : String(error)
  }
  const read: Record<string, number | null> = {}
  for (const [name, { min, max, usual }] of Object.entries(RANGES)) {
    const given = values[name as keyof Options]
    read[name] = given === undefined ? usual : wholeNumber(given, min, max)
    if (given !== undefined && read[name] === null) return `expected --${name} from ${min} to ${max}, was ${given}`
  }
  return { ...read, of: values.of ?? null } as unknown as Options
}

function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? parseInt(text, 10) : null
  return value !== null && value >= min && value <= max ? value : null
}
