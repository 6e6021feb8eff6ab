/** What was asked for, in the line at the bottom: followed until it is verified, and kept while it is not. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot, push, readFailure, withIntent, withPart } from '#test/support/snapshot.ts'
import { found, openApp, words } from '../support/app.ts'
import { painted, type Bench, type BenchOptions } from '../support/window.ts'

function withReport(snapshot: Snapshot, intentId: string, state: IntentReport['state'], leg: LegState, seq: number) {
  const next = withIntent(snapshot, { intentId, state }, { state: leg, detail: verbatim(`why ${leg}`) })
  return { ...next, seq, parts: { ...next.parts, desk: { ...next.parts.desk, version: seq } } }
}

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
      const running = withReport(fixtureSnapshot(), id, 'failed', 'rejected', seq)
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
    const running = withReport(fixtureSnapshot(), id, 'running', 'acknowledged', 2)
    await bench.send(running)
    expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(1)
    expect(words(bench, '.notice-line')).toContain('acknowledged')
    expect(bench.root.querySelector('.notice-line.edge-ok')).toBeNull()
    await bench.send(withReport(running, id, 'done', 'verified', 3))
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
    await bench.send(withReport(fixtureSnapshot(), id, state, leg, 2))
    await bench.advance(600_000)
    expect(words(bench, '.notice-line')).toContain(`why ${leg}`)
    await userEvent.click(bench.find('.notice-line [aria-label="Dismiss"]'))
    await painted()
    expect(bench.root.querySelector('.notice-line')).toBeNull()
  })

  it('is put away with the keyboard, and the focus stays in the line; meanwhile it does not close by itself', async () => {
    const { bench, id } = await closeEth()
    await bench.send(withReport(fixtureSnapshot(), id, 'done', 'verified', 2))
    // After a key, a focus set by script is one of the keyboard.
    await userEvent.keyboard('{Tab}')
    bench.find('.notice-line [aria-label="Dismiss"]').focus()
    await bench.advance(60_000)
    expect(words(bench, '.notice-line')).toContain('verified')
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(bench.root.querySelector('.notice-line')).toBeNull()
    expect(document.activeElement).toBe(bench.find('.log .toggle'))
  })

  it('closes by itself although a click has left the focus in it, which comes back with the window', async () => {
    const { bench, id } = await closeEth()
    await bench.send(withReport(fixtureSnapshot(), id, 'done', 'verified', 2))
    await userEvent.click(bench.find('.log .toggle'))
    await userEvent.click(bench.find('.log .toggle'))
    await userEvent.hover(bench.find('main'))
    bench.find('.log .toggle').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    await bench.advance(6_000)
    expect(bench.root.querySelector('.notice-line')).toBeNull()
  })

  it('closes by itself once neither pointer nor focus is on it', async () => {
    const { bench, id } = await closeEth()
    await bench.send(withReport(fixtureSnapshot(), id, 'done', 'verified', 2))
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
    const running = withReport(fixtureSnapshot(), id, 'running', 'acknowledged', 2)
    await bench.send(running)
    const said: string[] = []
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    await bench.send({ ...running, ...push(running, ['positions']), seq: 3 })
    expect(said).toEqual([])
    await bench.send(withReport(running, id, 'done', 'verified', 4))
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
