/** What main works risk out from, put together again from the parts of a snapshot. Pure. */
import type { Instrument } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { decodeBalance, decodeMarginAccount, decodeOrder, decodePosition, decodeQuote } from '../../../decode.ts'
import type { Parts } from '../../../stores/portfolio.ts'
import type { Reading } from '../../../ui/use-freshness.ts'
import { areOrdersRead } from '../open-orders.ts'

const ACCOUNT_PARTS = ['balances', 'marginAccounts', 'positions', 'quotes'] as const
const PART_NAMES = [...ACCOUNT_PARTS, 'orders', 'risk', 'statistics', 'instruments'] as const

/** The parts a simulation is made from. */
export type StressParts = Partial<Pick<Parts, (typeof PART_NAMES)[number]>>

/** Those parts of one moment, to be worked with while newer ones come in. */
export function stressParts(parts: Partial<Parts>): StressParts {
  return Object.fromEntries(PART_NAMES.map((name) => [name, parts[name]]))
}

/**
 * The inputs of the risk figures as main had them; null before its first report, which says what they are counted in.
 * `instruments` are decoded already: they are many and hardly ever change. `now`: main's monotonic ms.
 */
export function riskInputsOf(
  parts: StressParts,
  instruments: readonly Instrument[] | null,
  now: number,
): RiskInputs | null {
  const report = parts.risk?.data
  if (!report) return null
  const { reportingCoin, cashAssets, incomplete, calibration, funding } = report
  return {
    reportingCoin,
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
    now,
  }
}

/** How old the account of a simulation is: as old as the oldest part in it, and as reliable as the worst. */
export function readingOf(parts: StressParts): Reading {
  const known = [...ACCOUNT_PARTS, 'risk' as const].flatMap((name) => parts[name] ?? [])
  return {
    readAt: parts.risk?.data ? oldest(known.map(({ readAt }) => readAt)) : null,
    expectEveryMs: parts.risk?.expectEveryMs ?? null,
    failure: known.find(({ failure }) => failure !== null)?.failure ?? null,
  }
}
