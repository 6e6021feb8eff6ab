import { describe, expect, it } from 'vitest'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { Fact } from '#shared/domain/message.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { changeThisRun, equityParts, leftOut } from '../../../../renderer/src/strip/equity.ts'

type Risk = Encoded<RiskReport>

function report(change: Partial<Risk> = {}): Risk {
  const { data } = fixtureSnapshot().parts.risk
  if (!data) throw new Error('expected risk figures')
  return { ...data, ...change }
}

it('measures the change of equity from the first point of the run', () => {
  const curve = [
    [1_000, 100],
    [2_000, 90],
  ] as const
  expect(changeThisRun('112.5' as DecimalText, curve)).toEqual({ since: 1_000, amount: '12.5' })
  expect(changeThisRun('112.5' as DecimalText, [])).toBeNull()
})

it('names what the total leaves out', () => {
  const names = (...all: Fact[]) => message('strip.without', { names: all })
  const balances = message('strip.part.balances')
  expect(leftOut(report(), 2)).toEqual([names('WEN')])
  expect(leftOut(report({ missing: ['balances', 'quotes'] }), 2)).toEqual([names(balances, 'WEN')])
  const partly = message('strip.someUnread', { part: balances })
  expect(leftOut(report({ incomplete: ['balances', 'positions'] }), 2)).toEqual([names('WEN'), partly])
  const { equity } = report()
  const [many] = leftOut(report({ equity: { ...equity, unpriced: ['A', 'B', 'C', 'D'] } }), 2)
  expect(many && inEnglish(many)).toBe('without A, B and 2 more')
  expect(leftOut(report({ equity: { ...equity, unpriced: [] } }), 2)).toEqual([])
})

describe('equityParts', () => {
  it('names Spot, and the contract equity in each margin coin with its value', () => {
    const text = (value: string) => value as DecimalText
    const equity = {
      ...report().equity,
      spot: text('100'),
      coins: [
        { marginCoin: 'BTC', equity: text('0.5'), value: text('30000') },
        { marginCoin: 'ODD', equity: text('7'), value: null },
        { marginCoin: 'USDT', equity: null, value: null },
      ],
    }
    expect(equityParts(report({ equity })).map(inEnglish)).toEqual([
      'Spot: 100.00 USDT',
      'Contracts: 0.5 BTC, worth 30,000.00 USDT',
      'Contracts: 7 ODD, worth ? USDT',
      'Contracts: ? USDT, worth ? USDT',
    ])
  })
})
