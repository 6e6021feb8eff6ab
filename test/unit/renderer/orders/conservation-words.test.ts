import { expect, it } from 'vitest'
import type { ConservationRow } from '#shared/desk/conservation.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { conservationNotes } from '../../../../renderer/src/orders/conservation-words.ts'

type Amount = string | null
const row = (
  subject: ConservationRow['subject'],
  [locked, known, residual]: [string, Amount, Amount],
  more: Partial<ConservationRow> = {},
): ConservationRow => ({
  key: JSON.stringify(subject),
  subject,
  unit: subject.kind === 'asset' ? subject.asset : subject.kind === 'margin' ? subject.marginCoin : 'contracts',
  locked: decimal(locked),
  known: known === null ? null : decimal(known),
  residual: residual === null ? null : decimal(residual),
  state: 'explained',
  doubt: null,
  places: [],
  seenAt: null,
  ...more,
})
const spot = (instrument: string, orders: 'notRead' | 'failed' | 'read' = 'read') => ({
  area: 'spot' as const,
  instrument,
  orders,
})
const titleOf = (_: string, identifier: string) => identifier.replace('USDT', '/USDT')
const said = (...rows: ConservationRow[]) =>
  conservationNotes(rows, titleOf).map(({ tone, text }) => `${tone}: ${text}`)

const BTC = { kind: 'asset', asset: 'BTC' } as const
const ETH = { kind: 'asset', asset: 'ETH' } as const
const CLOSING = { kind: 'position', contract: 'E-SOL-USDT', side: 'long' } as const
const MARGIN = { kind: 'margin', marginCoin: 'USDT' } as const

it('says what is locked, what is known, and the residual, worst first', () => {
  expect(
    said(
      row(BTC, ['0.05', '0.05', '0']),
      row(CLOSING, ['0', '900', '-900'], { state: 'unlocked' }),
      row(MARGIN, ['12.5', null, null]),
      row({ kind: 'asset', asset: 'SOL' }, ['2', '1', '1'], { state: 'notComparable', doubt: 'moments' }),
      row(ETH, ['2.35', '2', '0.35'], { state: 'unexplained' }),
    ),
  ).toEqual([
    'amber: 0.35 ETH is locked by an order Plimsoll cannot see',
    'busy: SOL locked 2, known orders need 1: checked again at the next read',
    'ok: E-SOL-USDT long closing 0 < known 900',
    'ok: BTC locked 0.05 = known 0.05',
    'ok: USDT order margin 12.5, opening orders are known',
  ])
})

it('says the same for positions and margin', () => {
  expect(
    said(
      row(CLOSING, ['40', '10', '30'], { state: 'unexplained' }),
      row(MARGIN, ['12.5', '0', '12.5'], { state: 'unexplained' }),
    ),
  ).toEqual([
    'amber: 30 ct of E-SOL-USDT long are in a closing order Plimsoll cannot see',
    'amber: 12.5 USDT of margin is held for orders, and Plimsoll sees none',
  ])
})

it('names where to look, at most three places, and what is unknown about them', () => {
  const places = [spot('ETHUSDT', 'notRead'), spot('ETHBTC', 'failed'), spot('ETHEUR'), spot('ETHUSD'), spot('AETH')]
  const [note] = conservationNotes([row(ETH, ['1', '0', '1'], { state: 'unexplained', places })], titleOf)
  expect(note?.why).toBe(
    'placed elsewhere, or not read: look at ETH/USDT (not read), ETHBTC (not readable now), ETHEUR and 2 more',
  )
})

it('says why it cannot be determined now', () => {
  const doubt = { state: 'notComparable', doubt: 'failed' } as const
  const [note] = conservationNotes([row(ETH, ['1', '0', '1'], doubt)], titleOf)
  expect(note?.why).toContain('cannot be read now')
})
