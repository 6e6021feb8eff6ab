import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import { emptySnapshot, fixtureSnapshot, intents, readFailure, WALL, withPart } from '#test/support/snapshot.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import JournalView from '../../../renderer/src/journal/JournalView.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const ESTIMATE: PlanEstimate = {
  requests: 1,
  likelyMs: 400,
  p95Ms: 900,
  legs: [{ startsAtMs: 0, effect: verbatim('frees 0.05 BTC'), price: null, slippage: decimal(0), fee: decimal(0) }],
  reportingCoin: 'USDT',
  slippage: decimal(0),
  fee: decimal(0),
  costIsPartial: false,
  margin: [],
  warnings: [],
}
const venue = { code: '-2011', message: 'Unknown order <i>sent</i>.' }
const CANCELED: IntentReport = {
  intentId: '0b7e6c1e-3d57-4a8e-9a51-1f1f0c9b2a04',
  action: { kind: 'cancelMatching', filter: { area: 'spot', instrument: 'BTCUSDT', side: null, closing: true } },
  createdAt: WALL - 30_000,
  tookMs: 380,
  note: null,
  seenAt: null,
  estimate: ESTIMATE,
  state: 'done',
  legs: [
    {
      request: { kind: 'cancel', area: 'spot', instrument: 'BTCUSDT', orderId: '41' },
      state: 'verified',
      round: 1,
      orderId: null,
      executed: null,
      fillPrice: null,
      detail: verbatim('Cancelled.'),
      failure: { ...readFailure('spot.cancelOrder', 'Refused.'), venue },
      changedAt: WALL - 29_000,
    },
  ],
}

function withIntents(reports: readonly IntentReport[]): Snapshot {
  const snapshot = fixtureSnapshot()
  const data = snapshot.parts.desk.data!
  return withPart(snapshot, 'desk', { data: { ...data, intents: encode(reports) } })
}

const whole = (): Snapshot => withIntents([CANCELED, ...intents()])
const titles = ({ root }: Bench): string[] =>
  [...root.querySelectorAll('td.what')].map((cell) => cell.textContent.trim())

it('lists what was requested, newest first, with plan and result', async () => {
  const bench = await openWindow(JournalView, whole())
  expect(titles(bench)).toEqual([
    'Close long E-SOL-USDT cross at market',
    'Cancel all orders of BTC/USDT',
    'Cancel E-BTC-USDT order …499819',
    'Close long E-DOGE-USDT cross at market',
  ])
  const cells = [...bench.root.querySelectorAll('tr.row')[1]!.querySelectorAll('td')].map((cell) =>
    cell.textContent.trim(),
  )
  expect(cells.slice(4)).toEqual(['1/1', '1', '~0.4 s', '0.4 s', '0.00 USDT', 'Restore…'])
  expect(bench.find('header').textContent).toContain('newest 50')
})

it('expands into its requests with Enter, and marks the venue’s own words', async () => {
  const bench = await openWindow(JournalView, whole())
  bench.find('tr[tabindex="0"]').focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await painted()
  const legs = bench.find('.legs')
  expect(legs.textContent.replaceAll('\u2060', '')).toContain('Cancel BTC/USDT order …41')
  expect(legs.textContent).toContain('frees 0.05 BTC')
  expect(bench.find('.venue').textContent.replace(/\s+/g, ' ')).toBe('the venue: -2011: Unknown order <i>sent</i>.')
  await userEvent.keyboard('{Escape}')
  await painted()
  expect(bench.root.querySelector('.legs')).toBeNull()
})

it('needs two lines for a cancel in a small window, and shows the price, slippage and fee of a close', async () => {
  const [{ request, ...leg }] = CANCELED.legs as [IntentReport['legs'][number]]
  const close = {
    kind: 'close',
    area: 'contract',
    instrument: 'E-SOL-USDT',
    side: 'sell',
    positionKey: 'E-SOL-USDT:isolated:long',
  }
  const planned = {
    startsAtMs: 0,
    effect: verbatim('cancels the order to sell 0.012 at 96,421.66'),
    price: null,
    slippage: null,
    fee: null,
  }
  const report: IntentReport = {
    ...CANCELED,
    estimate: {
      ...ESTIMATE,
      legs: [planned, { ...planned, effect: verbatim('frees 1,707 USDT'), price: decimal(178.1), fee: decimal(12.3) }],
    },
    legs: [
      {
        ...leg,
        request: { ...request, orderId: '3176908865623403031' } as typeof request,
        detail: verbatim('The venue accepted the cancel, and the order is no longer open.'),
        failure: null,
      },
      {
        ...leg,
        request: { ...close, volume: decimal(1150), price: null, timeInForce: 'now', clientOrderId: 'p-1' } as never,
        executed: decimal(1150),
        fillPrice: decimal(178.077),
        failure: null,
      },
    ],
  }
  await page.viewport(1280, 800)
  const bench = await openWindow(JournalView, withIntents([report]))
  bench.root.style.width = '1088px'
  bench.find('tr[tabindex="0"]').focus()
  await userEvent.keyboard('{Enter}')
  await painted()
  const [cancel, closed] = [...bench.root.querySelectorAll<HTMLElement>('.legs tbody tr')]
  expect(cancel!.offsetHeight).toBeLessThanOrEqual(2 * 18 + 8)
  expect(closed!.textContent).toMatch(/178\.077.*slippage \+1\.3 bps · fee ~12\.30 USDT/)
  const box = bench.find('.legs .scroller')
  expect(box.scrollWidth).toBe(box.clientWidth)
})

it('restores what was cancelled on Spot only through a plan, by mouse and by r', async () => {
  const bench = await openWindow(JournalView, whole())
  expect(bench.root.querySelectorAll('[data-action="restore"]')).toHaveLength(1)
  await userEvent.click(bench.find('[data-action="restore"]'))
  const view = { kind: 'plan', action: { kind: 'restore', intentId: CANCELED.intentId } }
  expect(usePlanSheet().view).toMatchObject(view)
  usePlanSheet().close()
  bench.find('tr[tabindex="0"]').focus()
  await userEvent.keyboard('r')
  expect(usePlanSheet().isOpen).toBe(false)
  await userEvent.keyboard('{ArrowDown}r')
  expect(usePlanSheet().view).toMatchObject(view)
  expect(bench.submitted).toEqual([])
})

it('shows the state of a restore instead of offering it again', async () => {
  const [running] = intents()
  const again: IntentReport = { ...running!, action: { kind: 'restore', intentId: CANCELED.intentId } }
  const bench = await openWindow(JournalView, withIntents([again, CANCELED]))
  expect(bench.root.querySelector('[data-action="restore"]')).toBeNull()
  expect(bench.root.querySelectorAll('tr.row')[1]?.querySelector('td.actions')?.textContent).toContain('unknown')
})

it('marks an intent as seen by mouse and by l, and keeps the row', async () => {
  const [sample] = intents()
  const human: IntentReport = { ...sample!, state: 'needsHuman', legs: [{ ...sample!.legs[0]!, state: 'needsHuman' }] }
  const marked: string[] = []
  const bench = await openWindow(JournalView, withIntents([human, CANCELED]), {
    desk: {
      markSeen: ({ intentId }) => {
        marked.push(intentId)
        return Promise.resolve(marked.length > 1 ? ok(null) : err(readFailure('desk.markSeen', 'The disk is full.')))
      },
    },
  })
  expect(bench.root.querySelectorAll('[data-action="seen"]')).toHaveLength(1)
  await userEvent.click(bench.find('[data-action="seen"]'))
  await expect.poll(() => bench.find('[data-action="seen"]').textContent).toContain('The disk is full.')
  bench.find('tr[tabindex="0"]').focus()
  await userEvent.keyboard('l')
  expect(marked).toEqual([human.intentId, human.intentId])
  const seen = withIntents([{ ...human, seenAt: WALL }, CANCELED])
  await bench.send({ ...withPart(seen, 'desk', {}), seq: 2 })
  expect(bench.root.querySelector('[data-action="seen"]')).toBeNull()
  expect(bench.root.querySelector('td.state')?.textContent).toContain('seen 12:03')
  expect(bench.submitted).toEqual([])
})

it('copies what is shown as text or as JSON lines', async () => {
  const bench = await openWindow(JournalView, whole())
  await userEvent.fill(bench.find('[data-filter]'), 'btc/usdt')
  await painted()
  const [asText, asJson] = bench.root.querySelectorAll<HTMLElement>('header .button')
  await userEvent.click(asJson!)
  const area = () => document.querySelector('textarea')!
  await expect.poll(() => document.activeElement).toBe(area())
  expect(
    area()
      .value.trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as IntentReport).intentId),
  ).toEqual([CANCELED.intentId])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(asText!)
  expect(area().value).toContain('Cancel all orders of BTC/USDT: verified')
  await userEvent.keyboard('{Escape}')
})

it('says that nothing was requested only after the desk has reported', async () => {
  expect((await openWindow(JournalView, withIntents([]))).root.textContent).toContain('No actions in this account yet.')
  expect((await openWindow(JournalView, emptySnapshot())).root.textContent).toContain('The journal is being read')
})

it('says how many rows of the journal were skipped, if any', async () => {
  const lines = ({ root }: Bench): string[] => [...root.querySelectorAll('.passed')].map((line) => line.textContent)
  expect(lines(await openWindow(JournalView, whole()))).toEqual([])
  const snapshot = whole()
  const data = { ...snapshot.parts.desk.data!, passedOver: { outOfPlace: 1, laterKinds: 3 } }
  const bench = await openWindow(JournalView, withPart(snapshot, 'desk', { data }))
  expect(lines(bench)).toEqual([
    '1 row of the journal does not fit the rows before it and is skipped. 3 rows of the journal were written by a later Plimsoll and are skipped.',
  ])
  expect(titles(bench)).toHaveLength(4)
})

it('is saved where main says, as text or as machine-readable lines', async () => {
  const saved: { what: string; text: string }[] = []
  const bench = await openWindow(JournalView, withIntents([CANCELED]), {
    desk: { saveText: (asked) => (saved.push(asked), Promise.resolve(ok('/home/trader/journal.txt'))) },
  })
  for (const name of ['Copy text…', 'Copy JSON lines…']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Save…' }).click()
    await expect.element(page.getByText('Saved as /home/trader/journal.txt')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => bench.root.ownerDocument.querySelector('[role="dialog"]')).toBeNull()
  }
  expect(saved.map(({ what }) => what)).toEqual(['journal', 'journalLines'])
  expect(JSON.parse(saved[1]!.text)).toMatchObject({ intentId: CANCELED.intentId })
})
