/**
 * How the window keeps up with a large account: the built window in Chromium gets what main really sends, four times a
 * second, while each screen is shown.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import type { CDPSession, Page } from 'playwright-core'
import { USUAL_SETTINGS } from '../../../shared/ipc/settings.ts'
import { findChromium } from '../../../build/chromium-binary.mjs'
import type { BenchResult } from '../bench-result.ts'
import { isQuick, quantile, table } from '../measure.ts'
import { recordPushes } from './record.ts'

const SECONDS = isQuick ? 8 : 60
const PUSHES_A_SECOND = 4
const VIEWPORT = { width: 1280, height: 800 }
const SITE = 'https://window.test/'
const OUT = join(import.meta.dirname, '../../../out/renderer')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}
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
  const recorded = await recordPushes(isQuick ? 8 : 24)
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    // A window that fails to draw is fast: its figures would mean nothing.
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.stack ?? error.message))
    page.on('console', (said) => said.type() === 'error' && failures.push(said.text()))
    await serve(page)
    await page.addInitScript(bridgeIn, {
      ...{ main: String(mainIn), recorded, settings: USUAL_SETTINGS },
      everyMs: 1_000 / PUSHES_A_SECOND,
    })
    await page.goto(SITE)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const all: Measured[] = []
    for (const links of SCREENS) all.push(await measured(page, devtools, links))
    if (failures[0] !== undefined) throw new Error(`${failures.length} errors in the window, the first: ${failures[0]}`)
    return result(all)
  } finally {
    await browser.close()
  }
}

async function serve(page: Page): Promise<void> {
  await page.route(`${SITE}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname === '/' ? 'index.html' : pathname.slice(1)
    const body = await readFile(join(OUT, file)).catch(() => null)
    await (body === null
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body, contentType: TYPES[extname(file)] ?? 'application/octet-stream' }))
  })
}

/** The fields of a push that the bench needs. */
interface Push {
  readonly seq: number
  readonly mono: number
  readonly parts: Readonly<Record<string, { readonly readAt: number | null; readonly change?: object }>>
}

interface Started {
  readonly recorded: readonly string[]
  readonly everyMs: number
  /** When the page started, wall clock ms. */
  readonly origin: number
}

interface Sent extends Omit<Started, 'origin'> {
  /** The source of `mainIn`. */
  readonly main: string
  readonly settings: typeof USUAL_SETTINGS
}

/**
 * Stands in for the preload. Main runs in a process of its own, so here a worker writes the text of each push: the first
 * is the whole snapshot, and the others follow in order forever.
 */
function bridgeIn({ main, recorded, settings, everyMs }: Sent): void {
  const worker = new Worker(URL.createObjectURL(new Blob([`(${main})()`])))
  const painted: number[] = []
  let onPush: (text: string) => void = () => {}
  const whole = new Promise<unknown>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      resolve(JSON.parse(data))
      worker.onmessage = ({ data: text }: MessageEvent<string>) => {
        const from = performance.now()
        onPush(text)
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => painted.push(performance.now() - from)
          channel.port2.postMessage(null)
        })
      }
    }
  })
  worker.postMessage({ recorded, everyMs, origin: performance.timeOrigin })
  const refused = { ok: false, error: { kind: 'closed', message: { code: 'app.noAnswer', facts: {} } } }
  const answers: Record<string, () => unknown> = {
    getPortfolio: async () => ({ ok: true, value: await whole }),
    getSettings: () => ({ ok: true, value: { ...settings, system: 'en', notice: null } }),
    listScenarios: () => ({ ok: true, value: [] }),
    listAccounts: () => ({ ok: true, value: [] }),
    listVenues: () => ({ ok: true, value: [] }),
  }
  const listen = (listener: (text: string) => void): (() => void) => {
    onPush = listener
    return () => {}
  }
  const bridge = new Proxy(
    {},
    {
      get: (_, name: string) =>
        name === 'onPortfolioChanged'
          ? listen
          : name.startsWith('on')
            ? () => () => {}
            : async () => (answers[name] ?? (() => refused))(),
    },
  )
  Object.assign(globalThis, { plimsoll: bridge, benchPainted: painted })
}

/** Stands in for main, in a worker. Its clock counts from the page's start, as the page's own does. */
function mainIn(): void {
  onmessage = ({ data: { recorded, everyMs, origin } }: MessageEvent<Started>) => {
    const [whole, ...changes] = recorded.map((text) => JSON.parse(text) as Push)
    if (!whole) return
    const monoNow = (): number => performance.timeOrigin - origin + performance.now()
    let { seq } = whole
    const versions = new Map<string, number>()
    /** The push as if sent now. */
    const textOf = (push: Push): string => {
      const mono = monoNow()
      const version = seq + 1_000
      const parts = Object.entries(push.parts).map(([name, part]) => {
        const readAt = part.readAt === null ? null : part.readAt - push.mono + mono
        const change = part.change && { ...part.change, from: versions.get(name) }
        versions.set(name, version)
        return [name, { ...part, version, readAt, ...(change && { change }) }] as const
      })
      return JSON.stringify({ ...push, mono, wall: Date.now(), seq, parts: Object.fromEntries(parts) })
    }
    postMessage(textOf(whole))
    let nth = 0
    setInterval(() => {
      seq += 1
      postMessage(textOf(changes[nth++ % changes.length] ?? whole))
    }, everyMs)
  }
}

async function measured(page: Page, devtools: CDPSession, links: readonly string[]): Promise<Measured> {
  // Clicked by script: Playwright waits for a frame without a change, and there may be none.
  for (const name of links) await page.evaluate(press, name)
  await page.waitForTimeout(2_000)
  const busyMs = async (): Promise<number> =>
    1_000 *
    ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
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

async function press(name: string): Promise<void> {
  const find = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('nav a, [role=tab]')].find(({ innerText }) => innerText.startsWith(name))
  while (!find()) await new Promise((resolve) => setTimeout(resolve, 50))
  const element = find()
  element?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  element?.click()
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
      `1,000 positions, 1,000 orders and 550 balances, ${PUSHES_A_SECOND} snapshots a second, ${VIEWPORT.width} × ${VIEWPORT.height}, each screen for ${SECONDS} s.`,
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
