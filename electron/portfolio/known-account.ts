import type { Position } from '#shared/domain/account.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { oldest } from '#shared/domain/oldest.ts'
import { calibrate, calibrationOf, NO_READINGS } from '#shared/risk/account/calibration.ts'
import { readingsOf } from '#shared/risk/account/calibration-readings.ts'
import { FUNDING_INTERVAL_HOURS } from '#shared/risk/account/funding.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { NO_PRICES, observePrices } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { pricedCoinOf, type Reporting } from '#shared/risk/reporting.ts'
import type { OpenOrders, OrderScope, PartName } from '#shared/snapshot/snapshot.ts'
import type { EndpointName, VenueClient } from '../venue/port.ts'
import type { QuoteBoard } from './quote-board.ts'
import { KNOWN_PARTS, NOTHING_KNOWN, orderScopes, withUnlisted, type Known } from './interest.ts'
import type { OrderBoard } from './order-board.ts'
import type { FeeBoard } from './own-fees.ts'
import type { Parts } from './parts.ts'
import type { ReadLog } from './read-log.ts'

/** The endpoint that lists the instruments of an area. */
const LISTS = { spot: 'spot.pairs', contract: 'contract.contracts' } as const satisfies Record<Area, EndpointName>

const NO_POSITIONS: readonly Position[] = []

/** Where the answers of reads are kept. */
export interface AccountSources {
  readonly client: VenueClient
  readonly clock: Clock
  readonly parts: Parts
  readonly quotes: QuoteBoard
  readonly orders: OrderBoard
  readonly fees: FeeBoard
  readonly log: ReadLog
  /** The coin or currency in which totals are shown. */
  readonly reporting: () => Reporting
}

/** The account as all reads together show it now. */
export class KnownAccount {
  readonly #sources: AccountSources
  #newest: Known = NOTHING_KNOWN
  #calibration = NO_READINGS
  #prices = NO_PRICES

  constructor(sources: AccountSources) {
    this.#sources = sources
  }

  /** Returns the same object until a part of it changes. */
  known(): Known {
    const { parts, orders, reporting } = this.#sources
    const { data: listed } = parts.part('instruments')
    const { data: positions } = parts.part('positions')
    const now: Known = {
      instruments: listed === null ? NOTHING_KNOWN.instruments : withUnlisted(listed)(positions ?? NO_POSITIONS),
      balances: parts.part('balances').data,
      marginAccounts: parts.part('marginAccounts').data,
      positions,
      orders: orders.orders(),
      lists: orders.lists(),
      pricedCoin: pricedCoinOf(reporting()),
    }
    if (KNOWN_PARTS.some((part) => now[part] !== this.#newest[part])) this.#newest = now
    return this.#newest
  }

  /**
   * Open orders, and the areas that may have orders we do not know of, because their instruments or locked amounts are
   * not known.
   */
  openOrders(): OpenOrders {
    const { client, parts, orders } = this.#sources
    const open = orders.open(orderScopes(this.known()))
    const isLockedKnown = parts.part('balances').data !== null && !parts.incomplete().includes('balances')
    const unlisted = this.unlistedAreas()
    const blind = client.areas.filter((area) => unlisted.includes(area) || (area === 'spot' && !isLockedKnown))
    return blind.length > 0 ? { ...open, blind } : open
  }

  /** Areas whose instruments were never listed. */
  unlistedAreas(): readonly Area[] {
    const { client, log } = this.#sources
    return client.areas.filter((area) => !log.wasAnswered(LISTS[area]))
  }

  /** The inputs of the figures on screen and of those in a plan. */
  riskInputs(): RiskInputs {
    const { clock, parts, quotes, orders, fees, reporting } = this.#sources
    const ownFees = fees.fees(this.known().instruments)
    return {
      ...(ownFees && { ownFees }),
      priceFindings: this.#prices.findings,
      ...this.#accountRead(),
      ...reporting(),
      cashAssets: CASH_ASSETS,
      quotes: quotes.list(),
      orders: this.#areOrdersRead() ? orders.orders() : null,
      fundingIntervalHours: FUNDING_INTERVAL_HOURS,
      calibration: calibrationOf(this.#calibration),
      positionsReadAt: parts.part('positions').readAt,
      balancesReadAt: parts.part('balances').readAt,
      now: clock.mono(),
    }
  }

  /** Call it when the account was read: its liquidation prices show by which rule the venue liquidates. */
  calibrate(): void {
    this.#calibration = calibrate(this.#calibration, readingsOf(this.#accountRead()))
  }

  /** Call it when quotes are new: a price may have become doubtful, or may no longer be doubtful. */
  observePrices(): void {
    this.#prices = observePrices(this.#prices, this.#sources.quotes.list(), this.known().instruments, CASH_ASSETS)
  }

  /** null: unknown, as the monotonic clock may have stood still while the machine slept. */
  ageOf(readAt: number | null): number | null {
    const { clock, parts } = this.#sources
    return readAt === null || parts.isBeforeSleep(readAt) ? null : clock.mono() - readAt
  }

  /** When the oldest of these parts was read. */
  oldestOf(names: readonly PartName[]): number | null {
    return oldest(names.map((name) => this.#sources.parts.part(name).readAt))
  }

  /** When the oldest read behind the risk figures was started. */
  riskReadAt(): number | null {
    return this.oldestOf(['balances', 'marginAccounts', 'positions', 'quotes'])
  }

  #accountRead() {
    const { parts } = this.#sources
    const { balances, marginAccounts, positions } = this.known()
    const { hidden = [] } = parts.part('positions')
    const instruments = parts.part('instruments').data
    return { instruments, balances, marginAccounts, positions, incomplete: parts.incomplete(), hidden }
  }

  /** Whether the known orders are complete: every list of them was read whole since the last sleep. */
  #areOrdersRead(): boolean {
    const { scopes, blind = [] } = this.openOrders()
    const isRead = ({ readAt, isCut, unreadRows = 0 }: OrderScope): boolean =>
      readAt !== null && isCut !== true && unreadRows === 0 && !this.#sources.parts.isBeforeSleep(readAt)
    return blind.length === 0 && scopes.every(isRead)
  }
}
