/**
 * How long main is blocked while the figures of a large account are computed, encoded for the windows and written as
 * text. It uses a whole portfolio on a venue in this process, in memory, that answers at once.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { historyInMemory } from '../../../electron/history/store.ts'
import { systemClock } from '../../../electron/main/system-clock.ts'
import type { SentParts } from '../../../electron/portfolio/parts.ts'
import { Portfolio } from '../../../electron/portfolio/portfolio.ts'
import { startRiskWorker } from '../../../electron/risk/risk-client.ts'
import type { RiskPort } from '../../../electron/risk/risk-client.ts'
import { wait } from '../../../shared/domain/clock.ts'
import { riskInThisThread } from '../../support/risk-in-this-thread.ts'
import type { BenchResult } from '../bench-result.ts'
import { ASSETS, largeVenue, POSITIONS } from '../large-venue.ts'
import { isQuick, quantile, table } from '../measure.ts'
import { turnsOf } from './turns.ts'

const SECONDS = isQuick ? 10 : 60
/** The longest wait for a first report of each kind, and the wait after that. */
const WARM_SECONDS = 60
const REST_SECONDS = 5
const LIMIT_MS = 20

interface Held {
  /** Delays of the event loop, ms. */
  readonly median: number
  readonly p99: number
  readonly longest: number
  /** The share of one core that this thread used. */
  readonly cpu: number
}

async function heldUp(seconds: number): Promise<Held> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = process.threadCpuUsage()
  delay.enable()
  await wait(systemClock, seconds * 1_000)
  delay.disable()
  const { user, system } = process.threadCpuUsage(before)
  return {
    median: delay.percentile(50) / 1e6,
    p99: delay.percentile(99) / 1e6,
    longest: delay.max / 1e6,
    cpu: (user + system) / (seconds * 1e6),
  }
}

interface Busy extends Held {
  /** The longest turn in CPU time of this thread, and what took the time. */
  readonly turn: Awaited<ReturnType<ReturnType<typeof turnsOf>['longest']>>
  /** The age of an account when its risk figures were first shown, ms. */
  readonly age: { readonly median: number; readonly longest: number }
}

/** The whole portfolio, with its figures computed in the port that `startRisk` starts. */
async function busyWith(startRisk: () => RiskPort): Promise<Busy> {
  const seen: SentParts = new Map()
  const turns = turnsOf(systemClock)
  let accountReadAt: number | null = null
  const ages: number[] = []
  const portfolio = new Portfolio({
    ...{ client: largeVenue(), clock: turns.clock, history: historyInMemory().at('venue') },
    startRisk: () => turns.of(startRisk()),
    onChange() {
      const changes = portfolio.changes(seen)
      // Written as for the windows.
      JSON.stringify(changes)
      const risk = changes.risk && portfolio.parts().risk.data
      const readAt = risk?.provenance.margin.readAt ?? accountReadAt
      if (readAt !== accountReadAt) ages.push(performance.now() - (readAt ?? NaN))
      accountReadAt = readAt
    },
  })
  portfolio.start()
  const reports = () => {
    const { statistics, liquidity, risk } = portfolio.parts()
    return { statistics, liquidity, risk }
  }
  // Everything is compiled and all prices are known before the measurement begins.
  for (let second = 0; second < WARM_SECONDS; second++) {
    if (Object.values(reports()).every(({ data }) => data !== null)) break
    await wait(systemClock, 1_000)
  }
  await wait(systemClock, REST_SECONDS * 1_000)
  await turns.start()
  ages.length = 0
  const busy = await heldUp(SECONDS)
  const turn = await turns.longest()
  for (const [name, { data, failure }] of Object.entries(reports())) {
    if (data === null || failure !== null)
      throw new Error(`no ${name}: ${failure?.message.code ?? 'not worked out yet'}`)
  }
  portfolio.stop()
  return { ...busy, turn, age: { median: quantile(ages, 0.5), longest: quantile(ages, 1) } }
}

export default async function run(): Promise<BenchResult> {
  // The delays of an idle process on this machine.
  const idle = await heldUp(SECONDS / 2)
  const alone = await busyWith(riskInThisThread)
  return written(idle, alone, await busyWith(startRiskWorker))
}

function written(idle: Held, alone: Busy, busy: Busy): BenchResult {
  const ms = (value: number): string => value.toFixed(1)
  const row = (words: string, { median, p99, longest, cpu }: Held, busy?: Busy): string[] => [
    words,
    ...[median, p99, longest].map(ms),
    busy ? ms(busy.turn.ms) : '',
    `${(100 * cpu).toFixed(0)} %`,
    busy ? `${busy.age.median.toFixed(0)}, ${busy.age.longest.toFixed(0)}` : '',
  ]
  return {
    title: 'Main while risk is computed',
    markdown: [
      `${POSITIONS} positions on ${ASSETS} assets, read, computed and written as text for the windows for ${SECONDS} s: delay of main's event loop, and`,
      'how old an account was when its risk figures were first shown.',
      '',
      table(
        ['', 'median, ms', '99 %, ms', 'longest, ms', 'longest turn, CPU ms', 'of a core', 'age: median, longest, ms'],
        [
          row('nothing to do', idle),
          row('figures computed on main', alone, alone),
          row('figures computed in the worker', busy, busy),
        ],
      ),
      '',
      `With the worker main's longest turn is ${(busy.turn.ms / alone.turn.ms).toFixed(2)} of what it is without. It was ${busy.turn.words}.`,
    ].join('\n'),
    goals: [
      {
        id: 'G15',
        goal: `main is never held up for over ${LIMIT_MS} ms`,
        measured: `${ms(busy.longest)} ms; 99 % under ${ms(busy.p99)} ms; longest turn ${ms(busy.turn.ms)} ms of CPU`,
        verdict: busy.longest <= LIMIT_MS ? 'met' : idle.longest > LIMIT_MS ? 'inconclusive' : 'missed',
      },
    ],
  }
}
