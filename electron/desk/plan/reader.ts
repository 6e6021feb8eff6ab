/** The desk's own reads. They are always fresh, run in the lane of their purpose, and say whether the list is whole. */
import type { Balance, MarginAccount, Position } from '#shared/domain/account.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { holdAgainst, isEmptied, NOTHING_BELIEVED, type AccountRead, type Doubt } from '#shared/domain/coherence.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { mayHide } from '#shared/domain/quarantine.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { doubtMessage } from '#shared/words/message.ts'
import { named, type Answer, type CallOptions, type VenueClient } from '../../venue/port.ts'

/** A list as just read. Only a `whole` list proves that something unlisted does not exist. */
export interface Reading<T> {
  readonly list: readonly T[]
  readonly whole: boolean
}

/** The open orders of one instrument, or of a whole area. */
export interface OrderReading extends Reading<Order> {
  /** Orders of other instruments that the venue listed with them. */
  readonly others?: readonly Order[]
  /** There are probably more orders than the venue lists at once. */
  readonly isCut?: boolean
}

/** The positions, and the margin coins that open orders hold back on any contract. */
export interface Positions extends Reading<Position> {
  readonly orderMarginCoins?: readonly string[]
  /** The margin accounts of these positions, from the same reply. */
  readonly marginAccounts?: readonly MarginAccount[]
  /** Why the reply itself is doubted, which makes it not whole. Absent or empty: no doubt. */
  readonly doubts?: readonly Message[]
}

/** What a reply is compared with when positions are missing from it. */
interface Witness {
  /** The newest account that was believed, as shown on screen. */
  readonly known: () => (AccountRead & { readonly readAt: number; readonly balances: readonly Balance[] | null }) | null
  /** Whether our own close may have just taken all of a position. */
  readonly isOurs: (positionKey: string) => boolean
  /** Whether contract orders are known to be open. */
  readonly hasOrders: () => boolean
}

/** The answers for an area that the venue does not have. */
const NO_BALANCES: Reading<Balance> = { list: [], whole: true }
const NO_POSITIONS: Positions = { list: [], whole: true, marginAccounts: [] }

const NO_WITNESS: Witness = { known: () => null, isOurs: () => false, hasOrders: () => false }

type Read<T> = Promise<Result<T, Failure>>

/** The number of history entries, newest first, that every venue returns at once. */
const HISTORY_LIMIT = 100

/** Reads in one lane. */
export type Reads = ReturnType<typeof readsIn>

/** Reads with one client until `signal` aborts. They wait while the venue asks to slow down. */
export interface Reader extends Reads {
  /**
   * For reads that an exit cannot be sent without: they go before all else, even in a pause. Use as few as possible.
   */
  readonly forExit: Reads
  /** The same reader, but its unsent reads are dropped once `wanted` aborts. */
  for(wanted: AbortSignal): Reader
  /** Whether the venue has asked this area to slow down. Other reads are answered after the pause. */
  isPaused(area: Area): boolean
}

/** What every look at the venue needs. */
export interface Looking {
  readonly read: Reader
  readonly clock: Clock
  /** Stops looking. What is unsettled stays in the journal for the next run. */
  readonly signal: AbortSignal
}

export function createReader(client: VenueClient, signal: AbortSignal, witness: Witness = NO_WITNESS): Reader {
  const judge = createJudge(witness)
  const readerFor = (wanted?: AbortSignal): Reader => {
    const options = { signal, ...(wanted && { wanted }) }
    return {
      ...readsIn({ client, options: { lane: 'verify', ...options } }, judge),
      forExit: readsIn({ client, options: { lane: 'act', ...options } }, judge),
      for: readerFor,
      isPaused: (area) => client.budget().hosts.some((host) => host.area === area && host.state === 'backingOff'),
    }
  }
  return readerFor()
}

/** Compares each reply with earlier ones from both lanes, and with what the screen shows. */
function createJudge({ known, isOurs, hasOrders }: Witness) {
  let belief = NOTHING_BELIEVED
  let believedAt = -Infinity
  return {
    account(read: AccountRead, at: number): readonly Doubt[] {
      const shown = known()
      if (shown !== null && shown.readAt > believedAt) {
        belief = { ...belief, read: shown }
        believedAt = shown.readAt
      }
      const held = holdAgainst(read, at, belief, { isOurs, hasOrders: hasOrders() })
      if (held.doubts.length === 0) believedAt = Math.max(believedAt, at)
      belief = held.belief
      return held.doubts
    },
    isEmptied: (balances: readonly Balance[]): boolean => isEmptied(known()?.balances ?? null, balances),
  }
}

function readsIn(asking: Asking, judge: ReturnType<typeof createJudge>) {
  return {
    /**
     * The venue's clock now, ms, rounded towards the past; null: unknown. Ask it before a read to know when that began.
     */
    now: (): number | null => asking.client.venueTime(),
    ...accountReads(asking, judge),
    ...orderReads(asking),
    ...pastReads(asking),
  }
}

interface Asking {
  readonly client: VenueClient
  readonly options: CallOptions
}

function accountReads({ client, options }: Asking, judge: ReturnType<typeof createJudge>) {
  let asked: Read<Positions> | null = null

  async function readPositions(): Read<Positions> {
    // Callers that ask before this call is made share its answer.
    await Promise.resolve()
    asked = null
    const answer = await client.call('contract.account', {}, options)
    if (!answer.ok) return answer
    const { positions, marginAccounts } = answer.value.value
    const doubts = judge.account(answer.value.value, answer.value.sentAt).map(doubtMessage)
    const whole = !mayHide(answer.value.quarantined, 'positions') && doubts.length === 0
    const orderMarginCoins = marginAccounts
      // If the order margin could not be read, orders may hold some.
      .filter(({ orderMargin }) => orderMargin?.lte(0) !== true)
      .map(({ marginCoin }) => marginCoin)
    return ok({ list: positions, whole, orderMarginCoins, marginAccounts, doubts })
  }

  return {
    /** Callers that ask in the same moment share one call, sent after the last of them has asked. */
    positions: async (): Read<Positions> =>
      client.areas.includes('contract') ? (asked ??= readPositions()) : ok(NO_POSITIONS),
    async balances(): Read<Reading<Balance>> {
      if (!client.areas.includes('spot')) return ok(NO_BALANCES)
      const balances = listed(await client.call('spot.account', {}, options))
      return balances.ok && judge.isEmptied(balances.value.list) ? ok({ ...balances.value, whole: false }) : balances
    },
    async depth(area: Area, instrument: string, limit: number): Read<Depth> {
      return valueOf(await client.call(`${area}.depth`, { ...named(area, instrument), limit }, options))
    },
  }
}

function orderReads({ client, options }: Asking) {
  return {
    async openOrders(area: Area, instrument: string): Read<OrderReading> {
      const open = ordersIn(await client.call(`${area}.openOrders`, named(area, instrument), options))
      if (!open.ok) return open
      const list = open.value.list.filter((order) => order.instrument === instrument)
      const others = open.value.list.filter((order) => order.instrument !== instrument)
      return ok({ ...open.value, list, others })
    },
    /** The orders of a whole area, in one call. */
    async areaOrders(area: Area): Read<OrderReading> {
      return ordersIn(await client.call(`${area}.openOrders`, {}, options))
    },
    async order(area: Area, instrument: string, orderId: string): Read<Order> {
      return valueOf(await client.call(`${area}.order`, { ...named(area, instrument), orderId }, options))
    },
    /**
     * Looks an order up by our own id. Every Spot venue serves that, few Contract venues do. `since`: venue time before
     * which it was not placed.
     */
    async orderOfClient(area: Area, instrument: string, clientOrderId: string, since: number | null): Read<Order> {
      if (area === 'contract')
        return valueOf(await client.call('contract.order', { contract: instrument, clientOrderId }, options))
      const asked = { symbol: instrument, clientOrderId, ...(since !== null && { since }) }
      return valueOf(await client.call('spot.order', asked, options))
    },
  }
}

function pastReads({ client, options }: Asking) {
  const trades = async (area: Area, instrument: string, since: number): Read<Reading<Fill>> => {
    const params = { ...named(area, instrument), limit: HISTORY_LIMIT }
    const page = listed(await client.call(`${area}.myTrades`, params, options))
    return reachingBack(page, ({ time }) => time, since, client.venueTime())
  }
  return {
    /** The newest past orders of a contract, and its newest trades. Whole only as far back as venue time `since`. */
    async history(contract: string, since: number): Read<Reading<Order>> {
      const page = listed(await client.call('contract.orderHistory', { contract, limit: HISTORY_LIMIT }, options))
      return reachingBack(page, ({ createdAt }) => createdAt, since, client.venueTime())
    },
    trades: (contract: string, since: number) => trades('contract', contract, since),
    /** The newest trades of a pair, in the same way. */
    spotTrades: (symbol: string, since: number) => trades('spot', symbol, since),
  }
}

function valueOf<T>(answer: Result<Answer<T>, Failure>): Result<T, Failure> {
  return answer.ok ? ok(answer.value.value) : answer
}

/** A cut list is not whole. */
function ordersIn(answer: Result<Answer<readonly Order[]>, Failure>): Result<OrderReading, Failure> {
  const open = listed(answer)
  if (!open.ok || !answer.ok || answer.value.isCut !== true) return open
  return ok({ ...open.value, whole: false, isCut: true })
}

function listed<T>(answer: Result<Answer<readonly T[]>, Failure>): Result<Reading<T>, Failure> {
  return answer.ok ? ok({ list: answer.value.value, whole: !mayHide(answer.value.quarantined) }) : answer
}

/** Asked without a time span, venues list about the last day. Only this much of it is certain, ms. */
const LISTED_MS = 23 * 3_600_000

/**
 * A page is whole back to `since` if it holds something older, or if every venue lists that far back and the page is
 * not full.
 */
function reachingBack<T>(
  page: Result<Reading<T>, Failure>,
  timeOf: (entry: T) => number | null,
  since: number,
  now: number | null,
): Result<Reading<T>, Failure> {
  if (!page.ok) return page
  const { list, whole } = page.value
  const times = list.map(timeOf)
  const holdsAll = list.length < HISTORY_LIMIT && now !== null && now - since < LISTED_MS
  const reaches = holdsAll || times.some((time) => time !== null && time < since)
  return ok({ list, whole: whole && reaches && !times.includes(null) })
}
