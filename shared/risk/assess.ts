import type { Contract, Pair } from '../domain/instrument.ts'
import { accountsAtMarks, equityOf } from './account/equity.ts'
import { exposureOf } from './account/exposure.ts'
import { missingOf, type RiskInputs } from './inputs.ts'
import { loadUnit, plainHoldings } from './load-line/load-input.ts'
import { loadLine, type LoadUnit } from './load-line/load-line.ts'
import { marginUnits, type UnitModel } from './account/margin.ts'
import { modelPosition } from './account/position-model.ts'
import { positionRisks } from './account/position-risk.ts'
import { freshQuotes, marksOf, pricedPairs } from './account/prices.ts'
import type { MarginUnit, RiskReport } from './report.ts'
import { uniformShock } from './load-line/shock-model.ts'
import { pricingIn, valuationOf } from './account/valuation.ts'

export type { RiskInputs } from './inputs.ts'

/**
 * Every risk figure of one moment. Pure and total: what is missing is named (`missing`, `unpriced`, a position's
 * `reason`) and left out, nothing is guessed and nothing throws for any input of the declared types.
 */
export function assess(inputs: RiskInputs): RiskReport {
  const { reportingCoin, cashAssets } = inputs
  const instruments = inputs.instruments ?? []
  const positions = inputs.positions ?? []
  const quoteOf = freshQuotes(inputs)
  const pricing = pricingIn(reportingCoin, pricedPairs(instruments.filter(isPair), quoteOf))
  const marks = marksOf(positions, quoteOf, inputs.positionsReadAt)
  const contracts = new Map(instruments.filter(isContract).map((contract) => [contract.name, contract]))
  const models = positions.map((position) =>
    modelPosition(position, contracts.get(position.contract) ?? null, marks.get(position.contract) ?? null),
  )
  const accounts = accountsAtMarks(inputs.marginAccounts ?? [], models)
  const spot = valuationOf(
    (inputs.balances ?? []).map(({ asset, free, locked }) => ({ asset, quantity: free.plus(locked) })),
    pricing,
  )
  const equity = equityOf(spot, accounts, pricing)
  const units = marginUnits(accounts, models)
  const shock = uniformShock(cashAssets)
  const loaded = units.map((unit) => ({ unit, load: loadUnit(unit, shock, accounts, pricing) }))
  const holdings = plainHoldings(spot, accounts, units, pricing)
  return {
    reportingCoin,
    missing: missingOf(inputs),
    incomplete: inputs.incomplete,
    valuation: spot,
    equity,
    exposure: exposureOf(cashAssets, spot, accounts, models, equity, pricing),
    margin: loaded.map(({ unit, load }) => marginRow(unit, load)),
    positions: units.flatMap((unit) => positionRisks(unit, pricing)),
    loadLine: {
      model: 'uniform',
      ...loadLine({ reportingCoin, units: loaded.map(({ load }) => load), holdings }, shock),
    },
  }
}

function marginRow({ row }: UnitModel, { roots }: LoadUnit): MarginUnit {
  return { ...row, breachDown: roots.down, breachUp: roots.up }
}

function isPair(instrument: Pair | Contract): instrument is Pair {
  return instrument.area === 'spot'
}

function isContract(instrument: Pair | Contract): instrument is Contract {
  return instrument.area === 'contract'
}
