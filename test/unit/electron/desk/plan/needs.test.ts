/** What is read for each kind of plan: enough, and nothing that it does not need. */
import { expect, it } from 'vitest'
import { needsOf, type Purpose } from '#electron/desk/plan/needs.ts'
import { closeAtMarket, type OrderFilter } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { NO_FACTS, openOrder } from '#test/support/desk-facts.ts'
import { contract, pair, position } from '#test/support/portfolio-fixtures.ts'

const [BTC, ETH, SOL, PAIR] = [
  contract('BTC', 'USDT'),
  contract('ETH', 'USDT'),
  contract('SOL', 'USDT'),
  pair('BTC', 'USDT'),
]
const [LONG, SHORT] = [position(BTC), position(ETH, { side: 'short' })]
const VIEW: DeskView = {
  ...NO_FACTS,
  instruments: [BTC, ETH, SOL, PAIR],
  positions: [LONG, SHORT],
  orders: [
    openOrder({ area: 'spot', instrument: PAIR.symbol, orderId: '1' }),
    openOrder({ area: 'contract', instrument: SOL.name, orderId: '2' }),
  ],
}
const ON_CONTRACT = [BTC.name, ETH.name, SOL.name]
const matching = (filter: Partial<OrderFilter>): Purpose => ({
  kind: 'cancelMatching',
  filter: { area: null, instrument: null, side: null, closing: true, ...filter },
})
const order = { area: 'spot', instrument: PAIR.symbol, orderId: '1' } as const
const protect = {
  purpose: 'stopLoss',
  size: { kind: 'percent', percent: 100 },
  trigger: { kind: 'breakEven' },
} as const

/** `all`: the areas where every order counts. */
it.each<[Purpose, 'positions' | 'balances' | 'both' | 'neither', readonly string[], readonly string[]]>([
  [{ kind: 'cancelOrder', ...order }, 'neither', [], []],
  [{ kind: 'cancelOrders', orders: [order] }, 'neither', [], []],
  [{ kind: 'restore', intentId: 'one' }, 'neither', [], []],
  [matching({}), 'balances', [...ON_CONTRACT, PAIR.symbol], ['contract', 'spot']],
  [matching({ area: 'spot' }), 'balances', [PAIR.symbol], ['spot']],
  [matching({ area: 'contract' }), 'neither', ON_CONTRACT, ['contract']],
  [matching({ area: 'contract', instrument: 'unknown' }), 'neither', ['unknown'], []],
  [matching({ instrument: SOL.name }), 'neither', [SOL.name], []],
  [matching({ instrument: PAIR.symbol }), 'neither', [PAIR.symbol], []],
  [closeAtMarket(LONG.key), 'positions', [BTC.name], []],
  [{ kind: 'closeSide', side: 'short' }, 'positions', [ETH.name], []],
  [{ kind: 'reduceAll', side: 'short', percent: 50 }, 'positions', [ETH.name], []],
  [{ kind: 'reduceAll', side: null, percent: 50 }, 'positions', [BTC.name, ETH.name], []],
  [{ kind: 'reduce', closes: [{ positionKey: SHORT.key, volume: '1' }] }, 'positions', [ETH.name], []],
  [{ kind: 'protect', positionKey: LONG.key, ...protect }, 'positions', [BTC.name], []],
  [{ kind: 'breakEvenAll' }, 'positions', [BTC.name, ETH.name], []],
  [{ kind: 'flatten', spot: 'keep' }, 'both', [...ON_CONTRACT, PAIR.symbol], ['contract', 'spot']],
  [{ kind: 'rescue' }, 'positions', ON_CONTRACT, ['contract']],
])('%j', (purpose, account, names, all) => {
  const { positions, balances, orders, everyOrderOf } = needsOf(purpose)
  const read = positions ? (balances ? 'both' : 'positions') : balances ? 'balances' : 'neither'
  const asked = orders(VIEW).map(({ instrument }) => instrument)
  expect([read, asked.toSorted(), [...everyOrderOf].toSorted()]).toEqual([account, names.toSorted(), all])
})
