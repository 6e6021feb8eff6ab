/** The inputs of main's risk figures, rebuilt from the parts of a snapshot. Pure. */
import { decimal } from '#shared/domain/decimal.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { decodeBalance, decodeMarginAccount, decodeOrder, decodePosition, decodeQuote } from '#shared/domain/decode.ts'
import { areOrdersRead } from '../open-orders.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

const PART_NAMES = [
  ...(['balances', 'marginAccounts', 'positions', 'quotes'] as const),
  ...(['orders', 'risk', 'statistics', 'instruments'] as const),
] as const

/** The parts a simulation is made from. */
export type StressParts = Partial<Pick<Parts, (typeof PART_NAMES)[number]>>

/** A copy of those parts at one moment, to work with while newer ones arrive. */
export function stressParts(parts: Partial<Parts>): StressParts {
  return Object.fromEntries(PART_NAMES.map((name) => [name, parts[name]]))
}

/**
 * The inputs of the risk figures as main had them; null before its first report, which gives the reporting coin.
 * `instruments` come decoded: they are many and hardly ever change. `now`: main's monotonic ms.
 */
export function riskInputsOf(
  parts: StressParts,
  instruments: readonly Instrument[] | null,
  now: number,
): RiskInputs | null {
  const report = parts.risk?.data
  if (!report) return null
  const { reportingCoin, fixedRate, cashAssets, incomplete, calibration, funding } = report
  return {
    reportingCoin,
    fixedRate: fixedRate && decimal(fixedRate),
    cashAssets,
    instruments,
    balances: parts.balances?.data?.map(decodeBalance) ?? null,
    marginAccounts: parts.marginAccounts?.data?.map(decodeMarginAccount) ?? null,
    positions: parts.positions?.data?.map(decodePosition) ?? null,
    quotes: parts.quotes?.data?.map(decodeQuote) ?? null,
    orders: areOrdersRead(parts) ? (parts.orders?.data?.orders.map(decodeOrder) ?? null) : null,
    fundingIntervalHours: funding.intervalHours,
    calibration,
    incomplete,
    hidden: parts.positions?.hidden ?? [],
    positionsReadAt: parts.positions?.readAt ?? null,
    balancesReadAt: parts.balances?.readAt ?? null,
    priceFindings: report.priceFindings,
    now,
  }
}
