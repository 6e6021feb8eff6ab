import { heldOf, type Position } from '../../domain/account.ts'
import type { Message } from '../../domain/message.ts'
import { message, withoutRepeats } from '../../words/message.ts'
import { contractsByName, isContract, isPair, type Contract } from '../../domain/instrument.ts'
import { isConfirmed, mayBePosition } from '../../domain/kept.ts'
import type { Quarantined } from '../../domain/quarantine.ts'
import type { RiskInputs } from '../inputs.ts'
import type { Equity, Valuation } from '../report.ts'
import type { Reporting } from '../reporting.ts'
import { accountsAtMarks, equityOf, type AccountAtMarks } from './equity.ts'
import type { OwnFees } from './fees.ts'
import { marginUnits, type UnitModel } from './margin-units.ts'
import { ruleFor } from './margin-rule.ts'
import { modelPosition, type PositionModel } from './position-model.ts'
import { freshQuotes, indexPairs, marksOf, pricedPairs, type QuoteOf } from './prices.ts'
import { reportingPrices, valuationOf, type Pricing } from './valuation.ts'

/** The account at one moment and one set of prices: every figure is computed from it. */
export interface AccountModel extends Reporting {
  /** Coins that count as cash: they do not move and are not exposure. */
  readonly cashAssets: readonly string[]
  readonly pricing: Pricing
  /** The venue's contracts by name. */
  readonly contracts: ReadonlyMap<string, Contract>
  /** The newest quote of an instrument, unless it is older than 24 h. */
  readonly quoteOf: QuoteOf
  readonly spot: Valuation
  readonly positions: readonly PositionModel[]
  /** Positions that may exist but could not be read: the contract, or what is known of the row. */
  readonly unread: readonly (string | Message)[]
  readonly accounts: readonly AccountAtMarks[]
  readonly equity: Equity
  /** Fee rates of the account's own trades; undefined: none is known. */
  readonly ownFees: OwnFees | undefined
  readonly units: readonly UnitModel[]
}

/** Prices the account once: one mark for each contract, one rate for each coin. */
export function modelAccount(inputs: RiskInputs): AccountModel {
  const { reportingCoin, fixedRate = null, cashAssets } = inputs
  const instruments = inputs.instruments ?? []
  const held = inputs.positions ?? []
  const quoteOf = freshQuotes(inputs)
  const pairs = pricedPairs(instruments.filter(isPair), quoteOf)
  const indexed = indexPairs(instruments.filter(isContract), pairs, quoteOf)
  const pricing = reportingPrices(inputs, [...pairs, ...indexed])
  const marks = marksOf(held, quoteOf, inputs.positionsReadAt)
  const contracts = contractsByName(instruments)
  const modelOf = (position: Position): PositionModel => {
    const contract = contracts.get(position.contract) ?? null
    const rule = ruleFor(inputs.calibration, position, contract)
    return modelPosition(position, contract, marks.get(position.contract) ?? null, rule)
  }
  const positions = held.map(modelOf)
  const accounts = accountsAtMarks(inputs.marginAccounts ?? [], positions)
  const spot = valuationOf(
    (inputs.balances ?? []).map((balance) => ({ asset: balance.asset, quantity: heldOf(balance) })),
    pricing,
  )
  const equity = equityOf(spot, accounts, pricing)
  const units = marginUnits(accounts, positions, inputs.hidden)
  const { ownFees } = inputs
  const unread = unreadNames(inputs.hidden ?? [], held)
  return {
    reportingCoin,
    fixedRate,
    cashAssets,
    pricing,
    contracts,
    quoteOf,
    spot,
    positions,
    unread,
    accounts,
    equity,
    ownFees,
    units,
  }
}

/** Names of positions that the unreadable rows may hide, apart from those kept from an earlier read. */
function unreadNames(hidden: readonly Quarantined[], positions: readonly Position[]): AccountModel['unread'] {
  const kept = positions.filter((position) => !isConfirmed(position))
  const unknown = hidden.filter((entry) => !kept.some((position) => mayBePosition(position, entry)))
  const nameOf = ({ contract, coin }: Quarantined): string | Message =>
    contract ?? (coin === undefined ? message('account.unreadPosition') : message('account.unreadPositionOf', { coin }))
  return withoutRepeats(unknown.map(nameOf))
}
