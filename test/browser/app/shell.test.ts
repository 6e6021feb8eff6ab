import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { HostBudget } from '#shared/domain/budget.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { emptySnapshot, fixtureSnapshot, push, WALL, withPart } from '#test/support/snapshot.ts'
import { useWhatIfStore } from '../../../renderer/src/app/stores/what-if.ts'
import { found, openApp, words } from '../support/app.ts'
import { painted } from '../support/window.ts'

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
    const why = (): string => bench.find('.strip [title*="banned your IP address"]').title
    expect(words(bench, '.strip')).toContain('banned 11 s: Contract, Spot')
    expect(why()).toBe(
      `banned 11 s: Contract, Spot. The venue has banned your IP address, and said for how long. ${BY_HAND}`,
    )
    const slow = { area: 'spot', state: 'backingOff', resumesInMs: 60_000, isAsked: false } as const
    const next = withHosts(slow, both[1])
    const health = { ...next.parts.health, version: next.parts.health.version + 1 }
    await bench.send({ ...next, seq: 2, parts: { ...next.parts, health } })
    expect(words(bench, '.strip')).toContain('banned 11 s: Contract; backing off 1 min 00 s: Spot')
    expect(bench.find('.strip [title*="and said for how long"]').title).toContain('slow down. It gave no time')
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
