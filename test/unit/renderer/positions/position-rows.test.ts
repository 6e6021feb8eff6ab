import { describe, expect, it } from 'vitest'
import type { DecimalText } from '#shared/domain/decimal.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import * as cell from '../../../../renderer/src/positions/position-cells.ts'
import { positionNotes } from '../../../../renderer/src/positions/detail-facts.ts'
import {
  coverOfRow,
  matchesPosition,
  openPnl,
  pnlAtLast,
  positionRows,
  returnOf,
  type PositionRow,
} from '../../../../renderer/src/positions/position-rows.ts'

function rows({ withRisk = true, withInstruments = true } = {}): readonly PositionRow[] {
  const { positions, risk, instruments } = fixtureSnapshot().parts
  return positionRows({ positions, ...(withRisk && { risk }), ...(withInstruments && { instruments }) })
}

function row(contract: string, options = {}): PositionRow {
  const found = rows(options).find(({ position }) => position.contract === contract)
  if (!found) throw new Error(`expected a position in ${contract}`)
  return found
}

it('judges the cover of a row once, when it is read', () => {
  const { positions, orders, desk } = fixtureSnapshot().parts
  let judged = 0
  const protections = new Proxy([], {
    get: (list, name) => ((judged += Number(name === 'map')), Reflect.get(list, name)),
  })
  if (!desk.data) throw new Error('expected a report of the desk')
  const [first] = positionRows({ positions, orders, desk: { ...desk, data: { ...desk.data, protections } } })
  expect(judged).toBe(0)
  expect(coverOfRow(first!)).toBe(coverOfRow(first!))
  expect(judged).toBe(1)
})

describe('profit at the last traded price', () => {
  const at = (contract: string, last: string | null) => {
    const quote = { area: 'contract', instrument: contract, last, lastAt: 0 } as unknown as PositionRow['quote']
    const found = row(contract)
    return { mark: found.position.markPrice!, pnl: found.risk!.totalPnl!, at: pnlAtLast({ ...found, quote }) }
  }

  it.each(['E-ETH-USDT', 'E-BTC-USD', 'E-SOL-USDT'])(
    'equals the profit at the mark when both prices agree: %s',
    (contract) => {
      const { mark, pnl } = at(contract, null)
      expect(at(contract, mark).at).toBe(pnl)
    },
  )

  it('changes by size times price for a linear contract, and in coins for an inverse one', () => {
    const linear = at('E-ETH-USDT', null)
    const { position, contract } = row('E-ETH-USDT')
    const sign = position.side === 'long' ? 1 : -1
    const size = Number(position.volume) * Number(contract!.multiplier)
    const moved = at('E-ETH-USDT', String(Number(linear.mark) + 10))
    expect(Number(moved.at) - Number(linear.pnl)).toBeCloseTo(sign * size * 10, 6)

    const inverse = at('E-BTC-USD', null)
    const held = row('E-BTC-USD')
    const face = Number(held.position.volume) * Number(held.contract!.multiplier)
    const side = held.position.side === 'long' ? 1 : -1
    const dearer = Number(inverse.mark) * 2
    const coins = side * face * (1 / Number(inverse.mark) - 1 / dearer)
    expect(Number(at('E-BTC-USD', String(dearer)).at) - Number(inverse.pnl)).toBeCloseTo(coins, 10)
  })

  it('is unknown without a price, a risk report or the contract', () => {
    expect(at('E-ETH-USDT', null).at).toBeNull()
    expect(pnlAtLast(row('E-ETH-USDT', { withRisk: false }))).toBeNull()
    expect(cell.lastPnl(row('E-ETH-USDT', { withInstruments: false }))).toBe('?')
  })
})

describe('the unrealised profit', () => {
  const { liquidity } = fixtureSnapshot().parts
  const withExit = (contract: string): PositionRow => {
    const found = row(contract)
    return { ...found, exit: liquidity.data!.rows.find(({ key }) => key === found.position.key) ?? null }
  }

  it.each(['E-ETH-USDT', 'E-BTC-USD'])(
    'moves from the mark as the whole profit does, and its return with it: %s',
    (contract) => {
      const found = row(contract)
      const last = String(Number(found.position.markPrice) * 1.01)
      const at = {
        ...found,
        quote: { area: 'contract', instrument: contract, last } as unknown as PositionRow['quote'],
      }
      const [mark, moved] = [openPnl(at, 'mark'), openPnl(at, 'last')]
      expect(mark).toBe(found.risk!.openPnl)
      expect(Number(moved) - Number(mark)).toBeCloseTo(Number(pnlAtLast(at)) - Number(found.risk!.totalPnl), 8)
      expect(returnOf(at, mark, 'roe')).toBe(found.risk!.returnOnMargin)
      expect(returnOf(at, moved, 'roi')! / returnOf(at, mark, 'roi')!).toBeCloseTo(Number(moved) / Number(mark), 12)
    },
  )

  it.each(['E-ETH-USDT', 'E-BTC-USD'])('is less by the cost of closing, in the margin coin: %s', (contract) => {
    const found = withExit(contract)
    const rate = Number(found.risk!.notional) / Number(found.risk!.value)
    const less = Number(openPnl(found, 'mark')) - Number(openPnl(found, 'exit'))
    expect(less * rate).toBeCloseTo(found.exit!.cost.value!, 8)
  })

  it('is unknown where the price or the cost is', () => {
    expect([openPnl(row('E-ETH-USDT'), 'last'), openPnl(row('E-ETH-USDT'), 'exit')]).toEqual([null, null])
    expect(openPnl(withExit('E-DOGE-USDT'), 'exit')).toBeNull()
    expect(returnOf(row('E-ETH-USDT'), null, 'roe')).toBeNull()
  })
})

describe('cells', () => {
  it('show the size in coins and in contracts', () => {
    expect([cell.size(row('E-ETH-USDT')), cell.contracts(row('E-ETH-USDT'))]).toEqual(['12 ETH', '1,200 ct'])
    expect(cell.size(row('E-BTC-USD'))).toBe('9,000 USD')
  })

  it('print prices with the decimals of the contract', () => {
    expect([cell.mark(row('E-XRP-USDT')), cell.entry(row('E-ETH-USDT'))]).toEqual(['0.5213', '3,410.20'])
  })

  it('always print profit with a sign, and name a coin that is not the dollar', () => {
    expect(cell.pnl(row('E-ETH-USDT'))).toMatch(/^−1,0\d\d\.\d\d$/)
    expect(cell.pnl(row('E-BTC-USD'))).toMatch(/^\+0\.00\d{4} BTC$/)
  })

  it('show "none" for a liquidation price out of range, and "?" for an unknown one', () => {
    expect([cell.liquidation(row('E-DOGE-USDT'), 'headline'), cell.distance(row('E-DOGE-USDT'))]).toEqual(['none', '—'])
    const unknown = row('E-ETH-USDT', { withRisk: false })
    expect([
      cell.liquidation(unknown, 'headline'),
      cell.distance(unknown),
      cell.pnl(unknown),
      cell.notional(unknown),
    ]).toEqual(['?', '?', '?', '?'])
  })

  it('turn amber within 20 % and red within 10 % of liquidation, on either side', () => {
    expect(
      ['E-ETH-USDT', 'E-LINK-USDT', 'E-BTC-USDT', 'E-SOL-USDT'].map((name) => cell.distanceTone(row(name))),
    ).toEqual(['red', 'red', 'amber', 'neutral'])
  })

  it('do not guess the size of an unknown contract', () => {
    const unknown = row('E-ETH-USDT', { withInstruments: false })
    expect([cell.size(unknown), cell.mark(unknown)]).toEqual(['?', '3,498.1'])
    expect(positionNotes(unknown)[0]).toContain('does not have this contract')
  })
})

it('say in the details that a frozen position cannot be closed, as the desk refuses it', () => {
  expect(positionNotes(row('E-DOGE-USDT'))[0]).toBe(
    'It cannot be closed from here. Delivery in progress: the venue accepts no orders for it.',
  )
})

it.each([
  ['a long, below the mark: up', '-0.1', '61234.561', '61,234.6'],
  ['a short, above the mark: down', '0.1', '68900.09', '68,900.0'],
])('round a liquidation price toward the mark, for %s', (_, distance, price, shown) => {
  const sample = row('E-BTC-USDT')
  if (!sample.risk?.liquidation) throw new Error('expected a liquidation price')
  const liquidation = { ...sample.risk.liquidation, headline: price as DecimalText, distance: Number(distance) }
  expect(cell.liquidation({ ...sample, risk: { ...sample.risk, liquidation } }, 'headline')).toBe(shown)
})

it.each([
  ['', 7],
  ['short', 2],
  ['isolated', 2],
  ['btc long cross', 2],
  ['nothing', 0],
])('the filter "%s" leaves %i positions', (filter, count) => {
  expect(rows().filter((each) => matchesPosition(each, filter))).toHaveLength(count)
})
