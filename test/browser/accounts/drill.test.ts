import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DRILL_CHECKS, type DrillAnswer, type DrillCard } from '#shared/desk/drill.ts'
import type { TradingMode } from '#shared/desk/guard.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, WALL, withPart } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

const CARD: DrillCard = {
  at: WALL - 51 * 3_600_000,
  flatten: { likelyMs: 3_100, p95Ms: 6_000 },
  checks: DRILL_CHECKS.map((name) => ({
    name,
    verdict: name === 'testOrders' ? 'warning' : 'passed',
    found: [verbatim(`words of ${name} <b>`)],
  })),
}

function having(change: Partial<Encoded<DeskReport>>): Snapshot {
  const snapshot = fixtureSnapshot()
  return withPart(snapshot, 'desk', { data: { ...snapshot.parts.desk.data!, ...change } })
}

/** The same as a later push. */
const later = (change: Partial<Encoded<DeskReport>>): Snapshot => ({ ...withPart(having(change), 'desk', {}), seq: 2 })

const open = (snapshot: Snapshot, desk: NonNullable<BenchOptions['desk']> = {}) =>
  openWindow(AccountsView, snapshot, { desk })
const status = ({ find }: Bench) => find('[data-testid="drill-status"]').textContent.trim()
const run = () => page.getByRole('button', { name: /^(Run drill|Running…)$/ })

describe('the fire drill', () => {
  it('shows the age, the way out, the warnings, and the result of each check', async () => {
    const bench = await open(having({ drill: CARD }))
    expect(status(bench)).toBe('Last drill 2 d 03 h ago · flat in ~3.1 s · 1 warning')
    const rows = [...bench.root.querySelectorAll('ol[aria-label="What the drill found"] li')]
    expect(rows).toHaveLength(DRILL_CHECKS.length)
    expect([...rows[4]!.children].map((each) => each.textContent.trim())).toEqual([
      'Warning',
      'Test orders',
      'words of testOrders <b>',
    ])
    await bench.advance(2 * 3_600_000)
    expect(status(bench)).toContain('Last drill 2 d 05 h ago')
  })

  it('says before the first run what it would check, and that nothing should be placed', async () => {
    const bench = await open(having({ drill: null }))
    expect(status(bench)).toBe('Never run for this account')
    expect(bench.find('.proves').textContent).toContain(
      'Sends only reads and test orders, which a venue should never place.',
    )
  })

  it('runs by button or d, one at a time, and shows for how long it has been running', async () => {
    const answers: ((answer: DrillAnswer) => void)[] = []
    const bench = await open(having({ drill: null }), {
      drill: async () => ok(await new Promise<DrillAnswer>((resolve) => answers.push(resolve))),
    })
    await run().click()
    await userEvent.keyboard('d')
    await run().click({ force: true })
    expect(answers).toHaveLength(1)
    await bench.advance(3_000)
    expect(status(bench)).toBe('Reading and testing, 3 s')
    expect(run().element().getAttribute('aria-disabled')).toBe('true')
    answers[0]?.({ kind: 'card', card: CARD })
    await bench.send(later({ drill: CARD }))
    expect(status(bench)).toContain('flat in ~3.1 s')
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('d')
    expect(answers).toHaveLength(2)
  })

  it('ignores d while somebody types', async () => {
    let drills = 0
    await open(having({ drill: null }), { drill: () => (drills++, Promise.resolve(ok({ kind: 'card', card: CARD }))) })
    await page.getByLabelText('Name', { exact: true }).fill('')
    await userEvent.keyboard('d')
    expect(drills).toBe(0)
  })

  it('says why there was no drill, and that the card is an earlier one', async () => {
    const bench = await open(having({ drill: CARD }), {
      drill: () => Promise.resolve(ok({ kind: 'denied', message: verbatim('The desk is not open yet.') })),
    })
    await run().click()
    await expect
      .poll(() => bench.root.querySelector('[aria-labelledby="fire-drill"] [role="alert"]')?.textContent.trim())
      .toBe('No drill: The desk is not open yet. Below is the previous one.')
    expect(bench.root.querySelectorAll('ol[aria-label="What the drill found"] li')).toHaveLength(DRILL_CHECKS.length)
  })
})

describe('the trading mode', () => {
  const chosen = () => page.getByRole('radiogroup', { name: 'Trading mode' }).getByRole('radio', { checked: true })
  const note = ({ find }: Bench) => find('[aria-labelledby="trading-mode"] .note').textContent.trim()

  it('is set by main, and shown as set only once main reports it', async () => {
    const asked: TradingMode[] = []
    const bench = await open(having({ mode: 'active' }), {
      setMode: ({ mode }) => (asked.push(mode), Promise.resolve(ok(null))),
    })
    await expect.element(chosen()).toHaveAccessibleName('Active')
    await page.getByText('Halted', { exact: true }).first().click()
    expect(asked).toEqual(['halted'])
    await painted()
    expect(note(bench)).toBe('Setting…')
    expect(bench.find('dl [aria-current="true"]').textContent).toContain('Active')
    await bench.send(later({ mode: 'halted' }))
    expect(note(bench)).toBe('Kept until you change it.')
    expect(bench.find('dl [aria-current="true"]').textContent).toContain('Halted')
    expect(bench.root.textContent).toContain('No trading mode blocks exits')
  })

  it('of the demo account is described as temporary: it ends with Plimsoll', async () => {
    const snapshot = having({ mode: 'active' })
    const bench = await open({ ...snapshot, account: { ...snapshot.account!, kind: 'demo' } })
    expect(note(bench)).toBe('Kept until Plimsoll is closed.')
  })

  it('stays as it is, with the reason, when it could not be set', async () => {
    const bench = await open(having({ mode: 'active' }), {
      setMode: () => Promise.resolve(err(localFailure('closed', 'desk.setMode', verbatim('The disk is full.')))),
    })
    await page.getByText('Reducing', { exact: true }).first().click()
    await expect.poll(() => note(bench)).toBe('Not changed: The disk is full.')
    await expect.element(chosen()).toHaveAccessibleName('Active')
  })

  it('reports a mode that nobody chose, and shows none before the desk has reported', async () => {
    const bench = await open(having({ mode: 'halted', modeNote: verbatim('The mode could not be read: halted.') }))
    expect(note(bench)).toBe('The mode could not be read: halted.')
    const early = await open(emptySnapshot())
    expect(note(early)).toBe('Not known yet.')
    expect(early.root.querySelector('[aria-labelledby="trading-mode"] [role="radiogroup"]')).toBeNull()
  })
})
