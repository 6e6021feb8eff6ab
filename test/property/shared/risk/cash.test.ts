import fc from 'fast-check'
import { expect, it } from 'vitest'
import { positionKey, type Position } from '#shared/domain/account.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import { toFloat } from '#shared/domain/decimal.ts'
import { assess, type RiskInputs } from '#shared/risk/assess.ts'
import { pair, quote } from '#test/support/portfolio-fixtures.ts'
import { account } from './accounts.ts'

const USDC = pair('USDC', 'USDT')
const renamed = (text: string): string => text.replace('USDT', 'USDC')

/** The same account at a venue whose linear contracts are quoted and margined in USDC, at a dollar each. */
function inUsdc(inputs: RiskInputs): RiskInputs {
  const instrument = (each: Instrument): Instrument =>
    each.area === 'spot'
      ? each
      : {
          ...each,
          ...{ name: renamed(each.name), quoteAsset: renamed(each.quoteAsset), marginCoin: renamed(each.marginCoin) },
        }
  const position = (held: Position): Position => {
    const contract = renamed(held.contract)
    const key = positionKey(contract, held.marginMode, held.side)
    return { ...held, contract, key, marginCoin: renamed(held.marginCoin) }
  }
  return {
    ...inputs,
    instruments: [USDC, ...inputs.instruments!.map(instrument)],
    marginAccounts: inputs.marginAccounts!.map((each) => ({ ...each, marginCoin: renamed(each.marginCoin) })),
    positions: inputs.positions!.map(position),
    quotes: [
      quote(USDC, 1),
      ...inputs.quotes!.map((each) =>
        each.area === 'spot' ? each : { ...each, instrument: renamed(each.instrument) },
      ),
    ],
    orders: inputs.orders!.map((each) =>
      each.area === 'spot' ? each : { ...each, instrument: renamed(each.instrument) },
    ),
  }
}

it('has the same risk in any dollar coin: exposure, worst case, and who is liquidated where', () => {
  fc.assert(
    fc.property(account, (inputs) => {
      const [one, other] = [assess(inputs), assess(inUsdc(inputs))]
      expect(other.exposure).toEqual(one.exposure)
      expect(other.fills!.worstGross && toFloat(other.fills!.worstGross)).toEqual(
        one.fills!.worstGross && toFloat(one.fills!.worstGross),
      )
      expect(other.loadLine.equity).toEqual(one.loadLine.equity!.map((value) => expect.closeTo(value, 4) as number))
      expect(other.loadLine.breaches.map(({ unitId, shock }) => [unitId, shock])).toEqual(
        one.loadLine.breaches.map(({ unitId, shock }) => [renamed(unitId), shock]),
      )
    }),
    { numRuns: 60 },
  )
})
