import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { USUAL_LIMITS } from '#shared/desk/order-limits.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { emptySnapshot, fixtureSnapshot, intents, push, readFailure, WALL, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { useWhatIfStore } from '../../../renderer/src/app/stores/what-if.ts'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

/** Waits for `selector`: screens are loaded when they are first opened. */
async function found({ root, find }: Bench, selector: string): Promise<HTMLElement> {
  await expect.poll(() => root.querySelector(selector)).not.toBeNull()
  return find(selector)
}

async function openApp(snapshot = fixtureSnapshot(), options: BenchOptions = {}): Promise<Bench> {
  const bench = await openWindow(App, snapshot, options)
  await painted()
  return bench
}

const words = ({ root }: Bench, selector: string): string =>
  (root.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim()

function withIntent(snapshot: Snapshot, intentId: string, state: IntentReport['state'], leg: LegState, seq: number) {
  const [sample] = encode(intents())
  if (!sample) throw new Error('expected an intent')
  const legs = sample.legs.map((each) => ({ ...each, state: leg, detail: verbatim(`why ${leg}`) }))
  const action = sample.action
  const data = {
    ...{ state: 'open' as const, reason: null, emergency: null, unknownCount: 0, protections: [] },
    mode: 'active' as const,
    limits: USUAL_LIMITS,
    spotPolicy: 'keep' as const,
    modeNote: null,
    passedOver: { outOfPlace: 0, laterKinds: 0 },
    drill: null,
    intents: [{ ...sample, intentId, action, state, legs }],
  }
  const next = withPart(snapshot, 'desk', { data })
  const desk = { ...next.parts.desk, version: seq }
  return { ...next, seq, parts: { ...next.parts, desk } }
}

const BY_HAND =
  'Meanwhile use the venue’s own site or app: cancel all open orders, close each position, then check that both lists are empty.'

describe('safety strip', () => {
  it('shows the five facts: state and nearest liquidation, age, worth, exposure, arm', async () => {
    const bench = await openApp()
    const strip = words(bench, '.strip')
    expect(strip).toMatch(/DANGER ?−2\.3 % ?to liq\./)
    expect(strip).toContain('E-LINK-USDT long alone')
    expect(strip).toContain('required 0.56 %')
    expect(strip).toContain('0.8 s old')
    expect(strip).toContain('1 unconfirmed order')
    expect(strip).toContain('without WEN')
    expect(strip).toContain('+312.40 since 11:03')
    expect(strip).toContain('BTC +')
    expect(strip).toContain('DISARMED')
  })

  type Shut = Pick<HostBudget, 'area' | 'state' | 'resumesInMs' | 'isAsked'>
  const withHosts = (...hosts: readonly Shut[]) => {
    const snapshot = fixtureSnapshot()
    const health = snapshot.parts.health.data!
    const budget = { ...health.budget, hosts: hosts.map((host) => ({ ...host, weight: null })) }
    return withPart(snapshot, 'health', { data: { ...health, budget } })
  }

  it('counts down a ban by itself', async () => {
    const bench = await openApp(withHosts({ area: 'spot', state: 'banned', resumesInMs: 5_000, isAsked: false }))
    expect(words(bench, '.strip')).toContain('banned 5 s: Spot')
    await bench.advance(2_000)
    expect(words(bench, '.strip')).toContain('banned 3 s: Spot')
  })

  it('names every closed area, a ban first, and does not claim an unconfirmed request of the venue', async () => {
    const both = [
      { area: 'spot', state: 'banned', resumesInMs: 9_700, isAsked: true },
      { area: 'contract', state: 'banned', resumesInMs: 11_000, isAsked: true },
    ] as const
    const bench = await openApp(withHosts(...both))
    const why = (): string => bench.find('.strip [title*="banned this address"]').title
    expect(words(bench, '.strip')).toContain('banned 11 s: Contract, Spot')
    expect(why()).toBe(
      `banned 11 s: Contract, Spot. The venue has banned this address, and said for how long. ${BY_HAND}`,
    )
    const slow = { area: 'spot', state: 'backingOff', resumesInMs: 60_000, isAsked: false } as const
    const next = withHosts(slow, both[1])
    const health = { ...next.parts.health, version: next.parts.health.version + 1 }
    await bench.send({ ...next, seq: 2, parts: { ...next.parts, health } })
    expect(words(bench, '.strip')).toContain('banned 11 s: Contract; backing off 1 min 00 s: Spot')
    expect(bench.find('.strip [title*="and said for how long"]').title).toContain('send less. It gave no time')
  })

  it('describes the way out by hand while the venue does not answer', async () => {
    const snapshot = fixtureSnapshot()
    const health = { ...snapshot.parts.health.data!, phase: 'blind', failure: null } as const
    const bench = await openApp(withPart(snapshot, 'health', { data: health }))
    expect(words(bench, '.strip')).toContain('no contact')
    expect(bench.find('.strip [title*="own site"]').title).toContain(BY_HAND)
  })

  it('shows question marks and no figures before the first read', async () => {
    const bench = await openApp(emptySnapshot())
    expect(words(bench, '.strip')).toContain('no figures yet')
    expect(words(bench, '.strip')).not.toMatch(/\d[,.]\d/)
  })

  it('trusts a margin figure no more than the positions it rests on', async () => {
    const { failure } = withPart(fixtureSnapshot(), 'positions', {}).parts.positions
    expect(failure).toBeNull()
    const bench = await openApp(withPart(fixtureSnapshot(), 'positions', { readAt: fixtureSnapshot().mono - 9_000 }))
    expect(words(bench, '.strip')).toContain('stale')
  })
})

describe('readiness', () => {
  const withDesk = (change: object) => {
    const snapshot = fixtureSnapshot()
    return withPart(snapshot, 'desk', { data: { ...snapshot.parts.desk.data!, ...change } })
  }
  const drill = (days: number, verdict: 'passed' | 'failed') => ({
    at: WALL - days * 86_400_000,
    flatten: { likelyMs: 3_100, p95Ms: 6_000 },
    checks: [{ name: 'key' as const, verdict, found: [] }],
  })

  it('appears in the strip whenever not everything is sent, and leads to its setting', async () => {
    const bench = await openApp(withDesk({ mode: 'halted' }))
    expect(words(bench, '.strip .mode')).toBe('Halted')
    await bench.arm()
    expect(words(bench, '.strip')).toContain('15 min left')
    await userEvent.click(bench.find('.strip .mode'))
    await found(bench, '[aria-labelledby="trading-mode"]')
    await bench.send({ ...withPart(withDesk({ mode: 'active' }), 'desk', {}), seq: 2 })
    expect(bench.root.querySelector('.strip .mode')).toBeNull()
  })

  it.each([
    ['none', null, null],
    ['a good one', drill(6.9, 'passed'), null],
    ['an old one', drill(7.1, 'passed'), 'more than a week old'],
    ['a failed one', drill(0, 'failed'), 'failed'],
  ])('marks the link to Accounts by the newest drill: %s', async (_, card, mark) => {
    const bench = await openApp(withDesk({ drill: card }))
    const shown = bench.root.querySelector('nav .drill')?.textContent
    if (mark === null) expect(shown).toBeUndefined()
    else expect(shown).toContain(mark)
    const title = bench.find('[aria-label="Flatten"] button').title
    expect(title.includes('Last drill')).toBe(card !== null)
  })
})

it('opens no screen of an account while none is open', async () => {
  const bench = await openApp({ ...emptySnapshot(), account: null })
  await expect.poll(() => words(bench, 'main')).toContain('Open the Demo account')
  // Once its code is loaded, a screen opens within one frame.
  await import('../../../renderer/src/journal/JournalView.vue')
  await userEvent.keyboard('{Control>}5{/Control}')
  await painted()
  expect(words(bench, 'nav .router-link-exact-active')).toBe('Accounts')
  expect(words(bench, 'main')).toContain('Open the Demo account')
})

describe('flatten', () => {
  it('is in the strip with its time, and only shows the plan', async () => {
    const bench = await openApp()
    expect(words(bench, '[data-testid="time-to-flatten"]')).toMatch(/^~\d+(\.\d)? s$/)
    expect(bench.find('[aria-label="Flatten"] button').title).toMatch(/in 95\u202f% of cases at most \d/)
    await userEvent.click(bench.find('[aria-label="Flatten"] button'))
    await painted()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Flatten, keep Spot')
    expect(bench.previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
    expect(bench.submitted).toEqual([])
  })

  it('opens with Ctrl+Shift+F from anywhere, but not without an account', async () => {
    const bench = await openApp()
    await userEvent.keyboard('{Control>}{Shift>}F{/Shift}{/Control}')
    await painted()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Flatten, keep Spot')
    await bench.send({ ...emptySnapshot(), runId: 'run-2', account: null })
    await painted()
    await userEvent.keyboard('{Control>}{Shift>}F{/Shift}{/Control}')
    await painted()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('opens the plan of the live account by its key during a simulation, and says so', async () => {
    const bench = await openApp()
    await userEvent.keyboard('{Control>}4{/Control}')
    await found(bench, '.bar .live')
    useWhatIfStore().move('BTC', -0.2)
    await painted()
    await userEvent.keyboard('{Control>}{Shift>}F{/Shift}{/Control}')
    await painted()
    expect(words({ ...bench, root: document.body }, '[role="dialog"]')).toMatch(
      /^Flatten, keep SpotThe live account, not the simulation\. Account /,
    )
    expect(bench.previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(bench.root.querySelector('.frame.on')).not.toBeNull()
    expect(bench.submitted).toEqual([])
  })

  it('shows no time while nothing can be sent, and remains the way out', async () => {
    const snapshot = fixtureSnapshot()
    const health = snapshot.parts.health.data
    if (!health) throw new Error('expected health')
    const hosts = [
      { area: 'contract' as const, state: 'banned' as const, resumesInMs: 13_000, isAsked: false, weight: null },
    ]
    const bench = await openApp(withPart(snapshot, 'positions', { readAt: snapshot.mono - 60_000 }))
    expect(words(bench, '[data-testid="time-to-flatten"]')).toBe('?')
    expect(bench.find('[aria-label="Flatten"]').className).toContain('hatched')
    const banned = withPart(snapshot, 'health', { data: { ...health, budget: { ...health.budget, hosts } } })
    await bench.send({ ...banned, seq: snapshot.seq + 1 })
    expect(words(bench, '[data-testid="time-to-flatten"]')).toBe('ban 13 s')
    await userEvent.click(bench.find('[aria-label="Flatten"] button'))
    await painted()
    expect(bench.previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
  })
})

describe('a journal that cannot be written', () => {
  it('is reported above every screen, in red, and not when it can', async () => {
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data!
    const emergency = message('storage.emergency.memory', { why: verbatim('The disk is full.') })
    const bench = await openApp(withPart(snapshot, 'desk', { data: { ...desk, emergency } }))
    expect(words(bench, '.emergency')).toContain('Only cancels, closes and flatten are sent, and kept in memory')
    expect(words(bench, '.emergency')).toContain('The disk is full.')
    expect(words(await openApp(), '.emergency')).toBe('')
  })
})

describe('a silent core', () => {
  it('is reported above everything after 2.5 s, and withdrawn with the next message', async () => {
    const bench = await openApp()
    await bench.advance(2_500)
    expect(bench.root.querySelector('.silence')).toBeNull()
    await bench.advance(500)
    expect(words(bench, '.silence')).toContain('No data from Plimsoll’s core for 3 s')
    expect(words(bench, '.strip')).toContain('core silent')
    await bench.send(push(fixtureSnapshot(), ['positions', 'risk'], 3_000))
    expect(bench.root.querySelector('.silence')).toBeNull()
  })
})

describe('keyboard', () => {
  it('opens screens with Ctrl and a number, and focuses the filter with /', async () => {
    const bench = await openApp()
    await userEvent.keyboard('{Control>}3{/Control}')
    const filter = await found(bench, '[aria-label="Filter orders"]')
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(filter)
    await userEvent.keyboard('a?')
    expect(words(bench, '.strip')).toContain('DISARMED')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('arms and disarms with a, once however long it is held', async () => {
    const bench = await openApp()
    await userEvent.keyboard('{a>10/}')
    await painted()
    expect(words(bench, '.strip')).toMatch(/ARMED ?15 min left/)
    await userEvent.keyboard('a')
    await painted()
    expect(words(bench, '.strip')).toContain('DISARMED')
  })

  it('opens the sheet of keys with ? and closes it with Esc, without arming meanwhile', async () => {
    const bench = await openApp()
    await userEvent.keyboard('?')
    await painted()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Arm or disarm')
    await userEvent.keyboard('a')
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(words(bench, '.strip')).toContain('DISARMED')
  })
})

describe('one-click', () => {
  it('disarms by itself after 15 min', async () => {
    const bench = await openApp()
    await bench.arm()
    await bench.advance(15 * 60_000 - 1)
    expect(words(bench, '[role="switch"]')).toBe('ARMED')
    await bench.advance(1)
    expect(words(bench, '[role="switch"]')).toBe('DISARMED')
  })

  it('stays armed as long as main granted, whether or not the trader is active', async () => {
    const bench = await openApp()
    await bench.arm()
    await bench.advance(10 * 60_000)
    await userEvent.keyboard('{Shift}')
    expect(words(bench, '[role="switch"]')).toBe('ARMED')
    await bench.advance(5 * 60_000)
    expect(words(bench, '[role="switch"]')).toBe('DISARMED')
  })
})

describe('notices', () => {
  async function closeEth(options: BenchOptions = {}): Promise<{ bench: Bench; id: string }> {
    const bench = await openApp(fixtureSnapshot(), options)
    await bench.arm()
    await userEvent.keyboard('{Control>}2{/Control}')
    const row = await found(bench, 'tr.row')
    expect(row).toBeDefined()
    await painted()
    const button = await found(bench, '[aria-label^="Close short E-ETH-USDT"]')
    await userEvent.click(button)
    await painted()
    return { bench, id: bench.submitted[0]?.intentId ?? '' }
  }

  it('counts down the pause that its request waits for or was refused by, and mentions no others', async () => {
    const { bench, id } = await closeEth()
    const shut = (area: HostBudget['area'], resumesInMs: number, seq: number) => {
      const running = withIntent(fixtureSnapshot(), id, 'failed', 'rejected', seq)
      const data = running.parts.desk.data!
      const legs = data.intents[0]!.legs.map((leg) => ({ ...leg, failure: readFailure('contract.order', 'banned') }))
      const failed = legs.map((leg) => ({ ...leg, failure: { ...leg.failure, kind: 'banned' as const } }))
      const intents = [{ ...data.intents[0]!, legs: failed }]
      const withIntents = withPart(running, 'desk', { data: { ...data, intents } })
      const health = running.parts.health.data!
      const hosts = [{ area, state: 'banned' as const, resumesInMs, isAsked: true, weight: null }]
      return withPart(withIntents, 'health', { data: { ...health, budget: { ...health.budget, hosts } } })
    }
    await bench.send(shut('spot', 60_000, 2))
    expect(bench.root.querySelector('.notice-line .wait')).toBeNull()
    const banned = shut('contract', 60_000, 3)
    const newer = { ...banned.parts.health, version: banned.parts.health.version + 1 }
    await bench.send({ ...banned, parts: { ...banned.parts, health: newer } })
    expect(words(bench, '.notice-line .wait')).toContain('nothing can be sent for 1 min 00 s')
    await bench.advance(17_000)
    expect(words(bench, '.notice-line .wait')).toContain('nothing can be sent for 43 s')
  })

  it('appears once per intent, follows it to verified, and only then closes by itself', async () => {
    const { bench, id } = await closeEth()
    expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(1)
    expect(words(bench, '.notice-line')).toContain('sending')
    const running = withIntent(fixtureSnapshot(), id, 'running', 'acknowledged', 2)
    await bench.send(running)
    expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(1)
    expect(words(bench, '.notice-line')).toContain('acknowledged')
    expect(bench.root.querySelector('.notice-line.edge-ok')).toBeNull()
    await bench.send(withIntent(running, id, 'done', 'verified', 3))
    expect(words(bench, '.notice-line.edge-ok')).toContain('verified')
    await bench.advance(5_999)
    expect(bench.root.querySelector('.notice-line')).not.toBeNull()
    await bench.advance(1)
    expect(bench.root.querySelector('.notice-line')).toBeNull()
  })

  it.each([
    ['unknown', 'unknown'],
    ['partial', 'partial'],
    ['needsHuman', 'needsHuman'],
    ['failed', 'rejected'],
  ] as const)('stays when the intent ends %s, until it is dismissed', async (state, leg) => {
    const { bench, id } = await closeEth()
    await bench.send(withIntent(fixtureSnapshot(), id, state, leg, 2))
    await bench.advance(600_000)
    expect(words(bench, '.notice-line')).toContain(`why ${leg}`)
    await userEvent.click(bench.find('.notice-line [aria-label="Dismiss"]'))
    await painted()
    expect(bench.root.querySelector('.notice-line')).toBeNull()
  })

  it('is put away with the keyboard, and the focus stays in the line; meanwhile it does not close by itself', async () => {
    const { bench, id } = await closeEth()
    await bench.send(withIntent(fixtureSnapshot(), id, 'done', 'verified', 2))
    bench.find('.notice-line [aria-label="Dismiss"]').focus()
    await bench.advance(60_000)
    expect(words(bench, '.notice-line')).toContain('verified')
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(bench.root.querySelector('.notice-line')).toBeNull()
    expect(document.activeElement).toBe(bench.find('.log .toggle'))
  })

  it('closes by itself once neither pointer nor focus is on it', async () => {
    const { bench, id } = await closeEth()
    await bench.send(withIntent(fixtureSnapshot(), id, 'done', 'verified', 2))
    await userEvent.hover(bench.find('.notice-line'))
    await bench.advance(60_000)
    expect(bench.root.querySelector('.notice-line')).not.toBeNull()
    await userEvent.hover(bench.find('main'))
    await painted()
    expect(bench.root.querySelector('.notice-line')).toBeNull()
  })

  it('says each step of a request aloud once', async () => {
    const { bench, id } = await closeEth()
    const status = bench.find('.log > [role=status]')
    expect(status.textContent).toMatch(/^Close short E-ETH-USDT.*: sending/)
    const running = withIntent(fixtureSnapshot(), id, 'running', 'acknowledged', 2)
    await bench.send(running)
    const said: string[] = []
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    await bench.send({ ...running, ...push(running, ['positions']), seq: 3 })
    expect(said).toEqual([])
    await bench.send(withIntent(running, id, 'done', 'verified', 4))
    expect(said).toEqual([expect.stringContaining('verified')])
  })

  it('does not appear for intents of an earlier run, which the log has', async () => {
    const bench = await openApp()
    expect(bench.root.querySelector('.notice-line')).toBeNull()
    expect(words(bench, '.log')).toContain('Close long E-SOL-USDT cross')
    expect(words(bench, '.log')).toContain('12:03:04 UTC')
    expect(words(bench, '.log')).not.toContain(' · 12:03:04')
    await userEvent.click(bench.find('.log .toggle'))
    await painted()
    expect(bench.root.querySelectorAll('.log li')).toHaveLength(3)
  })
})
