import { NEVER_ARRIVED } from './audit.ts'
import type { Audit, Row, Violation } from './audit.ts'
import { growth } from './hours/hours.ts'
import type { Hours } from './hours/hours.ts'
import type { Intents } from './intents/intents.ts'
import type { Kills } from './kills/kills.ts'
import { FATE_NAMES } from './plan.ts'
import type { Falsified, Properties } from './properties/properties.ts'
import type { Progress } from './soak.ts'
import type { Found, Untidy } from './untidy/untidy.ts'

const COUNTS = ['met', 'executed', 'ok', 'rejected', 'unknown', 'notSent'] as const satisfies readonly (keyof Row)[]
const NOTHING: Row = { met: 0, executed: 0, ok: 0, rejected: 0, unknown: 0, notSent: 0 }

export function progressLine({ judged, seconds, heapBytes }: Progress): string {
  const [client, venue] = [heapBytes.client, heapBytes.venue].map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`)
  return `${count(judged)} orders judged, ${(judged / seconds).toFixed(0)}/s; in use: client ${client}, venue ${venue}`
}

/** The fates and their outcomes: a line for each fate and one for all. */
export function tableLines(rows: ReadonlyMap<string, Row>): string[] {
  const lines = [...FATE_NAMES, NEVER_ARRIVED].map((name) => [name, rows.get(name) ?? NOTHING] as const)
  const all = COUNTS.map((column) => lines.reduce((sum, [, row]) => sum + row[column], 0))
  const cells = [
    ['fate', ...COUNTS],
    ...lines.map(([name, row]) => [name, ...COUNTS.map((column) => count(row[column]))]),
    ['all', ...all.map(count)],
  ]
  const width = Math.max(...cells.map(([name]) => name!.length))
  return cells.map(([name, ...counts]) => name!.padEnd(width) + counts.map((text) => text.padStart(11)).join(''))
}

export function violationLines({ clientOrderId, rule, story }: Violation): string[] {
  return [
    `VIOLATION${clientOrderId === null ? '' : ` of ${clientOrderId}`}: ${rule}`,
    ...story.map((line) => `  ${line}`),
  ]
}

/** The verdict in a line. With nothing found in N trials, the rate is below 3/N with 95 % confidence. */
export function verdictLine(audit: Audit, seed: number, seconds: number): string {
  const { orders, cancels, violations } = audit
  const run = `seed ${seed}, ${seconds.toFixed(0)} s, ${(orders / seconds).toFixed(0)} orders/s`
  if (violations.length > 0) return `FAILED: ${violations.length} violations in ${count(orders)} orders (${run})`
  const bound = (3 / orders).toExponential(1)
  return (
    `OK: of ${count(orders)} orders and ${count(cancels)} cancels none arrived twice and none was told wrongly; ` +
    `95 % bound ${bound} per order (${run})`
  )
}

/** The verdict on desks that were killed, so far or at the end. */
export function killsLine({ kills, midway, undecided, violations }: Kills, seed: number): string {
  const run = `${count(midway)} of them midway; ${count(undecided)} legs left to the trader; seed ${seed}`
  if (violations.length > 0) return `FAILED: ${violations.length} violations in ${count(kills)} kills (${run})`
  return `OK: after ${count(kills)} kills nothing arrived twice, every journal matched what the venue knows and every account ended flat (${run})`
}

/** The verdict on intents, so far or at the end. */
export function intentsLine(done: Intents, seed: number): string {
  const { stories, intents, legs, duplicates, wrong, toHuman, seconds } = done
  const asked = `${count(intents)} intents (${count(legs)} legs, ${count(stories)} accounts)`
  const found = `${duplicates.length} duplicates, ${wrong.length} wrong states, ${count(toHuman)} legs left to the human`
  const verdict = duplicates.length + wrong.length > 0 ? 'FAILED' : 'OK'
  return `${verdict}: ${asked}: ${found}; seed ${seed}, ${seconds.toFixed(0)} s`
}

/** The verdict on sessions at an untidy venue, so far or at the end. */
export function untidyLine({ stories, intents, requests, found, seconds }: Untidy, seed: number): string {
  const run = `${count(stories)} sessions (${count(intents)} intents, ${count(requests)} requests)`
  const verdict = found.length > 0 ? `FAILED: in ${found.length} of ${run} something was wrong` : `OK: ${run}, all true`
  return `${verdict}; seed ${seed}, ${seconds.toFixed(0)} s`
}

/** The verdict on a session of hours, so far or at the end. */
export function hoursLine(done: Hours, seed: number): string {
  const { minutes, intents, requests, mutations, heaps, found, seconds } = done
  const run = `${count(minutes)} minutes (${count(intents)} intents, ${count(requests)} requests, ${count(mutations)} mutations)`
  const heap =
    heaps.length === 0 ? '' : `; heap by hour ${heaps.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(' ')} MiB`
  const grown = growth(done)
  const verdict =
    found.length > 0
      ? `FAILED: in ${found.length} of ${run} something was wrong`
      : grown !== null
        ? `FAILED: ${run}, and ${count(grown)} bytes more are in use than half-way`
        : `OK: ${run}, all true`
  return `${verdict}${heap}; seed ${seed}, ${seconds.toFixed(0)} s`
}

/** What was wrong in a session, and how to repeat it: by its number, unless `how` says otherwise. */
export function foundLines({
  seed,
  number,
  story,
  faults,
  again,
}: Found & { readonly again?: string }): readonly string[] {
  const how = again ?? `--untidy 1 --seed ${seed} --story ${number}`
  return [
    `story ${number} of seed ${seed} (npm run soak -- ${how}):`,
    ...faults.map(({ judge, what }) => `  ${judge}: ${what}`),
    `  ${JSON.stringify(story)}`,
  ]
}

/** The verdict on properties. */
export function propertiesLine({ tests, falsified }: Properties, runs: number, seed: number): string {
  const run = `${tests} tests of properties, ${count(runs)} runs of each property, seed ${seed}`
  if (tests === 0) return `FAILED: no property was found (${run})`
  return falsified.length > 0 ? `FAILED: ${falsified.length} falsified (${run})` : `OK: none falsified (${run})`
}

/** What was falsified, and how to repeat it. */
export function falsifiedLines({ file, name, again, words }: Falsified): readonly string[] {
  return [
    `${file}: ${name}`,
    `  ${again ?? 'no seed: it failed by itself'}`,
    ...words.split('\n').map((line) => `  ${line}`),
  ]
}

function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ')
}
