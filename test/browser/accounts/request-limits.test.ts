/** How much of the venue's request limits is in use: the bar in the strip, and the list under Accounts. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Budget } from '#shared/domain/budget.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import SafetyStrip from '../../../renderer/src/strip/SafetyStrip.vue'
import { openWindow, type Bench } from '../support/window.ts'

const SNAPSHOT = fixtureSnapshot()
const BUDGET: Budget = SNAPSHOT.parts.health.data!.budget
const calm = (text: string): string => text.replace(/\s+/g, ' ').trim()

function having(budget: Partial<Budget>): Snapshot {
  const { health } = SNAPSHOT.parts
  return withPart(SNAPSHOT, 'health', { data: { ...health.data!, budget: { ...BUDGET, ...budget } } })
}

/** The Contract account is read at its limit, and `waiting` calls wait for it. */
const waiting = (count: number, exits = 0): Snapshot =>
  having({
    pools: BUDGET.pools.map((pool) =>
      pool.pool === 'contract.account' ? { ...pool, used: 15, waiting: count, exitsWaiting: exits } : pool,
    ),
  })

describe('the strip', () => {
  const words = ({ root }: Bench) => root.querySelector('[data-testid="calls-waiting"]')?.textContent ?? null
  const hint = ({ find }: Bench) => find('[aria-label="Data"] .meter').title

  it('has a bar of the fullest request limit, and words as soon as requests wait', async () => {
    const bench = await openWindow(SafetyStrip, SNAPSHOT)
    expect(words(bench)).toBeNull()
    expect(hint(bench)).toContain('Contract Account, 6 of 20 in 2 s. Waiting: 0.')
    const busy = waiting(3)
    await bench.send(push(busy, ['health']))
    expect(words(bench)).toBe('3 waiting')
    const urgent = withPart(busy, 'health', { data: waiting(3, 1).parts.health.data })
    await bench.send({ ...push(urgent, ['health']), seq: 3 })
    expect(words(bench)).toBe('1 exit waits')
    expect(bench.find('[aria-label="Data"] .meter').classList).toContain('amber')
  })

  it('has none while main is silent', async () => {
    const bench = await openWindow(SafetyStrip, SNAPSHOT)
    await bench.advance(5_000)
    expect(bench.root.querySelector('[aria-label="Data"] .meter')).toBeNull()
  })
})

describe('the request limits', () => {
  const summary = ({ find }: Bench) => calm(find('[data-testid="limits-summary"]').textContent)
  const rows = ({ root }: Bench, area: string) =>
    [...root.querySelectorAll(`[data-limits="${area}"] tbody tr`)].map((row) =>
      [...row.children].map(({ textContent }) => calm(textContent)),
    )

  it('are listed for each area: what is in use, of what, and what is kept for exits', async () => {
    const bench = await openWindow(AccountsView, waiting(2))
    await page.getByText('Request limits').click()
    await expect.poll(() => rows(bench, 'spot')).not.toEqual([])
    expect(rows(bench, 'spot')).toEqual([
      ['All, by weight', '640/12,000', '', '60 s', '3,000', '0'],
      ['Account', '4/20', '', '2 s', '0', '0'],
      ['Cancels, batch', '0/50', '', '2 s', '13', '0'],
    ])
    expect(rows(bench, 'contract')[0]).toEqual(['Account', '15/20', '', '2 s', '0', '2'])
    expect(summary(bench)).toBe('2 requests wait')
  })

  it('name a pause and a ban, which count down by themselves', async () => {
    const [spot, contract] = BUDGET.hosts
    const bench = await openWindow(
      AccountsView,
      having({
        hosts: [
          { ...spot!, state: 'backingOff', resumesInMs: 12_000, exitsInMs: 1_500 },
          { ...contract!, state: 'banned', resumesInMs: 100_000 },
        ],
      }),
    )
    expect(summary(bench)).toContain('Spot: paused, 12 s left; exits go out in 1.5 s')
    expect(summary(bench)).toContain('Contract: banned, 1 min 40 s left: nothing goes out')
    await bench.advance(2_000)
    expect(summary(bench)).toContain('10 s left; exits go out now')
  })
})
