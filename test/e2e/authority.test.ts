import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchApp, type Launched } from './launch.ts'
import { live } from './venue.ts'
import type { Message } from '#shared/domain/message.ts'
import { PAGE_POLICY } from '../../electron/main/window/app-files.ts'

let one: Launched
beforeAll(async () => {
  one = await launchApp({ args: ['--demo'] })
  await live(one.page)
})
afterAll(() => one.close())

/** What a page may try, by the directive of the content policy that refuses it. */
const REFUSED = {
  'connect-src': (url: string) => void fetch(url).catch(() => {}),
  'img-src': (url: string) => void (new Image().src = url),
  'media-src': (url: string) => new Audio(url).load(),
  'font-src': (url: string) => void new FontFace('Other', `url(${url})`).load().catch(() => {}),
  'frame-src': (url: string) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
    frame.remove()
  },
  'object-src': (url: string) => {
    const object = document.createElement('object')
    object.data = url
    document.body.append(object)
    object.remove()
  },
  'script-src-elem': (url: string) => {
    const script = document.createElement('script')
    script.src = url
    document.head.append(script)
    script.remove()
  },
  'style-src-elem': (url: string) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href: url })
    document.head.append(link)
    link.remove()
  },
  'base-uri': (url: string) => {
    const base = document.createElement('base')
    base.href = url
    document.head.append(base)
    base.remove()
  },
  'form-action': (url: string) => {
    const form = document.createElement('form')
    form.action = url
    document.body.append(form)
    form.submit()
    form.remove()
  },
} satisfies Record<string, (url: string) => void>

type Loose = (args?: unknown) => Promise<{ ok: boolean; error?: { kind: string; message: Message } }>

describe('the window', () => {
  it('has no Node, no Electron and no network', async () => {
    let reached = 0
    const server = createServer((_, response) => {
      reached += 1
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('answered')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/`
    // The server answers whoever reaches it.
    expect(await (await fetch(url)).text()).toBe('answered')
    reached = 0
    const found = await one.page.evaluate(
      async (there) => ({
        globals: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in globalThis),
        methods: Object.keys(window.plimsoll!).sort(),
        fetched: await fetch(there).then(
          () => 'answered',
          () => 'refused',
        ),
        evaluated: await new Promise((resolve) => {
          const script = document.createElement('script')
          script.textContent = 'document.title = "ran"'
          document.head.append(script)
          resolve(document.title === 'ran')
        }),
      }),
      url,
    )
    expect(reached).toBe(0)
    expect(found).toEqual({
      globals: [],
      methods: [
        'addAccount',
        'addReadingKey',
        'arm',
        'cancelProbe',
        'changeAccount',
        'changeLock',
        'changeSettings',
        'disconnectAccount',
        'drill',
        'exportProfile',
        'forgetAccount',
        'forgetScenario',
        'getDataFolder',
        'getIntents',
        'getLock',
        'getPortfolio',
        'getSettings',
        'listAccounts',
        'listScenarios',
        'listVenues',
        'lock',
        'markEventSeen',
        'markSeen',
        'onPlaceAsked',
        'onPortfolioChanged',
        'onProbeChanged',
        'onSettingsChanged',
        'openAccount',
        'openDataFolder',
        'openPanel',
        'openWayOut',
        'preview',
        'previewWay',
        'probeAccount',
        'propose',
        'readProfile',
        'removeReadingKey',
        'rescue',
        'runMenuItem',
        'saveScenario',
        'saveText',
        'setLimits',
        'setMode',
        'setSpotPolicy',
        'showPlace',
        'startDemo',
        'submit',
        'submitWays',
        'unlock',
      ],
      fetched: 'refused',
      evaluated: false,
    })
  })

  it.each(Object.keys(REFUSED) as (keyof typeof REFUSED)[])('is refused by the content policy: %s', async (rule) => {
    let reached = 0
    const server = createServer((_, response) => {
      reached += 1
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    // The browser names the directive that refused. Without that, something other than the policy might have stopped
    // the attempt.
    const violated = one.page.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            if (effectiveDirective === wanted) resolve(effectiveDirective)
          })
        }),
      rule,
    )
    await one.page.evaluate(REFUSED[rule], url)
    expect(await violated).toBe(rule)
    expect(reached).toBe(0)
  })

  it('is served with its policy, its declared type, and no caching', async () => {
    const { app, page } = one
    const served: Record<string, string>[] = []
    page.on('response', (response) => void served.push(response.headers()))
    const window = await app.browserWindow(page)
    await window.evaluate((it) => it.webContents.reload())
    // At least the page, its script and its style.
    await expect.poll(() => served.length).toBeGreaterThan(2)
    await live(page)
    for (const headers of served)
      expect(headers).toMatchObject({
        'content-security-policy': PAGE_POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    expect(served.map((headers) => headers['content-type'])).toEqual(
      expect.arrayContaining(['text/html; charset=utf-8', 'text/javascript; charset=utf-8', 'text/css; charset=utf-8']),
    )
  })

  it('has none of the permissions that a page can request', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read']
    const states = await one.page.evaluate(
      (all) =>
        Promise.all(
          all.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
        ),
      names,
    )
    expect(states).toEqual(states.map(() => 'denied'))
    const asked = await one.page.evaluate(async () => {
      const denied = <T>(asking: Promise<T>): Promise<string> =>
        asking.then(String, (error: unknown) => (error instanceof Error ? error.name : 'refused'))
      return [await Notification.requestPermission(), await denied(navigator.clipboard.readText())]
    })
    expect(asked).toEqual(['denied', 'NotAllowedError'])
  })

  it('cannot be navigated away, and opens no other window', async () => {
    const { page, app } = one
    const before = page.url()
    await page.evaluate(() => {
      window.open('https://example.invalid/')
      const link = document.createElement('a')
      link.href = 'https://example.invalid/'
      document.body.append(link)
      link.click()
      link.remove()
    })
    await page.evaluate(() => window.plimsoll!.listAccounts())
    expect(page.url()).toBe(before)
    expect(app.windows()).toHaveLength(1)
  })

  it.each([
    ['an unknown action', { runId: crypto.randomUUID(), action: { kind: 'withdraw' } }],
    [
      'an extra field',
      {
        runId: crypto.randomUUID(),
        action: { kind: 'flatten', spot: 'keep', volume: 5 },
      },
    ],
    [
      'an order id that is no number',
      {
        runId: crypto.randomUUID(),
        action: { kind: 'cancelOrder', area: 'spot', instrument: 'X', orderId: '1; drop' },
      },
    ],
    ['no arguments', undefined],
    [
      'a huge name',
      {
        runId: crypto.randomUUID(),
        action: { kind: 'restore', intentId: 'x'.repeat(1e6) },
      },
    ],
  ])('is refused %s before anything is done', async (_what, args) => {
    const answer = await one.page.evaluate((given) => (window.plimsoll!.propose as Loose)(given), args)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
  })

  it.each([
    ['ten thousand orders', { kind: 'cancelOrders', orders: new Array(10_000).fill(0) }],
    [
      'a negative price',
      {
        kind: 'closePosition',
        positionKey: 'x',
        size: { kind: 'percent', percent: 50 },
        tactic: { kind: 'limit', price: '-1' },
      },
    ],
  ])('is refused a plan for %s', async (_what, action) => {
    const answer = await one.page.evaluate((given) => (window.plimsoll!.preview as Loose)(given), {
      runId: crypto.randomUUID(),
      action,
    })
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    expect(answer.error?.message.code).toMatch(/^main\.(?:notUnderstood|typedAmount)/)
  })

  it.each([
    ['with nobody to confirm it', [0], 1],
    ['with a click on the box before it could be read', [1, 1, 0], 3],
  ] as const)('flattens nothing on its own request: %s, and no intent starts', async (_, presses, shown) => {
    await one.app.evaluate(({ dialog }, left) => {
      const boxes: string[] = []
      Object.assign(globalThis, { boxes })
      dialog.showMessageBox = async (...args: unknown[]) => {
        const { message } = args.at(-1) as Electron.MessageBoxOptions
        return { response: left[boxes.push(message) - 1] ?? 0, checkboxChecked: false }
      }
    }, presses)
    const forged = await one.page.evaluate(async () => {
      const snapshot = await window.plimsoll!.getPortfolio()
      const runId = snapshot.ok ? snapshot.value.runId : ''
      const shown = await window.plimsoll!.preview({ runId, action: { kind: 'flatten', spot: 'sell' } })
      if (!shown.ok || shown.value.kind === 'denied') return JSON.stringify(shown)
      const answer = await window.plimsoll!.submit({ runId, planId: shown.value.planId })
      const after = await window.plimsoll!.getPortfolio()
      const intents = after.ok ? (after.value.parts.desk.data?.intents ?? []) : null
      return [answer.ok ? 'taken' : answer.error.message.code, intents?.length]
    })
    expect(forged).toEqual(['main.confirm.no', 0])
    expect(await one.app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes)).toHaveLength(shown)
  })

  it('is refused when it asks too often, and is served again later', async () => {
    const answers = await one.page.evaluate(() =>
      Promise.all(Array.from({ length: 200 }, () => window.plimsoll!.listAccounts())),
    )
    expect(answers.filter((answer) => answer.ok).length).toBeGreaterThan(0)
    expect(answers.filter((answer) => !answer.ok).length).toBeGreaterThan(100)
    await one.page.waitForFunction(async () => (await window.plimsoll!.listAccounts()).ok)
  })

  it('is the only window that is served: a second one with the same preload is refused', async () => {
    const { app } = one
    const opened = app.waitForEvent('window')
    await app.evaluate(({ app: electronApp, BrowserWindow }) => {
      const preload = `${electronApp.getAppPath()}/out/preload/index.cjs`
      const stranger = new BrowserWindow({ webPreferences: { sandbox: true, contextIsolation: true, preload } })
      void stranger.loadURL('app://plimsoll/index.html')
    })
    const stranger = await opened
    await stranger.waitForFunction(() => document.body.innerText.trim())
    const answer = await stranger.evaluate(() => window.plimsoll!.getPortfolio())
    expect(answer).toMatchObject({ ok: false, error: { message: { code: 'main.notThisWindow' } } })
    await stranger.close()
  })
})
