import type { Message } from '../domain/message.ts'
import { message } from '../words/message.ts'
import type { Balance, MarginAccount, Position } from '../domain/account.ts'
import type { Instrument } from '../domain/instrument.ts'
import type { Order } from '../domain/order.ts'
import type { Quarantined } from '../domain/quarantine.ts'
import type { QuoteReading } from '../domain/quote.ts'
import type { OwnFees } from './account/fees.ts'
import type { PriceFinding } from './doubt/price-doubt.ts'
import type { Calibration, RiskInputName } from './report.ts'
import type { ReportedIn } from './reporting.ts'

/** The inputs of risk. A part that was never read is null: the report names it and leaves it out. */
export interface RiskInputs extends ReportedIn {
  /** Coins without price risk of their own: they are not shocked, and they count as cash and not as exposure. */
  readonly cashAssets: readonly string[]
  readonly instruments: readonly Instrument[] | null
  readonly balances: readonly Balance[] | null
  /** One for each margin coin. */
  readonly marginAccounts: readonly MarginAccount[] | null
  readonly positions: readonly Position[] | null
  readonly quotes: readonly QuoteReading[] | null
  /** Open orders of both areas. */
  readonly orders: readonly Order[] | null
  /** Hours between funding payments; the venue does not report it. */
  readonly fundingIntervalHours: number
  /** Doubtful prices; absent: none. */
  readonly priceFindings?: readonly PriceFinding[]
  /** Fee rates of the account's own trades; absent: none is known. */
  readonly ownFees?: OwnFees
  /** The venue's liquidation rule, as far as known. */
  readonly calibration: Calibration
  /** Parts whose newest reply had entries that could not be read. */
  readonly incomplete: readonly RiskInputName[]
  /** Rows of positions that could not be read, or are missing without a reason. Absent: none. */
  readonly hidden?: readonly Quarantined[]
  /** When positions and margin accounts were read, and `now`: main's monotonic ms. */
  readonly positionsReadAt: number | null
  /** When Spot balances were read; absent: not known. */
  readonly balancesReadAt?: number | null
  readonly now: number
}

const NAMES: readonly RiskInputName[] = ['instruments', 'balances', 'marginAccounts', 'positions', 'quotes']

/** The parts that were never read. */
export function missingOf(inputs: RiskInputs): RiskInputName[] {
  return NAMES.filter((name) => inputs[name] === null)
}

/** Holdings are known only when all of these were read whole. */
const HOLDINGS: readonly RiskInputName[] = ['balances', 'marginAccounts', 'positions']

/** The parts with holdings that are not known, because they were never read or not read whole. */
export function unreadHoldings(inputs: RiskInputs): readonly RiskInputName[] {
  const unread = new Set([...missingOf(inputs), ...inputs.incomplete])
  return HOLDINGS.filter((name) => unread.has(name))
}

/** Why not all holdings are known or can be valued; null: they are. */
export function unreadReason(inputs: RiskInputs): Message | null {
  const missing = missingOf(inputs)
  if (missing.length > 0) return message('figure.notReadYet', { parts: missing.map(partTitle) })
  const partial = unreadHoldings(inputs)
  return partial.length > 0 ? message('figure.notAllRead', { parts: partial.map(partTitle) }) : null
}

/** The shown title of a part. */
export function partTitle(name: RiskInputName): Message {
  return message(`figure.part.${name}`)
}
