/**
 * How the window keeps up with a large account: the built window in Chromium gets what main really sends, four times a
 * second, while each screen is shown.
 */
import type { BenchResult } from '../bench-result.ts'
import { isQuick, quantile, table } from '../measure.ts'
import { inWindow, press, type Shown } from './page.ts'
import { largeAccount } from './record.ts'

const SECONDS = isQuick ? 8 : 60
const PUSHES_A_SECOND = 4
/** Each screen by the text of its links, in order. */
const SCREENS = [
  ['Overview'],
  ['Positions'],
  ['Orders'],
  ['Journal'],
  ['Risk', 'Stress'],
  ['Risk', 'VaR'],
  ['Risk', 'Correlation'],
  ['Risk', 'Funding'],
  ['Risk', 'Liquidity'],
]

interface Measured {
  readonly screen: string
  readonly framesASecond: number
  /** The longest task, and how many took over 50 ms. */
  readonly longestMs: number
  readonly long: number
  /** The time from the arrival of a push until it was painted, ms. */
  readonly paintedMs: readonly [median: number, p95: number]
  readonly nodes: number
  readonly inTables: number
  /** The share of a core. */
  readonly cpu: number
}

export default async function run(): Promise<BenchResult> {
  const account = largeAccount()
  const recorded = await account.record(isQuick ? 8 : 24)
  await account.stop()
  const all = await inWindow({ recorded, everyMs: 1_000 / PUSHES_A_SECOND }, async (shown) => {
    const each: Measured[] = []
    for (const links of SCREENS) each.push(await measured(shown, links))
    return each
  })
  return result(all)
}

async function measured({ page, busyMs }: Shown, links: readonly string[]): Promise<Measured> {
  for (const name of links) await page.evaluate(press, name)
  await page.waitForTimeout(2_000)
  const before = await busyMs()
  const seen = await page.evaluate(watch, SECONDS * 1_000)
  const cpu = ((await busyMs()) - before) / (SECONDS * 1_000)
  const { tasks, painted, ...rest } = seen
  return {
    screen: links.join(': '),
    ...rest,
    cpu,
    longestMs: Math.max(0, ...tasks),
    long: tasks.length,
    paintedMs: [quantile(painted, 0.5), quantile(painted, 0.95)],
  }
}

async function watch(ms: number) {
  const painted = (globalThis as unknown as { benchPainted: number[] }).benchPainted
  painted.length = 0
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ entryTypes: ['longtask'] })
  const from = performance.now()
  let frames = 0
  await new Promise<void>((resolve) => {
    const frame = (): void => {
      frames += 1
      if (performance.now() - from < ms) requestAnimationFrame(frame)
      else resolve()
    }
    requestAnimationFrame(frame)
  })
  observer.disconnect()
  return {
    framesASecond: (frames * 1_000) / (performance.now() - from),
    tasks,
    painted: [...painted],
    nodes: document.querySelectorAll('*').length,
    inTables: document.querySelectorAll('table *, [role=grid] *').length,
  }
}

function result(all: readonly Measured[]): BenchResult {
  const ms = (value: number): string => value.toFixed(0)
  const rows = all.map(({ screen, framesASecond, longestMs, long, paintedMs, nodes, inTables, cpu }) => [
    screen,
    framesASecond.toFixed(1),
    `${ms(longestMs)} (${long})`,
    paintedMs.map(ms).join(', '),
    String(nodes),
    String(inTables),
    `${(100 * cpu).toFixed(0)} %`,
  ])
  const slowest = Math.min(...all.map(({ framesASecond }) => framesASecond))
  const longest = Math.max(...all.map(({ longestMs }) => longestMs))
  const most = Math.max(...all.map(({ inTables }) => inTables))
  const [p50, p95] = [0, 1].map((which) => Math.max(...all.map(({ paintedMs }) => paintedMs[which] ?? NaN)))
  return {
    title: 'The window: a large account',
    markdown: [
      `1,000 positions, 1,000 orders and 550 balances, ${PUSHES_A_SECOND} snapshots a second, 1280 × 800, each screen for ${SECONDS} s.`,
      '',
      table(
        [
          'screen',
          'frames a second',
          'longest task, ms (over 50 ms)',
          'push to paint: median, 95 %, ms',
          'elements',
          'in tables',
          'of a core',
        ],
        rows,
      ),
    ].join('\n'),
    goals: [
      goal('G10', 'every screen at 58 frames a second or more', slowest.toFixed(1), slowest >= 58),
      goal('G10', 'no task over 50 ms', `${ms(longest)} ms`, longest <= 50),
      goal('G10', 'at most 1,500 elements in tables', String(most), most <= 1_500),
      goal(
        'G11',
        'push to paint: median at most 50 ms, 95 % at most 100 ms',
        `${ms(p50 ?? NaN)} ms, ${ms(p95 ?? NaN)} ms`,
        (p50 ?? NaN) <= 50 && (p95 ?? NaN) <= 100,
      ),
    ],
  }
}

function goal(id: string, words: string, measured: string, isMet: boolean): BenchResult['goals'][number] {
  return { id, goal: words, measured, verdict: isMet ? 'met' : 'missed' }
}
