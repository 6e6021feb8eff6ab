import { expect, it } from 'vitest'
import { betaShock, coinShock, uniformShock } from '#shared/risk/load-line/shock-model.ts'
import { betaMoves } from '#shared/risk/stress/listed-scenarios.ts'
import type { Moves, Scenario } from '#shared/risk/stress/scenario-report.ts'
import { verbatim } from '#shared/words/message.ts'
import { moveAlong } from '../../../../../renderer/src/risk/stress/line-choice.ts'

const CASH = ['USDT']
const ASSETS = ['BTC', 'ETH', 'USDT']
const BETAS = { BTC: 1, ETH: 1.3 }
const uniform = uniformShock(CASH)
const byBeta = betaShock('betaGeometric', CASH, BETAS, 1.5)

function scenario(close: Moves, more: Partial<Scenario> = {}): Scenario {
  return { id: 'x', name: verbatim(''), about: verbatim(''), close, low: close, ...more }
}
const all: Moves = { named: {}, others: -0.1 }
const place = (of: Scenario, shock = uniform) => moveAlong(of, shock, ASSETS, CASH)

it('finds the move at which a scenario lies on each line', () => {
  expect(place(scenario(all))).toBeCloseTo(-0.1, 12)
  expect(place(scenario({ named: { BTC: 0.2 }, others: 0 }), coinShock('BTC'))).toBeCloseTo(0.2, 12)
  expect(place(scenario(betaMoves(-0.3, BETAS)), byBeta)).toBeCloseTo(-0.3, 12)
})

it.each<readonly [string, Scenario]>([
  ['moves coins apart', scenario({ named: { ETH: -0.2 }, others: -0.1 })],
  ['moves cash too', scenario({ named: { USDT: -0.05 }, others: -0.1 })],
  ['was lower on the way', scenario(all, { low: { named: {}, others: -0.2 } })],
  ['also pays funding', scenario(all, { funding: { rate: 0.001, payments: 3 } })],
  ['moves contracts off their coin', scenario({ ...all, basis: 0.01 })],
])('finds none for a scenario that %s', (_name, of) => {
  expect(place(of)).toBeNull()
})

it('finds none on the line of a coin that the scenario does not move alone', () => {
  expect(place(scenario(all), coinShock('BTC'))).toBeNull()
})
