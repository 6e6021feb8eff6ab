/**
 * How the benches measure: CPU time of this process, with a contender and its base side by side in alternating order,
 * many such pairs, several runs. Ratios are repeatable on a noisy machine; absolute times are not.
 */
import { performance } from 'node:perf_hooks'
import { seededRandom } from '../../electron/simulator/exchange/market/random.ts'

export const isQuick = process.argv.includes('--quick')

/** One call of a contender. */
export type Work = () => unknown

/** How long and how often to measure. */
export interface Plan {
  readonly runs: number
  readonly pairs: number
  readonly sliceMs: number
}

/** A slice is long enough that each contains about the same amount of garbage collection. */
export function planFor(payloadBytes: number): Plan {
  const isLarge = payloadBytes > 200_000
  return isQuick
    ? { runs: 1, pairs: 5, sliceMs: isLarge ? 60 : 30 }
    : { runs: 3, pairs: 25, sliceMs: isLarge ? 250 : 60 }
}

/** A shorter plan for results without a goal. */
export function brief(plan: Plan): Plan {
  return { ...plan, runs: 1, pairs: Math.min(plan.pairs, 9) }
}

/** Ratios of a contender's time to that of its base, run by run. */
export interface Comparison {
  readonly runs: readonly (readonly number[])[]
  /** The median of the runs' medians, and their minimum and maximum. */
  readonly ratio: number
  readonly range: readonly [low: number, high: number]
  /** The median CPU time of a call, microseconds. */
  readonly baseUs: number
  readonly us: number
}

const WARM_MS = isQuick ? 200 : 700

export async function warm(work: Work): Promise<void> {
  const until = performance.now() + WARM_MS
  do await work()
  while (performance.now() < until)
}

/** Both contenders must be warm. */
export async function compare(base: Work, other: Work, plan: Plan): Promise<Comparison> {
  const runs: number[][] = []
  const baseUs: number[] = []
  const otherUs: number[] = []
  for (let run = 0; run < plan.runs; run++) {
    const ratios: number[] = []
    for (let pair = 0; pair < plan.pairs; pair++) {
      const isBaseFirst = pair % 2 === 0
      const first = await cpuPerCall(isBaseFirst ? base : other, plan.sliceMs)
      const second = await cpuPerCall(isBaseFirst ? other : base, plan.sliceMs)
      const [one, two] = isBaseFirst ? [first, second] : [second, first]
      ratios.push(two / one)
      baseUs.push(one)
      otherUs.push(two)
    }
    runs.push(ratios)
  }
  const medians = runs.map((ratios) => quantile(ratios, 0.5))
  return {
    runs,
    ratio: quantile(medians, 0.5),
    range: [Math.min(...medians), Math.max(...medians)],
    baseUs: quantile(baseUs, 0.5),
    us: quantile(otherUs, 0.5),
  }
}

/** CPU time of this process with all its threads, for each call, microseconds. */
export async function cpuPerCall(work: Work, ms: number): Promise<number> {
  const until = performance.now() + ms
  const before = process.cpuUsage()
  let calls = 0
  do {
    const result = work()
    // Awaiting a value that is not a promise would cost as much as a small call.
    if (result instanceof Promise) await result
    calls++
  } while (performance.now() < until)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

export type Verdict = 'met' | 'missed' | 'inconclusive'

/**
 * Whether the ratio stays at or below `limit`. Judged by the interval of each run's median, so that one lucky run does
 * not decide.
 */
export function judge({ runs }: Comparison, limit: number): Verdict {
  const intervals = runs.map(medianInterval)
  if (intervals.filter(([, high]) => high <= limit).length * 2 > runs.length) return 'met'
  return intervals.every(([low]) => low > limit) ? 'missed' : 'inconclusive'
}

/** The worst verdict of several. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (['missed', 'inconclusive'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'met'
}

/** 95 % bootstrap interval of the median. */
function medianInterval(ratios: readonly number[]): readonly [low: number, high: number] {
  const random = seededRandom(ratios.length)
  const again = (): readonly number[] => ratios.map(() => random.pick(ratios) ?? NaN)
  const medians = Array.from({ length: 1000 }, () => quantile(again(), 0.5))
  return [quantile(medians, 0.025), quantile(medians, 0.975)]
}

/** When an A/A control is outside these bounds, the machine was too busy for a verdict. */
export function isQuiet({ ratio, runs }: Comparison): boolean {
  const all = runs.flat()
  return ratio >= 0.95 && ratio <= 1.05 && quantile(all, 0.1) >= 0.7 && quantile(all, 0.9) <= 1.4
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** "1.02 [0.97–1.10]" */
export function shown({ ratio, range }: Comparison): string {
  return `${fixed(ratio)} [${fixed(range[0])}–${fixed(range[1])}]`
}

export function fixed(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 20 ? value.toFixed(1) : value.toFixed(2)
}
