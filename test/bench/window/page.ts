/** The built window in Chromium, with what main sends recorded before. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import type { CDPSession, Page } from 'playwright-core'
import { findChromium } from '../../../build/chromium-binary.mjs'
import { USUAL_SETTINGS } from '../../../shared/ipc/settings.ts'

const SITE = 'https://window.test/'
const OUT = join(import.meta.dirname, '../../../out/renderer')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

export interface Held {
  /** Without compiled code: V8 goes on compiling what is used often, and keeps it. */
  readonly dataBytes: number
  readonly codeBytes: number
  readonly nodes: number
  readonly listeners: number
}

export interface Shown {
  readonly page: Page
  /** How long the window's main thread has been busy, ms. */
  readonly busyMs: () => Promise<number>
  /** What the window holds after a collection of garbage. */
  readonly held: () => Promise<Held>
}

/**
 * Shows the window, 1280 × 800, while it gets the pushes of `recorded` in order, every `everyMs`. `preview`: answers for
 * main when the plan of an action is asked for.
 */
export async function inWindow<T>(
  {
    recorded,
    everyMs,
    preview,
  }: {
    readonly recorded: readonly string[]
    readonly everyMs: number
    readonly preview?: (action: unknown) => Promise<unknown>
  },
  use: (shown: Shown) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    // A window that fails to draw is fast: its figures would mean nothing.
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.stack ?? error.message))
    page.on('console', (said) => said.type() === 'error' && failures.push(said.text()))
    await serve(page)
    // As text: Playwright takes a second to hand over an object of this size, and the app's IPC some milliseconds.
    if (preview)
      await page.exposeFunction('benchPreview', async (asked: unknown) => JSON.stringify(await preview(asked)))
    await page.addInitScript(bridgeIn, { main: String(mainIn), recorded, settings: USUAL_SETTINGS, everyMs })
    await page.goto(SITE)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const metrics = async (): Promise<ReadonlyMap<string, number>> =>
      new Map((await devtools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))
    const result = await use({
      page,
      busyMs: async () => 1_000 * ((await metrics()).get('TaskDuration') ?? NaN),
      async held() {
        await devtools.send('HeapProfiler.collectGarbage')
        const now = await metrics()
        const of = (name: string): number => now.get(name) ?? NaN
        return { ...(await heapOf(devtools)), nodes: of('Nodes'), listeners: of('JSEventListeners') }
      },
    })
    if ((await page.locator('.silence').count()) > 0) failures.push('The window took no more pushes.')
    if (failures[0] !== undefined) throw new Error(`${failures.length} errors in the window, the first: ${failures[0]}`)
    return result
  } finally {
    await browser.close()
  }
}

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] }
  }
  /** One number for each of `node_fields`, node after node. */
  readonly nodes: readonly number[]
}

async function heapOf(devtools: CDPSession): Promise<Pick<Held, 'dataBytes' | 'codeBytes'>> {
  const chunks: string[] = []
  const keep = ({ chunk }: { readonly chunk: string }): number => chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  devtools.off('HeapProfiler.addHeapSnapshotChunk', keep)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size, code] = [fields.indexOf('type'), fields.indexOf('self_size'), types[0].indexOf('code')]
  let [dataBytes, codeBytes] = [0, 0]
  for (let at = 0; at < nodes.length; at += fields.length) {
    const bytes = nodes[at + size] ?? 0
    if (nodes[at + type] === code) codeBytes += bytes
    else dataBytes += bytes
  }
  return { dataBytes, codeBytes }
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
  /** The window reads a push in this task, puts it together in a second one and draws it in a third. */
  const TASKS_OF_A_PUSH = 2
  const afterTasks = (more: number, then: () => void): void =>
    void setTimeout(() => (more > 1 ? afterTasks(more - 1, then) : then()))
  const whole = new Promise<string>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      resolve(data)
      worker.onmessage = ({ data: text }: MessageEvent<string>) => {
        const from = performance.now()
        onPush(text)
        afterTasks(TASKS_OF_A_PUSH, () =>
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => painted.push(performance.now() - from)
            channel.port2.postMessage(null)
          }),
        )
      }
    }
  })
  let hasStarted = false
  /** Main pushes once the window listens and has asked: a push that it misses could not be had again. */
  const start = (): void => {
    if (!hasStarted) worker.postMessage({ recorded, everyMs, origin: performance.timeOrigin })
    hasStarted = true
  }
  const refused = { ok: false, error: { kind: 'closed', message: { code: 'app.noAnswer', facts: {} } } }
  const ask = async (action: unknown): Promise<unknown> =>
    JSON.parse(
      await (globalThis as unknown as { benchPreview: (asked: unknown) => Promise<string> }).benchPreview(action),
    )
  const answers: Record<string, (asked: never) => unknown> = {
    async getPortfolio() {
      start()
      // A copy, as from main: held here, it would be marked at each collection of garbage.
      return { ok: true, value: JSON.parse(await whole) as unknown }
    },
    getSettings: () => ({ ok: true, value: { ...settings, system: 'en', notice: null } }),
    preview: async ({ action }: { readonly action: unknown }) => ({ ok: true, value: await ask(action) }),
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
            : async (asked: never) => (answers[name] ?? (() => refused))(asked),
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

/** Clicks a link or a tab, once it is there. By script: Playwright waits for a frame without a change, and there may be none. */
export async function press(name: string): Promise<void> {
  const find = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('nav a, [role=tab]')].find(({ innerText }) => innerText.startsWith(name))
  while (!find()) await new Promise((resolve) => setTimeout(resolve, 50))
  const element = find()
  element?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  element?.click()
}
