/** The risk engine against numpy on the same data: speed side by side, and every result compared with numpy's. */
import { performance } from 'node:perf_hooks'
import { modelAccount } from '../../../shared/risk/account/account-model.ts'
import { assess } from '../../../shared/risk/assess.ts'
import { correlationMatrix } from '../../../shared/risk/series/covariance.ts'
import { ewmaCovariance, nextEwmaCovariance } from '../../../shared/risk/series/ewma.ts'
import { accountUnder, isLiquidated } from '../../../shared/risk/stress/account-under.ts'
import { shockAccount, type ShockUnit, type ShockAccount } from '../../../shared/risk/shock/shock-account.ts'
import { pnlOf } from '../../../shared/risk/var/revaluation.ts'
import { historicalComponents } from '../../../shared/risk/var/components.ts'
import { historicalLoss } from '../../../shared/risk/var/historical.ts'
import type { BenchResult } from '../bench-result.ts'
import { fixed, isQuick, judge, quantile, shown, table, warm } from '../measure.ts'
import type { Comparison, Work } from '../measure.ts'
import { startNumpy } from './numpy.ts'
import type { Numpy } from './numpy.ts'
import { ASSETS, DAYS, portfolio } from './portfolio.ts'

const SHOCKS = Float64Array.from({ length: 241 }, (_, index) => -0.6 + (index * 1.6) / 240)
const PLAN = isQuick ? { runs: 1, pairs: 5, sliceMs: 60 } : { runs: 3, pairs: 25, sliceMs: 150 }
/**
 * Reported when numpy is missing. The recorded runs used numpy 1.24 of Debian with reference BLAS, and give our time
 * over numpy's.
 */
const RECORDED = 'numpy is not installed here; see docs/benchmarks.md of a run where it was'
const SAME = 1e-9
/** The number of figures for each shock. */
const STRESSED = 3

/**
 * A computation by us and by numpy, under numpy's name. `limit`: the largest share of numpy's time that ours may take.
 */
interface Contest {
  readonly title: string
  readonly workload: string
  readonly ours: () => ArrayLike<number>
  /** The number of kinds of results, one kind after the other, with the same number of each. */
  readonly figures?: number
  readonly goal: { readonly id: string; readonly words: string; readonly limit: number } | null
}

export default async function run(): Promise<BenchResult> {
  const { inputs, columns, returns } = portfolio()
  const shocked = shockAccount(modelAccount(inputs))
  const names = [...returns.keys()]
  const series = [...returns.values()]
  const exposure = Float64Array.from(names, (_, index) => (index % 3 === 0 ? -1 : 1) * (500 + index))
  const parts = (): ReadonlyMap<string, Float64Array> =>
    new Map(series.map((column, index) => [names[index] as string, scaled(column, exposure[index] as number)]))
  const sumOf = (each: ReadonlyMap<string, Float64Array>): Float64Array => {
    const whole = new Float64Array(DAYS)
    for (const part of each.values()) add(whole, part)
    return whole
  }
  const contests: readonly Contest[] = [
    {
      title: `historical VaR and ES, ${ASSETS} assets × ${DAYS} days`,
      workload: 'historical',
      ours: () => {
        const { var: loss, es } = historicalLoss(sumOf(parts()), 0.95)
        return [loss, es]
      },
      goal: null,
    },
    {
      title: 'component ES of the same',
      workload: 'componentEs',
      ours: () => {
        const each = parts()
        return [...historicalComponents(each, sumOf(each), 0.95).values()].map(({ es }) => es)
      },
      goal: null,
    },
    {
      title: `full revaluation, 1,000 positions × ${DAYS} days`,
      workload: 'revaluation',
      ours: () => pnlOf(shocked, returns, DAYS).total,
      goal: { id: 'G15', words: 'full revaluation at least 3 × faster than numpy', limit: 1 / 3 },
    },
    {
      title: `stress, 1,000 positions × ${SHOCKS.length} moves of all prices`,
      workload: 'stress',
      figures: STRESSED,
      ours: () => stressed(shocked),
      goal: { id: 'G15', words: 'stress at least 1.3 × faster than numpy', limit: 1 / 1.3 },
    },
    {
      title: `correlation, ${ASSETS} × ${ASSETS} from ${DAYS} days`,
      workload: 'correlation',
      ours: () => correlationMatrix(series),
      goal: { id: 'G16', words: 'correlation at most 1.5 × numpy', limit: 1.5 },
    },
  ]
  const numpy = await startNumpy()
  if (numpy) await hand(numpy, { columns, series, exposure })
  const rows: Row[] = []
  for (const contest of contests) {
    await warm(contest.ours)
    rows.push(await measured(contest, numpy))
  }
  numpy?.stop()
  const covariance = ewmaCovariance(series)
  const newest = series.map((column) => column[DAYS - 1] as number)
  const update = await ownRatio(
    () => ewmaCovariance(series),
    () => nextEwmaCovariance(covariance, newest),
  )
  const tick = await ownTime(() => {
    const fresh = shockAccount(modelAccount(inputs))
    const { total, byAsset } = pnlOf(fresh, returns, DAYS)
    return [historicalLoss(total, 0.95), historicalComponents(byAsset, total, 0.95), stressed(fresh)]
  })
  const figures = await ownTime(() => {
    const { total, byAsset } = pnlOf(shocked, returns, DAYS)
    return [historicalLoss(total, 0.95), historicalComponents(byAsset, total, 0.95), stressed(shocked)]
  })
  const report = await ownTime(() => assess(inputs))
  return written({ rows, version: numpy?.version ?? null, update, tick, figures, report })
}

function scaled(column: Float64Array, by: number): Float64Array {
  const own = new Float64Array(column.length)
  for (let day = 0; day < own.length; day++) own[day] = (column[day] as number) * by
  return own
}

function add(whole: Float64Array, part: Float64Array): void {
  for (let day = 0; day < whole.length; day++) whole[day] = (whole[day] as number) + (part[day] as number)
}

/**
 * Change of equity, requirement (both in the reporting coin), and the number of liquidated margin units, for every
 * shock.
 */
function stressed(shocked: ShockAccount): Float64Array {
  const before = accountUnder(shocked, { named: {}, others: 0 }).equity
  const answer = new Float64Array(STRESSED * SHOCKS.length)
  for (let index = 0; index < SHOCKS.length; index++) {
    const others = SHOCKS[index] as number
    const { equity, units } = accountUnder(shocked, { named: {}, others })
    let required = 0
    let gone = 0
    for (let at = 0; at < shocked.units.length; at++) {
      const { rate, marginCoin } = shocked.units[at] as ShockUnit
      required += (units.requirement[at] as number) * (rate ?? NaN) * (marginCoin === 'USDT' ? 1 : 1 + others)
      if (isLiquidated(units, at)) gone++
    }
    answer[index] = equity - before
    answer[SHOCKS.length + index] = required
    answer[2 * SHOCKS.length + index] = gone
  }
  return answer
}

async function hand(
  numpy: Numpy,
  { columns, series, exposure }: { columns: object; series: readonly Float64Array[]; exposure: Float64Array },
): Promise<void> {
  const byDay = new Float64Array(DAYS * ASSETS)
  for (const [asset, column] of series.entries())
    for (let day = 0; day < DAYS; day++) byDay[day * ASSETS + asset] = column[day]!
  await numpy.load('returns', byDay, [DAYS, ASSETS])
  await numpy.load('exposure', exposure, [ASSETS])
  await numpy.load('shocks', SHOCKS, [SHOCKS.length])
  for (const [name, column] of Object.entries(columns) as [string, Float64Array][]) {
    await numpy.load(name, column, [column.length])
  }
}

interface Row {
  readonly contest: Contest
  readonly oursUs: number
  /** null without numpy. */
  readonly against: { readonly comparison: Comparison; readonly worstError: number } | null
}

async function measured(contest: Contest, numpy: Numpy | null): Promise<Row> {
  if (!numpy) return { contest, oursUs: await ownTime(contest.ours), against: null }
  const runs: number[][] = []
  const [theirs, mine]: [number[], number[]] = [[], []]
  for (let run = 0; run < PLAN.runs; run++) {
    const ratios: number[] = []
    for (let pair = 0; pair < PLAN.pairs; pair++) {
      const slices = [
        async () => mine.push(slice(contest.ours)),
        async () => theirs.push(await numpy.measure(contest.workload, PLAN.sliceMs)),
      ]
      for (const next of pair % 2 === 0 ? slices : slices.toReversed()) await next()
      ratios.push((mine.at(-1) ?? NaN) / (theirs.at(-1) ?? NaN))
    }
    runs.push(ratios)
  }
  const medians = runs.map((ratios) => quantile(ratios, 0.5))
  const comparison: Comparison = {
    runs,
    ratio: quantile(medians, 0.5),
    range: [Math.min(...medians), Math.max(...medians)],
    baseUs: quantile(theirs, 0.5),
    us: quantile(mine, 0.5),
  }
  const worstError = errorOf(contest.ours(), await numpy.result(contest.workload), contest.figures ?? 1)
  return { contest, oursUs: comparison.us, against: { comparison, worstError } }
}

/**
 * The largest difference relative to the largest figure of its kind, so that a figure near 0 is not judged by its own
 * size.
 */
function errorOf(ours: ArrayLike<number>, theirs: readonly number[], kinds: number): number {
  if (ours.length !== theirs.length) return Infinity
  const each = theirs.length / kinds
  const scales = Array.from({ length: kinds }, (_, kind) =>
    Math.max(...theirs.slice(kind * each, (kind + 1) * each).map(Math.abs)),
  )
  const errors = theirs.map(
    (value, index) => Math.abs((ours[index] as number) - value) / (scales[Math.floor(index / each)] as number),
  )
  return Math.max(...errors)
}

/** Wall time per call, microseconds. Both run on one thread and wait for nothing. */
function slice(work: Work): number {
  const from = performance.now()
  let calls = 0
  do {
    work()
    calls++
  } while (performance.now() - from < PLAN.sliceMs)
  return ((performance.now() - from) / calls) * 1000
}

async function ownTime(work: Work): Promise<number> {
  await warm(work)
  return quantile(
    Array.from({ length: PLAN.pairs }, () => slice(work)),
    0.5,
  )
}

async function ownRatio(base: Work, other: Work): Promise<number> {
  await warm(base)
  await warm(other)
  return quantile(
    Array.from({ length: PLAN.pairs }, () => {
      const whole = slice(base)
      return slice(other) / whole
    }),
    0.5,
  )
}

interface Found {
  readonly rows: readonly Row[]
  readonly version: string | null
  /** The time of a day's update relative to computing everything. */
  readonly update: number
  /** Microseconds: a whole tick with the account's model, its figures alone, and the live report. */
  readonly tick: number
  readonly figures: number
  readonly report: number
}

const TICK_MS = 15
const UPDATE = 0.01

function written({ rows, version, update, tick, figures, report }: Found): BenchResult {
  const ms = (us: number): string => fixed(us / 1000)
  const errors = rows.flatMap(({ against }) => (against ? [against.worstError] : []))
  const worstError = Math.max(...errors)
  return {
    title: 'Risk figures',
    markdown: [
      version === null
        ? `${RECORDED}.`
        : `Beside numpy ${version} on one thread, on the same numbers; results differ by at most ${worstError.toExponential(1)} of the largest.`,
      'Numpy values position by position. Ours adds up what moves alike first, as it does in the app, where the same account is',
      'looked at under hundreds of markets: that is most of the difference in the first two rows of 1,000 positions.',
      '',
      table(
        ['', 'ours, ms', 'numpy, ms', 'ours to numpy'],
        rows.map(({ contest, oursUs, against }) => [
          contest.title,
          ms(oursUs),
          against ? ms(against.comparison.baseUs) : '',
          against ? shown(against.comparison) : '',
        ]),
      ),
      '',
      table(
        ['1,000 positions', 'ms'],
        [
          ['the account priced, revalued over 1,000 days, VaR, component ES, 241 shocks', ms(tick)],
          ['the same from the priced account on', ms(figures)],
          ['the live report (`assess`)', ms(report)],
        ],
      ),
    ].join('\n'),
    goals: [
      {
        id: 'G15',
        goal: `VaR, component ES, stress and full revaluation in at most ${TICK_MS} ms`,
        measured: `${ms(figures)} ms; ${ms(tick)} ms with pricing the account`,
        verdict: figures / 1000 <= TICK_MS ? 'met' : 'missed',
      },
      ...rows.flatMap(({ contest: { goal }, against }) =>
        goal && against
          ? [
              {
                id: goal.id,
                goal: goal.words,
                measured: `${shown(against.comparison)} of its time`,
                verdict: judge(against.comparison, goal.limit),
              },
            ]
          : [],
      ),
      ...(version === null
        ? []
        : [
            {
              id: 'G15',
              goal: 'the same results as numpy to 1e-9',
              measured: worstError.toExponential(1),
              verdict: worstError <= SAME ? ('met' as const) : ('missed' as const),
            },
          ]),
      {
        id: 'G16',
        goal: 'the covariance a day later in at most 1 % of a full one',
        measured: `${(update * 100).toFixed(2)} %`,
        verdict: update <= UPDATE ? 'met' : 'missed',
      },
    ],
  }
}
