import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { IntentReport, LegState } from '#shared/desk/plan.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Snapshot } from '#shared/domain/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, intents, push, WALL, withPart } from '#test/support/snapshot.ts'
import '../../../renderer/src/styles/fonts.css'
import App from '../../../renderer/src/App.vue'
import { usePortfolioStore } from '../../../renderer/src/stores/portfolio.ts'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

/** Polls until `selector` is there: screens are loaded when they are first opened. */
async function found({ root, find }: Bench, selector: string): Promise<HTMLElement> {
  await expect.poll(() => root.querySelector(selector), { timeout: 10_000 }).not.toBeNull()
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
  const legs = sample.legs.map((each) => ({ ...each, state: leg, detail: `why ${leg}` }))
  const action = sample.action
  const data = {
    state: 'open' as const,
    reason: null,
    unknownCount: 0,
    protections: [],
    mode: 'active' as const,
    modeNote: null,
    drill: null,
    intents: [{ ...sample, intentId, action, state, legs }],
  }
  const next = withPart(snapshot, 'desk', { data })
  const desk = { ...next.parts.desk, version: seq }
  return { ...next, seq, parts: { ...next.parts, desk } }
}

describe('safety strip', () => {
  it('gives the five facts: state and nearest liquidation, age, worth, exposure, arm', async () => {
    const bench = await openApp()
    const strip = words(bench, '.strip')
    expect(strip).toContain('DANGER')
    expect(strip).toContain('nearest E-LINK-USDT −2.3 %')
    expect(strip).toContain('0.8 s old')
    expect(strip).toContain('1 unknown')
    expect(strip).toContain('without WEN')
    expect(strip).toContain('+312.40 since 11:03')
    expect(strip).toContain('BTC +')
    expect(strip).toContain('DISARMED')
  })

  it('counts a ban down by itself', async () => {
    const snapshot = fixtureSnapshot()
    const health = snapshot.parts.health.data
    if (!health) throw new Error('expected health')
    const hosts = [{ area: 'spot' as const, state: 'banned' as const, resumesInMs: 5_000, weight: null }]
    const banned = withPart(snapshot, 'health', { data: { ...health, budget: { ...health.budget, hosts } } })
    const bench = await openApp(banned)
    expect(words(bench, '.strip')).toContain('spot banned 5 s')
    await bench.advance(2_000)
    expect(words(bench, '.strip')).toContain('spot banned 3 s')
  })

  it('shows question marks, and no figure, before the first read', async () => {
    const bench = await openApp(emptySnapshot())
    expect(words(bench, '.strip')).toContain('no figures yet')
    expect(words(bench, '.strip')).not.toMatch(/\d[,.]\d/)
  })

  it('does not trust a margin figure more than the positions it was made from', async () => {
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
    checks: [{ name: 'key' as const, verdict, words: '' }],
  })

  it('stands in the strip whenever not everything is sent, and leads to where that is set', async () => {
    const bench = await openApp(withDesk({ mode: 'halted' }))
    expect(words(bench, '.strip .mode')).toBe('Halted')
    await bench.arm()
    expect(words(bench, '.strip')).toContain('Halted · 15 min')
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
  ])('marks the way to Accounts by the newest drill: %s', async (_, card, mark) => {
    const bench = await openApp(withDesk({ drill: card }))
    const shown = bench.root.querySelector('nav .drill')?.textContent
    if (mark === null) expect(shown).toBeUndefined()
    else expect(shown).toContain(mark)
    const title = bench.find('[aria-label="Flatten"] button').title
    expect(title.includes('Last drill')).toBe(card !== null)
  })
})

it('goes to no screen of an account while none is open', async () => {
  const bench = await openApp({ ...emptySnapshot(), account: null })
  await expect.poll(() => words(bench, 'main')).toContain('Open the Demo account')
  // Once its code is there, the way to a screen takes no longer than a paint.
  await import('../../../renderer/src/views/journal/JournalView.vue')
  await userEvent.keyboard('{Control>}5{/Control}')
  await painted()
  expect(words(bench, 'nav .router-link-exact-active')).toBe('Accounts')
  expect(words(bench, 'main')).toContain('Open the Demo account')
})

describe('flatten', () => {
  it('stands in the strip with how long it takes, and shows the plan, nothing else', async () => {
    const bench = await openApp()
    expect(words(bench, '[data-testid="time-to-flatten"]')).toMatch(/^~\d+(\.\d)? s$/)
    expect(bench.find('[aria-label="Flatten"] button').title).toMatch(/19 times in 20 within \d/)
    await userEvent.click(bench.find('[aria-label="Flatten"] button'))
    await painted()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Flatten, keep Spot')
    expect(bench.previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
    expect(bench.submitted).toEqual([])
  })

  it('opens with Ctrl+Shift+F from anywhere, and not without an account', async () => {
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

  it('leaves the five facts whole in a window of 1280 pixels', async () => {
    expect(window.innerWidth).toBe(1280)
    const bench = await openApp()
    await document.fonts.ready
    await painted()
    const parts = [...bench.root.querySelectorAll<HTMLElement>('.strip .fact, .strip .why')]
    expect(parts).toHaveLength(10)
    const cut = parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent)
    expect(cut).toEqual([])
  })
})

describe('a silent core', () => {
  it('is said over everything after 2.5 s, and taken back with the next message', async () => {
    const bench = await openApp()
    await bench.advance(2_500)
    expect(bench.root.querySelector('.banner')).toBeNull()
    await bench.advance(500)
    expect(words(bench, '.banner')).toContain('No data from Plimsoll’s core for 3 s')
    expect(words(bench, '.strip')).toContain('core silent')
    await bench.send(push(fixtureSnapshot(), ['positions', 'risk'], 3_000))
    expect(bench.root.querySelector('.banner')).toBeNull()
  })
})

describe('keyboard', () => {
  it('switches screens with Ctrl and a number, and jumps to the filter with /', async () => {
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

  it('opens the sheet of keys with ? and leaves it with Esc, arming nothing meanwhile', async () => {
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
  it('disarms by itself after a quarter of an hour without a key or a click', async () => {
    const bench = await openApp()
    await bench.arm()
    await bench.advance(15 * 60_000 - 1)
    expect(words(bench, '[role="switch"]')).toBe('ARMED')
    await bench.advance(1)
    expect(words(bench, '[role="switch"]')).toBe('DISARMED')
  })

  it('stays armed while the trader is there', async () => {
    const bench = await openApp()
    await bench.arm()
    await bench.advance(10 * 60_000)
    await userEvent.keyboard('{Shift}')
    await bench.advance(10 * 60_000)
    expect(words(bench, '[role="switch"]')).toBe('ARMED')
  })
})

describe('toasts', () => {
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

  it('is one per intent, follows it to verified, and only then leaves by itself', async () => {
    const { bench, id } = await closeEth()
    expect(bench.root.querySelectorAll('.toast')).toHaveLength(1)
    expect(words(bench, '.toast')).toContain('sending')
    const running = withIntent(fixtureSnapshot(), id, 'running', 'acknowledged', 2)
    await bench.send(running)
    expect(bench.root.querySelectorAll('.toast')).toHaveLength(1)
    expect(words(bench, '.toast')).toContain('acknowledged')
    expect(bench.root.querySelector('.toast.edge-ok')).toBeNull()
    await bench.send(withIntent(running, id, 'done', 'verified', 3))
    expect(words(bench, '.toast.edge-ok')).toContain('verified')
    await bench.advance(5_999)
    expect(bench.root.querySelector('.toast')).not.toBeNull()
    await bench.advance(1)
    expect(bench.root.querySelector('.toast')).toBeNull()
  })

  it.each([
    ['unknown', 'unknown'],
    ['partial', 'partial'],
    ['needsHuman', 'needsHuman'],
    ['failed', 'rejected'],
  ] as const)('stays when the intent ends %s, until it is put away', async (state, leg) => {
    const { bench, id } = await closeEth()
    await bench.send(withIntent(fixtureSnapshot(), id, state, leg, 2))
    await bench.advance(600_000)
    expect(words(bench, '.toast')).toContain(`why ${leg}`)
    await userEvent.click(bench.find('.toast [aria-label="Put away"]'))
    await painted()
    expect(bench.root.querySelector('.toast')).toBeNull()
  })

  it('is not shown for intents of an earlier run; the log has those', async () => {
    const bench = await openApp()
    expect(bench.root.querySelector('.toast')).toBeNull()
    expect(words(bench, '.log')).toContain('Close long E-SOL-USDT cross')
    expect(words(bench, '.log')).toContain('12:03:04 UTC')
    await userEvent.click(bench.find('.log .toggle'))
    await painted()
    expect(bench.root.querySelectorAll('.log li')).toHaveLength(3)
  })
})

it('goes to the accounts when none is open, and to the overview when one is', async () => {
  const none = { ...emptySnapshot(), account: null }
  const bench = await openApp(none)
  await expect.poll(() => words(bench, 'main')).toContain('Open the Demo account')
  expect(bench.root.querySelector('.strip')).toBeNull()
  await bench.send({ ...fixtureSnapshot(), runId: 'run-2' })
  expect(usePortfolioStore().account?.name).toBe('Main')
  await expect.poll(() => words(bench, 'nav .router-link-exact-active')).toContain('Overview')
})
