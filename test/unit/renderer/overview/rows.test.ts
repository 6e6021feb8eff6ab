import { describe, expect, it } from 'vitest'
import type { DecimalText } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import { balanceRow, holdingsOf } from '../../../../renderer/src/overview/balance-rows.ts'
import { coinText, fullness, marginRow } from '../../../../renderer/src/overview/margin-rows.ts'

const { balances, risk } = fixtureSnapshot().parts
const report = risk.data
if (balances.data === null || report === null) throw new Error('expected a full fixture')
const text = (value: string) => value as DecimalText
const [template] = report.margin
if (template === undefined) throw new Error('expected a margin unit')
const unit = (id: string, change: Partial<typeof template>) => ({ ...template, id, ...change })

const balanceRows = (
  valuation: Parameters<typeof holdingsOf>[0],
  held = balances.data ?? [],
  doubts: readonly PriceFinding[] = [],
) => holdingsOf(valuation, held).map((holding) => balanceRow(holding, doubts))

describe('Spot holdings', () => {
  const rows = balanceRows(report.valuation, balances.data ?? [])

  it('sorts by value and puts what has no price last, with a note', () => {
    expect(rows.map(({ asset }) => asset).slice(0, 3)).toEqual(['ETH', 'BTC', 'USDT'])
    expect(rows.at(-1)).toMatchObject({
      asset: 'WEN',
      value: null,
      path: expect.stringContaining('left out') as string,
    })
  })

  it('adds locked to free amounts and shows both', () => {
    expect(rows[1]).toMatchObject({ asset: 'BTC', total: '0.31', locked: '0.05' })
    expect(rows.find(({ asset }) => asset === 'SOL')?.locked).toBe('—')
  })

  it('leaves out empty coins, and keeps those that are only locked', () => {
    const [sample] = balances.data ?? []
    if (sample === undefined) throw new Error('expected a balance')
    const none = { ...sample, asset: 'UNI', free: text('0'), locked: text('0.000') }
    const locked = { ...sample, asset: 'FIL', free: text('0'), locked: text('1') }
    expect(balanceRows(null, [none, locked]).map(({ asset }) => asset)).toEqual(['FIL'])
  })

  it('names the prices behind a value', () => {
    expect(rows[1]?.path).toMatch(/^1 BTC = 62,410\.5 by BTCUSDT$/)
  })

  it('marks a value that a doubtful price is behind, of that market alone', () => {
    const jumped = { code: 'jump', field: 'last', from: 60_000, to: 600 } as const
    const marked = (area: Area) => {
      const found = balanceRows(report.valuation, balances.data ?? [], [{ ...jumped, area, instrument: 'BTCUSDT' }])
      return found.filter(({ doubts }) => doubts.length > 0).map(({ asset }) => asset)
    }
    expect([marked('spot'), marked('contract')]).toEqual([['BTC'], []])
  })

  it('shows balances before they are valued', () => {
    expect(balanceRows(null, balances.data ?? [])[0]).toMatchObject({ value: null, path: 'not valued yet' })
  })
})

describe('margin units', () => {
  it('puts the highest usage first, a unit in liquidation before all, and one without position last', () => {
    const units = [
      unit('idle', { state: 'noPosition', usage: null }),
      unit('half', { usage: 0.5 }),
      unit('lost', { state: 'inLiquidation', usage: null }),
      unit('unknown', { state: 'notModelled', usage: null }),
    ].toSorted((one, other) => fullness(other) - fullness(one))
    expect(units.map(({ id }) => id)).toEqual(['lost', 'unknown', 'half', 'idle'])
  })

  it('gives the exact amount that is free above the requirement', () => {
    const row = marginRow(unit('a', { equity: text('1000.10'), requirement: text('1000.3') }), 'neutral')
    expect(row).toMatchObject({ free: '−0.200000', freeIsNegative: true })
  })

  it('gives how far all prices can move until it is liquidated, with a severity of its own', () => {
    const at = (change: Partial<typeof template>) => marginRow(unit('a', { state: 'ok', ...change }), 'red')
    const near = at({ breachDown: -0.3, breachUp: 0.15 })
    expect(near).toMatchObject({ toLiquidation: '+15.0\u202f%', distance: 'amber', severity: 'red' })
    expect(at({ breachDown: null, breachUp: null })).toMatchObject({ toLiquidation: '—', distance: 'neutral' })
    expect(at({ state: 'inLiquidation', breachDown: -0.01 }).toLiquidation).toBe('—')
  })

  it('names the coin of its amounts where its name does not', () => {
    const coin = (positionKey: string | null, marginCoin: string) =>
      marginRow(unit('a', { positionKey, marginCoin }), 'neutral').coin
    expect(coin('E-LINK-USDT:isolated:long', 'USDT')).toBe('')
    expect(coin('E-BTC-USD:isolated:long', 'BTC')).toBe('BTC')
    expect(coin(null, 'USDT')).toBe('')
  })

  it('shows ? for unknown values, never zero', () => {
    const unknown = { state: 'notModelled', equity: null, marginRate: null, requiredRate: null } as const
    const row = marginRow(unit('a', unknown), 'neutral')
    expect(row).toMatchObject({ equity: '?', free: '?', rate: '?', required: '?' })
  })
})

describe('coinText', () => {
  it.each([
    ['9204.18', '9,204.18'],
    ['14.91455', '14.9146'],
    ['0.0962', '0.096200'],
    ['0', '0.00'],
    ['-1234.5', '−1,234.50'],
  ])('writes %s as %s', (value, expected) => {
    expect(coinText(text(value))).toBe(expected)
  })
})
