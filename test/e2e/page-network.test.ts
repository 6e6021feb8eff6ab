// No page has a network, by any API, even without its content policy. Each way has servers of its own, and an app that
// refuses nothing shows that it reaches them.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { FIXTURE_APP } from '../../build/chromium-host/fixture-app/globals.ts'
import { launchApp, type Launched } from './launch.ts'
import { SENDS, type There } from './ways-out.ts'

/** Chromium itself asks before a page connects to this machine. That question must not be what refuses here. */
const SWITCHES = [
  `--disable-features=${['', 'WebSockets', 'WebTransport'].map((of) => `LocalNetworkAccessChecks${of}`).join()}`,
]

type Way = keyof typeof SENDS
const WAYS = Object.keys(SENDS) as Way[]

/**
 * A TCP and a UDP server for each way, both of which answer. `reached` lists the ways by which a byte or a connection
 * arrived.
 */
async function listen(): Promise<{ of: (way: Way) => There; reached: () => Way[] }> {
  const reached = new Set<Way>()
  const answer = 'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  const servers = await Promise.all(
    WAYS.map(async (way) => {
      const tcp = createServer((socket) => {
        reached.add(way)
        socket.on('error', () => {}).on('data', () => socket.end(answer))
      })
      const udp = createSocket('udp4').on('message', () => reached.add(way))
      tcp.listen(0, '127.0.0.1')
      udp.bind(0, '127.0.0.1')
      await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
      onTestFinished(() => {
        tcp.close()
        udp.close()
      })
      const { port } = tcp.address() as { port: number }
      return [way, { url: `http://127.0.0.1:${port}/`, tcp: port, udp: udp.address().port }] as const
    }),
  )
  const places = new Map(servers)
  return { of: (way) => places.get(way)!, reached: () => WAYS.filter((way) => reached.has(way)) }
}

/** Reloads the page, with its content policy in force or as if the policy had a hole. */
async function load({ app, page }: Launched, hasPolicy: boolean): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.setBypassCSP', { enabled: !hasPolicy })
  const window = await app.browserWindow(page)
  await page.evaluate(() => Object.assign(window, { isLeft: true }))
  await window.evaluate((it) => it.webContents.reload())
  await page.waitForFunction(() => !('isLeft' in window) && document.readyState === 'complete')
}

/** Adds the functions that the WebRTC ways share to the page. */
const openWays = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const gathered = async (peer: RTCPeerConnection): Promise<void> => {
      peer.createDataChannel('x')
      await peer.setLocalDescription(await peer.createOffer())
      while (peer.iceGatheringState !== 'complete')
        await new Promise((resolve) => (peer.onicegatheringstatechange = resolve))
    }
    Object.assign(globalThis, { gathered })
  })

/** Tries every way, each with its own servers. */
async function tryAll(page: Page, of: (way: Way) => There): Promise<void> {
  await openWays(page)
  for (const way of WAYS) await page.evaluate(`void (${SENDS[way].toString()})(${JSON.stringify(of(way))})`)
}

describe('the page', () => {
  let one: Launched
  beforeAll(async () => {
    one = await launchApp({ args: ['--demo'], switches: SWITCHES, inWholeChromium: true })
    return () => one.close()
  })

  it.each([
    ['as it is', true],
    ['without its policy for content', false],
  ])('reaches nothing: %s', async (_how, hasPolicy) => {
    await load(one, hasPolicy)
    const { of, reached } = await listen()
    await tryAll(one.page, of)
    // Everything requested before these two was decided before them.
    await one.page.evaluate(SENDS['WebRTC: a TURN server by its name'], of('WebRTC: a TURN server by its name'))
    await one.page.evaluate(SENDS['a fetch'], of('a fetch'))
    expect(reached()).toEqual([])
  })

  it('has its requests refused by the app, before the missing network matters', async () => {
    await load(one, false)
    const { page } = one
    const failed = page.waitForEvent('requestfailed')
    await page.evaluate(() => fetch('https://example.invalid/').catch(() => {}))
    expect((await failed).failure()?.errorText).toMatch(/^net::ERR_BLOCKED_BY_CLIENT/)
  })
})

it('a page of an app that refuses nothing reaches a server by each of these ways', async () => {
  const open = await launchApp({ folder: FIXTURE_APP, switches: SWITCHES, inWholeChromium: true })
  onTestFinished(open.close)
  await load(open, false)
  const { of, reached } = await listen()
  await tryAll(open.page, of)
  // WebRTC datagrams are refused in every window (the host knows no other setting), and Electron preconnects for no
  // page.
  const refused: Way[] = ['WebRTC: a STUN server', 'WebRTC: a TURN server by UDP']
  if (!open.isHost) refused.push('a preconnection')
  await expect
    .poll(() => WAYS.filter((way) => !reached().includes(way)))
    .toEqual(WAYS.filter((way) => refused.includes(way)))
})
