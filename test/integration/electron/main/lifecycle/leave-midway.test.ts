/** Plimsoll is quit, or offered an update, during a flatten. The venue's ledger decides what happened. */
import { EventEmitter } from 'node:events'
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepLooking } from '#electron/main/desktop/update.ts'
import { guardLeaving, type Leave } from '#electron/main/lifecycle/leave.ts'
import type { Fault } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { positionKey } from '#shared/domain/account.ts'
import { sayIn } from '#shared/words/say.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { left } from '#test/support/flatten-at-venue.ts'
import { writesOf } from '#test/support/ledger.ts'
import { CURRENT, NEXT, startUpdateFeed } from '#test/support/update-feed.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'
import { judgeRecovery, look } from '#test/soak/kills/judge.ts'

const bench = accountsBench()

const writes = (): number => writesOf(bench.venue.ledger).length
const report = () => bench.accounts.snapshot().parts.desk.data
const submit = (action: Action) =>
  bench.accounts.atDesk(bench.accounts.snapshot().runId, 'desk.submit', (desk) =>
    desk.submit(crypto.randomUUID(), action),
  )
const hasEnded = (): boolean =>
  report()?.intents.every(({ state }) => state !== 'running' && state !== 'unknown') === true
const isUnknown = (): boolean => report()?.intents[0]?.state === 'unknown'
const CLOSE = closeAtMarket(positionKey('E-LINK-USDT', 'cross', 'long'))

/** Opens the account and starts a flatten. Returns when `sent` of its requests have arrived. */
async function midFlatten(sent: number, fault: Fault | null = null): Promise<string> {
  await bench.replaceVenue({ cancelDelayMs: 400 })
  const { id } = await bench.addedAs()
  await bench.known()
  bench.venue.ledger.clear()
  if (fault !== null) bench.venue.faults.inject(fault)
  void submit(FLATTEN)
  await bench.asSoonAs(() => writes() >= sent)
  return id
}

/** How the desktop ends Plimsoll. */
interface Desktop {
  readonly process: EventEmitter
  readonly powerMonitor: EventEmitter
  readonly window: EventEmitter
}

/** The real quit guard over a desktop of the test. */
function guard() {
  let exited = false
  const app = Object.assign(new EventEmitter(), {
    quit: () => void app.emit('before-quit', { preventDefault: () => undefined }),
    exit: () => (exited = true),
  })
  const desktop = {
    process: Object.assign(new EventEmitter(), { platform: 'linux' }),
    powerMonitor: new EventEmitter(),
    window: Object.assign(new EventEmitter(), { isDestroyed: () => false }),
  }
  const window = desktop.window as unknown as BrowserWindow
  const { accounts, clock } = bench
  guardLeaving({
    ...({ app, powerMonitor: desktop.powerMonitor, process: desktop.process } as unknown as Leave),
    ...{ window, accounts, clock, boxes: boxes().boxes },
  })
  return { desktop, hasExited: () => exited }
}

/** Dialogs in which `button` is pressed as soon as they are shown, once `first` is done. */
function boxes(button = '', first = async () => {}) {
  const shown: MessageBoxOptions[] = []
  const showMessageBox = async (options: MessageBoxOptions) => {
    shown.push(options)
    await first()
    return { response: options.buttons?.indexOf(button) ?? 0, checkboxChecked: false }
  }
  return { shown, boxes: { dialog: { showMessageBox } as unknown as Dialog, say: sayIn('en'), window: () => null } }
}

const NOTICE = { preventDefault: () => undefined }
const WAYS: readonly (readonly [string, (desktop: Desktop) => void])[] = [
  ['a SIGTERM', ({ process }) => void process.emit('SIGTERM')],
  ['a shutdown of the machine', ({ powerMonitor }) => void powerMonitor.emit('shutdown', NOTICE)],
  ['the end of the session on Windows', ({ window }) => void window.emit('session-end')],
]

const MOMENTS: readonly (readonly [string, number, Fault | null])[] = [
  ['after its first request', 1, null],
  ['among its cancels', 6, null],
  ['among its closes', 12, null],
  ['with a cancel that is not answered', 3, { match: 'contract.cancel', kind: 'stall' }],
  ['with a close that is not answered and was done', 11, { match: 'contract.newOrder', kind: 'stall' }],
]

describe.each(WAYS)('%s during a flatten', (way, end) => {
  // All three ways of quitting share the code from there on.
  it.each(way === 'a SIGTERM' ? MOMENTS : MOMENTS.slice(-1))(
    '%s: nothing is sent twice or lost, and the next start settles it',
    async (_moment, sent, fault) => {
      const { desktop, hasExited } = guard()
      const id = await midFlatten(sent, fault)
      const before = look(bench.venue)
      end(desktop)
      await bench.asSoonAs(hasExited)
      const diedAt = bench.clock.wall()
      const arrived = writes()
      expect(left(bench.venue)).toBeGreaterThan(0)

      bench.restart()
      await bench.accounts.open(id)
      await bench.known()
      await bench.until(hasEnded)
      const found = report()
      if (found === null) throw new Error('expected the desk to report')
      expect(writes()).toBe(arrived)
      expect(judgeRecovery(bench.venue, { before, diedAt, report: found })).toEqual({ violations: [], undecided: 0 })

      expect(await submit(FLATTEN)).toMatchObject({ ok: true, value: { kind: 'accepted' } })
      await bench.until(hasEnded)
      expect(left(bench.venue)).toBe(0)
      expect(bench.venue.ledger.twice().arrived).toEqual([])
    },
  )
})

describe('an update', () => {
  async function startLooking(about: ReturnType<typeof boxes>['boxes']) {
    const feed = await startUpdateFeed()
    onTestFinished(() => feed.close())
    feed.release({ platform: process.platform, arch: process.arch, notAfter: '2026-12-31' })
    feed.files[`/stable/update-${process.platform}-${process.arch}.json`] ??=
      feed.files['/stable/update-linux-x64.json']!
    const { accounts, clock } = bench
    const app = { isPackaged: true, getVersion: () => '0.9.10' }
    const keys = [CURRENT.pem, NEXT.pem] as const
    const needs = { app, boxes: about, clock, accounts, log: { write: () => undefined } }
    void keepLooking({ feed: feed.url, keys }, needs, async () => feed.updater())
    return feed
  }

  it.each(MOMENTS.slice(2, 4))(
    'found during a flatten, %s, is offered when the flatten has ended',
    async (_moment, sent, fault) => {
      await midFlatten(sent, fault)
      const { shown, boxes: about } = boxes('Install and restart')
      const feed = await startLooking(about)
      await bench.until(() => shown.length > 0)
      expect(hasEnded()).toBe(true)
      expect(left(bench.venue)).toBe(0)
      await bench.until(() => feed.installs > 0)
      expect(shown).toHaveLength(1)
    },
  )

  it.each<[string, Action, Fault | null, () => boolean]>([
    ['a flatten', FLATTEN, null, () => writes() > 0],
    // The plan is over. The desk still looks for the outcome of its request.
    ['a close without an answer', CLOSE, { match: 'contract.newOrder', kind: 'stall' }, () => isUnknown()],
  ])('is not installed when %s began after the trader agreed', async (_what, action, fault, isUnderWay) => {
    await bench.addedAs()
    await bench.known()
    bench.venue.ledger.clear()
    if (fault !== null) bench.venue.faults.inject(fault)
    const { shown, boxes: about } = boxes('Install and restart', async () => {
      if (shown.length > 1) return
      void submit(action)
      await bench.asSoonAs(isUnderWay)
    })
    const feed = await startLooking(about)
    await bench.until(() => shown.length > 1 || feed.installs > 0)
    expect(shown[1]?.detail).toMatch(/under way/)
    await bench.until(hasEnded)
    expect(feed.installs).toBe(0)
  })
})
