// A compromised page tries every way to load something, to navigate away, to multiply, and to trade.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import { deskApp, ended, instrumentOf, openOrders, type Desk } from './desk.ts'
import { launchApp, type Launched } from './launch.ts'
import { live } from './venue.ts'

/** Functions that run in the page. `there` is a server that answers whoever reaches it. */
const WAYS = {
  'an image': (there: string) => void (new Image().src = there),
  'a fetch': (there: string) => void fetch(there, { mode: 'no-cors', method: 'POST' }).catch(() => {}),
  'a beacon': (there: string) => void navigator.sendBeacon(there, 'x'),
  'a web socket': (there: string) => void new WebSocket(there.replace('http', 'ws')),
  'an event source': (there: string) => void new EventSource(there),
  'a script': (there: string) => {
    const script = document.createElement('script')
    script.src = there
    document.head.append(script)
  },
  'a script of its own text': () => {
    const script = document.createElement('script')
    script.textContent = 'document.body.dataset.ran = "script"'
    document.head.append(script)
  },
  'an attribute with a script': () => {
    const holder = document.createElement('div')
    holder.innerHTML = `<img src="/none.png" onerror="document.body.dataset.ran = 'attribute'">`
    document.body.append(holder)
  },
  'a link with a script': () => {
    const link = document.createElement('a')
    link.href = 'javascript:void(document.body.dataset.ran = "link")'
    document.body.append(link)
    link.click()
  },
  'a frame': (there: string) => {
    const frame = document.createElement('iframe')
    frame.src = there
    document.body.append(frame)
  },
  'a frame of data': () => {
    const frame = document.createElement('iframe')
    frame.src = 'data:text/html,<script>parent.postMessage("ran")</script>'
    document.body.append(frame)
  },
  'a frame of a blob': () => {
    const frame = document.createElement('iframe')
    frame.src = URL.createObjectURL(
      new Blob(['<script>parent.document.body.dataset.ran = "blob"</script>'], { type: 'text/html' }),
    )
    document.body.append(frame)
  },
  'a frame with its own document': (there: string) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = `<script>parent.document.body.dataset.ran = 'srcdoc'</script><img src="${there}">`
    document.body.append(frame)
  },
  'a frame of our own files': () => {
    const frame = document.createElement('iframe')
    frame.src = '/index.html'
    document.body.append(frame)
  },
  'a webview': (there: string) => {
    const view = document.createElement('webview')
    view.setAttribute('src', there)
    view.setAttribute('nodeintegration', '')
    document.body.append(view)
  },
  'a form': (there: string) => {
    for (const target of ['_self', '_blank', '_top']) {
      const form = document.createElement('form')
      Object.assign(form, { action: there, method: 'post', target })
      document.body.append(form)
      form.submit()
    }
  },
  'a refresh': (there: string) => {
    const meta = document.createElement('meta')
    meta.httpEquiv = 'refresh'
    meta.content = `0; url=${there}`
    document.head.append(meta)
  },
  'a policy of its own': (there: string) => {
    const meta = document.createElement('meta')
    meta.httpEquiv = 'Content-Security-Policy'
    meta.content = 'default-src *'
    document.head.append(meta)
    void (new Image().src = there)
  },
  'a service worker': () => {
    const [script] = document.scripts
    // In the Chromium host the page may request a service worker. In Electron the scheme has none.
    void navigator.serviceWorker.register(script?.src ?? '/none.js').then(
      () => (document.body.dataset['ran'] = 'service worker'),
      () => {},
    )
  },
  'a worker': () => {
    try {
      const code = new Blob(['postMessage(1)'], { type: 'text/javascript' })
      new Worker(URL.createObjectURL(code)).onmessage = () => (document.body.dataset['ran'] = 'worker')
    } catch {
      // Refused immediately.
    }
  },
  'windows of its own': (there: string) => {
    for (const url of [there, '', 'about:blank', 'data:text/html,x', '/index.html', 'javascript:1'])
      window.open(url, '_blank', 'popup')
  },
  'an address': (there: string) => void (location.href = there),
  'an address instead of ours': (there: string) => location.replace(there),
  'an address of data': () => void (location.href = 'data:text/html,x'),
  'an address of a file': () => void (location.href = 'file:///etc/passwd'),
  'another address of ours': () => void (location.href = '/none.html'),
  'a history': (there: string) => {
    try {
      history.pushState(null, '', there)
    } catch {
      // Refused immediately.
    }
  },
  'links of every target': (there: string) => {
    for (const target of ['_self', '_top', '_parent', '_blank', 'other']) {
      const link = document.createElement('a')
      Object.assign(link, { href: there, target })
      document.body.append(link)
      link.click()
    }
  },
  'an end of its window': () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    history.back()
    for (const each of [window, frame.contentWindow!]) each.close.call(window)
  },
  'boxes of its own': () => {
    alert('Answer me')
    if (confirm('Are you sure?') || prompt('Your secret?') !== null) document.body.dataset['ran'] = 'box'
  },
  'a download of its own making': () => {
    const link = document.createElement('a')
    Object.assign(link, { href: URL.createObjectURL(new Blob(['x'])), download: 'x.txt' })
    document.body.append(link)
    link.click()
  },
  'a download': (there: string) => {
    const link = document.createElement('a')
    Object.assign(link, { href: there, download: 'x' })
    document.body.append(link)
    link.click()
  },
} satisfies Record<string, (there: string) => void>

/** A server that counts the requests that reach it. */
async function listener() {
  let reached = 0
  const server = createServer((_, response) => {
    reached += 1
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' }).end('<p>answered')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await (await fetch(url)).text()).toBe('<p>answered')
  return { url, reached: () => reached - 1, close: () => server.close() }
}

/**
 * Resolves when everything requested before is decided: after two frames of the page, and after one of our files
 * arrived.
 */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let nth = 0; nth < 2; nth++) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => {
      const style = document.createElement('link')
      Object.assign(style, { rel: 'stylesheet', href: `/none.css?${Math.random()}`, onload: resolve, onerror: resolve })
      document.head.append(style)
    })
    await window.plimsoll!.listVenues()
  })

describe('the page', () => {
  let one: Launched
  const boxes: string[] = []
  let server: Awaited<ReturnType<typeof listener>>
  beforeAll(async () => {
    server = await listener()
    one = await launchApp({ args: ['--demo'], inWholeChromium: true })
    await live(one.page)
    // A still screen: on a busy machine the charts of Overview could take all the time in which a page must answer.
    await one.page.getByRole('link', { name: 'Journal' }).click()
    // An open dialog of the page would block only the page.
    one.page.on('dialog', (box) => {
      boxes.push(box.message())
      void box.accept()
    })
    await one.app.evaluate(({ session }) => {
      Object.assign(globalThis, { downloads: [] })
      // This listener runs after the app's own.
      session.defaultSession.on('will-download', (event, item) => {
        if (!event.defaultPrevented) (globalThis as unknown as { downloads: string[] }).downloads.push(item.getURL())
      })
    })
    return async () => {
      await one.close()
      server.close()
    }
  })

  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'stays where it is, alone and without a network: %s',
    async (way) => {
      const { page, app } = one
      const before = page.url()
      await page.evaluate(() => Object.assign(window, { isStill: true }))
      await page.evaluate(WAYS[way], server.url)
      await settled(page)
      const found = await page.evaluate(() => ({
        isStill: 'isStill' in window,
        ran: document.body.dataset['ran'] ?? null,
        // A frame that the page creates belongs to the page. The preload must expose nothing to it.
        faces: Array.from({ length: frames.length }, (_, nth) => {
          try {
            return 'plimsoll' in frames[nth]!
          } catch {
            return false
          }
        }).filter(Boolean).length,
      }))
      expect(found).toEqual({ isStill: true, ran: null, faces: 0 })
      expect([server.reached(), page.url(), app.windows().length]).toEqual([0, before, 1])
      expect(await app.evaluate(() => (globalThis as unknown as { downloads: string[] }).downloads)).toEqual([])
      expect(boxes).toEqual([])
    },
  )
})

const start = deskApp()

describe('a forged action', () => {
  /**
   * Asks until `count` requests were not refused merely for their rate. @returns the distinct codes, and how many
   * requests it made.
   */
  const forge = ({ page }: Desk, asked: { runId: string; planId: string | null }, count = 20) =>
    page.evaluate(
      async ({ runId, planId, wanted }) => {
        const codes = new Map<string, number>()
        let tries = 0
        for (let judged = 0; judged < wanted;) {
          const answers = await Promise.all(
            Array.from({ length: 50 }, () => window.plimsoll!.submit({ runId, planId: planId ?? crypto.randomUUID() })),
          )
          tries += answers.length
          for (const answer of answers) {
            const code = answer.ok ? answer.value.kind : answer.error.message.code
            codes.set(code, (codes.get(code) ?? 0) + 1)
            if (code !== 'main.tooOften') judged += 1
          }
        }
        codes.delete('main.tooOften')
        return { codes: [...codes.keys()], tries }
      },
      { ...asked, wanted: count },
    )

  it('sends nothing: invented ids, used ids, ids of another window, ids of another account', async () => {
    const desk = await start()
    const { page, venue, app } = desk
    const order = openOrders(venue).find((each) => each.area === 'spot')!
    const ids = await page.evaluate(
      async ({ symbol, orderId }) => {
        const snapshot = await window.plimsoll!.getPortfolio()
        const runId = snapshot.ok ? snapshot.value.runId : ''
        const shown = await window.plimsoll!.preview({ runId, action: { kind: 'flatten', spot: 'sell' } })
        const kept = shown.ok && shown.value.kind === 'plan' ? shown.value.planId : ''
        const row = snapshot.ok
          ? snapshot.value.parts.orders.data?.orders.find((each) => each.orderId === orderId)
          : null
        const action = { kind: 'cancelOrder', area: 'spot', instrument: row?.instrument ?? symbol, orderId } as const
        const proposed = await window.plimsoll!.propose({ runId, action })
        const used = proposed.ok ? proposed.value.planId : ''
        await window.plimsoll!.submit({ runId, planId: used })
        return { runId, kept, used }
      },
      { symbol: instrumentOf(order), orderId: order.orderId },
    )
    await ended(desk)
    expect(writesOf(venue.ledger).flatMap(cancelsIn)).toEqual([order.orderId])
    venue.ledger.clear()

    const madeUp = await forge(desk, { runId: ids.runId, planId: null }, 60)
    const used = await forge(desk, { runId: ids.runId, planId: ids.used })
    const opened = app.waitForEvent('window')
    await app.evaluate(({ app: electronApp, BrowserWindow }) => {
      const preload = `${electronApp.getAppPath()}/out/preload/index.cjs`
      const other = new BrowserWindow({ webPreferences: { sandbox: true, contextIsolation: true, preload } })
      void other.loadURL('app://plimsoll/index.html')
    })
    const stranger = await opened
    await stranger.waitForFunction(() => document.body.innerText.trim())
    const ofOurs = await forge({ ...desk, page: stranger }, { runId: ids.runId, planId: ids.kept })
    await stranger.close()
    const runId = await page.evaluate(async () => {
      await window.plimsoll!.startDemo()
      const snapshot = await window.plimsoll!.getPortfolio()
      return snapshot.ok ? snapshot.value.runId : ''
    })
    const ofAnother = await forge(desk, { runId, planId: ids.kept })

    expect(madeUp.codes).toEqual(['intent.denied.planOld'])
    expect(used.codes).toEqual(['accepted'])
    expect(ofOurs.codes).toEqual(['main.notThisWindow'])
    expect(ofAnother.codes).toEqual(['intent.denied.planOld'])
    // A slow machine is refused less often for its rate, so it tries less often.
    expect(madeUp.tries + used.tries + ofOurs.tries + ofAnother.tries).toBeGreaterThanOrEqual(250)
    expect(writesOf(venue.ledger)).toEqual([])
  })
})
