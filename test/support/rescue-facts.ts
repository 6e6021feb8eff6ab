/** An account to rescue: equity of 14,000 USDT carries a long worth 70,000. */
import type { DeskFacts } from '#shared/desk/facts.ts'
import { rankWays } from '#shared/desk/rescue.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { RiskInputs } from '#shared/risk/assess.ts'
import { depth, NO_FACTS } from '#test/support/desk-facts.ts'
import { contract, marginAccount, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inWords } from './in-words.ts'

export const BTC = contract('BTC', 'USDT')
export const ETH = contract('ETH', 'USDT')
export const INVERSE = contract('BTC', 'USD', { direction: 'inverse' })
export const BTCUSDT = pair('BTC', 'USDT')
/** 2,000 contracts of 0.01 BTC at 3,500: 70,000 USDT. One contract is worth 35. */
export const LONG = position(BTC, { volume: 2_000, averagePrice: 3_500, openPrice: 3_400, markPrice: 3_500 })
export const ISOLATED = position(BTC, { ...LONG, marginMode: 'isolated', margin: 7_000 })

const RISK = riskInputs({
  instruments: [BTC, ETH, INVERSE, BTCUSDT],
  positions: [LONG],
  marginAccounts: [marginAccount('USDT', { crossEquity: 14_000 })],
  quotes: [quote(BTCUSDT, 3_500)],
})
export const BIDS = depth('contract', BTC.name, [
  [3_499, 300],
  [3_490, 3_000],
])

/** An account with these positions, all of it just read. */
export function factsOf(
  positions: readonly Position[],
  risk: Partial<RiskInputs> = {},
  more: Partial<DeskFacts> = {},
): DeskFacts {
  const inputs = { ...RISK, positions, ...risk }
  const instruments = inputs.instruments ?? []
  return {
    ...NO_FACTS,
    instruments,
    positions,
    quotes: inputs.quotes ?? [],
    orderReads: [BTC, ETH, INVERSE].map(({ name }) => ({ area: 'contract', instrument: name, ageMs: 0 })),
    depths: [BIDS],
    risk: inputs,
    ...more,
  }
}

export type Ranked = ReturnType<typeof ranked>

export function ranked(facts: DeskFacts, target: string, unitId = 'cross:USDT') {
  const answer = rankWays(unitId, decimal(target), facts)
  if (answer.kind === 'denied') throw new Error(inEnglish(answer.denial.message))
  return inWords(answer)
}

export function denied(facts: DeskFacts, target = '0.25', unitId = 'cross:USDT') {
  const answer = rankWays(unitId, decimal(target), facts)
  return answer.kind === 'denied' ? inWords(answer.denial) : null
}

/** The contracts that each way closes, in short form. */
export function sizes({ ways }: Ranked): readonly string[] {
  return ways.map(({ action, reaches }) => {
    const mark = reaches ? '' : ' (not enough)'
    if (action.kind === 'reduce')
      return action.closes.map(({ positionKey, volume }) => `${positionKey} ${volume}`).join(' + ') + mark
    if (action.kind === 'closePosition')
      return `${action.positionKey} ${action.size.kind === 'volume' ? action.size.volume : 'all'}${mark}`
    return action.kind + mark
  })
}
