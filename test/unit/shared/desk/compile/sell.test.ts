import { expect, it } from 'vitest'
import { compile } from '#shared/desk/compile.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { SellRequest } from '#shared/desk/plan.ts'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { NO_FACTS, openOrder } from '#test/support/desk-facts.ts'
import { balance, pair, riskInputs } from '#test/support/portfolio-fixtures.ts'

const KNOWN: DeskFacts = { ...NO_FACTS, instruments: [pair('BTC', 'USDT')], risk: riskInputs() }

function sales(balances: DeskFacts['balances']): readonly SellRequest[] {
  const draft = compile({ kind: 'flatten', spot: 'sell' }, { ...KNOWN, balances }, () => 'id')
  return draft.ok ? draft.value.legs.filter((leg) => leg.kind === 'sell') : []
}

it('a sale carries what was held of its coin, free and locked, if both are known', () => {
  const sale = { kind: 'sell', area: 'spot', instrument: 'BTCUSDT', asset: 'BTC', clientOrderId: 'id' } as const
  expect(sales([balance('BTC', 2, 1)])).toEqual([{ ...sale, quantity: decimal(2), held: decimal(3) }])
  expect(sales([{ ...balance('BTC', 2), locked: null }])).toEqual([{ ...sale, quantity: decimal(2) }])
})

it('the free part and what a cancel frees are two sales, if each is at least the smallest one', () => {
  const resting = openOrder({ area: 'spot', instrument: 'BTCUSDT', orderId: '1' }, { side: 'sell', quantity: '0.5' })
  const parts = (minMarketSell: string | null) => {
    const instruments = [pair('BTC', 'USDT', { minMarketSell: minMarketSell === null ? null : decimal(minMarketSell) })]
    const facts = { ...KNOWN, instruments, orders: [resting], balances: [balance('BTC', '0.7', '0.5')] }
    const draft = compile({ kind: 'flatten', spot: 'sell' }, facts, () => 'id')
    const legs = draft.ok ? draft.value.legs : []
    return legs.flatMap((leg) => (leg.kind === 'sell' ? [toText(leg.quantity)] : []))
  }
  expect([parts('0.5'), parts('0.500001'), parts(null)]).toEqual([['0.7', '0.5'], ['1.2'], ['1.2']])
})
