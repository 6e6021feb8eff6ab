/**
 * Watches one account: hands every believed read to the comparison, looks up what that asks for in the lane that waits
 * for all others, keeps what happened, and tells when there is something new.
 */
import { randomUUID } from 'node:crypto'
import type { Balance } from '#shared/domain/account.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { instrumentKey, isContract, type Instrument } from '#shared/domain/instrument.ts'
import type { OpenOrders } from '#shared/snapshot/snapshot.ts'
import type { ContractHistory } from '#shared/events/elsewhere.ts'
import type { AccountEvent, Delivery } from '#shared/events/event.ts'
import type { Own } from '#shared/events/own.ts'
import type { Moment } from '#shared/events/reading.ts'
import { AccountWatch, type Lookup } from '#shared/events/watch.ts'
import { named, type Answer, type ContractAccount, type VenueClient } from '../venue/port.ts'
import type { AccountEvents } from './events-file.ts'

export interface EventWatcher {
  /** Believed answers, as they come. */
  account(answer: Answer<ContractAccount>): void
  spot(answer: Answer<readonly Balance[]>): void
  /** Open orders as they are known, each instrument as of its newest read. */
  orders(open: OpenOrders): void
  /** All that is listed now; `contracts`: whether that of the contracts was just read whole. */
  instruments(all: readonly Instrument[], contracts: Answer<unknown> | null): void
  events(): readonly AccountEvent[]
  markSeen(ids: readonly string[]): void
  markTold(ids: readonly string[], told: Delivery): void
  /** The machine slept: nothing is on its way any more. */
  stop(): void
}

export interface EventWatcherOptions {
  readonly client: VenueClient
  readonly clock: Clock
  readonly kept: AccountEvents
  readonly own: () => Own
  readonly onChange: () => void
  /** The open orders of a contract are wanted sooner than by plan. */
  readonly refresh: (contract: string) => void
}

/** How many things are looked up at once, and how many orders in a minute: a mass cancel must not crowd out the rest. */
const MOST_AT_ONCE = 2
const MOST_PER_MINUTE = 60
const MINUTE_MS = 60_000
/** How often what is known is written down for the next run. */
const KEEP_EVERY_MS = 5_000
/** More orders take long to write: then less often, ms for each. */
const MOST_KEPT_AT_ONCE = 1_000
const KEEP_PER_ORDER_MS = 10
const PAGE = 100

const rankOf = ({ kind }: Lookup): number => (kind === 'order' ? 1 : 0)

export function createEventWatcher({ client, clock, kept, own, onChange, refresh }: EventWatcherOptions): EventWatcher {
  const watch = new AccountWatch()
  const before = kept.kept()
  if (before !== null) watch.restore(before)
  const stopped = new AbortController()
  const asked = new Map<string, Lookup>()
  const ordersReadAt = new Map<string, number>()
  let running = 0
  let lookedAt: number[] = []
  let keepAt = -Infinity
  let keepingMs = 0

  /** When a read was started, by both clocks. */
  function momentOf({ sentAt }: Pick<Answer<unknown>, 'sentAt'>): Moment {
    return { mono: sentAt, wall: clock.wall() - (clock.mono() - sentAt) }
  }

  function readingOf<T>(answer: Answer<readonly T[]>) {
    return { ...momentOf(answer), list: answer.value, whole: answer.quarantined.length === 0 }
  }

  function judge(): void {
    const now = { mono: clock.mono(), wall: clock.wall() }
    const { told, lookups, refreshes } = watch.judge(own(), now)
    refreshes.forEach(refresh)
    for (const happening of told) kept.add({ ...happening, id: randomUUID(), seenAt: null })
    for (const lookup of lookups) asked.set(JSON.stringify(lookup), lookup)
    lookUp()
    // What was told is not told again by the next run.
    if (told.length > 0) keepAt = Math.min(keepAt, now.mono + keepingMs)
    if (now.mono >= keepAt) keepLast(now)
    if (told.length > 0) onChange()
  }

  function keepLast(now: Moment): void {
    const last = watch.kept(now.wall)
    keepingMs = last.orders.length > MOST_KEPT_AT_ONCE ? last.orders.length * KEEP_PER_ORDER_MS : 0
    keepAt = now.mono + KEEP_EVERY_MS + keepingMs
    kept.keep(last)
  }

  function lookUp(): void {
    const now = clock.mono()
    lookedAt = lookedAt.filter((at) => now - at < MINUTE_MS)
    // What became of a position is not kept waiting by a mass of orders.
    for (const [key, lookup] of [...asked].toSorted(([, a], [, b]) => rankOf(a) - rankOf(b))) {
      if (running >= MOST_AT_ONCE || lookedAt.length >= MOST_PER_MINUTE || stopped.signal.aborted) return
      asked.delete(key)
      running += 1
      lookedAt.push(now)
      void answerTo(lookup).finally(() => {
        running -= 1
        if (!stopped.signal.aborted) lookUp()
      })
    }
  }

  async function answerTo(lookup: Lookup): Promise<void> {
    const options = { lane: 'poll', signal: stopped.signal } as const
    if (lookup.kind === 'order') {
      const { area, instrument, orderId } = lookup
      const found = await client.call(`${area}.order`, { ...named(area, instrument), orderId }, options)
      const isUnknown = !found.ok && (found.error.kind === 'notFound' || found.error.kind === 'rejected')
      const missing = isUnknown ? 'notFound' : 'failed'
      const look = found.ok ? ({ kind: 'found', order: found.value.value } as const) : ({ kind: missing } as const)
      return watch.looked({ lookup, look }, clock.mono())
    }
    if (lookup.kind === 'trades') {
      const found = await client.call('spot.myTrades', { symbol: lookup.symbol, limit: PAGE }, options)
      const look = found.ok ? found.value.value.map(byOurClock) : null
      return watch.looked({ lookup, look }, clock.mono())
    }
    watch.looked({ lookup, look: await historyOf(lookup.contract) }, clock.mono())
  }

  async function historyOf(contract: string): Promise<ContractHistory> {
    const options = { lane: 'poll', signal: stopped.signal } as const
    const [orders, trades] = await Promise.all([
      client.call('contract.orderHistory', { contract, limit: PAGE }, options),
      client.call('contract.myTrades', { contract, limit: PAGE }, options),
    ])
    return {
      orders: orders.ok ? orders.value.value : null,
      trades: trades.ok ? trades.value.value.map(byOurClock) : null,
    }
  }

  function byOurClock<T extends { readonly time: number }>(entry: T): T {
    const venue = client.venueTime()
    return venue === null ? entry : { ...entry, time: entry.time - (venue - clock.wall()) }
  }

  return {
    account(answer) {
      const { marginAccounts, positions } = answer.value
      watch.account({ ...momentOf(answer), whole: answer.quarantined.length === 0, marginAccounts, positions }, own())
      judge()
    },
    spot(answer) {
      watch.spot(readingOf(answer))
      judge()
    },
    orders({ orders, scopes }) {
      const listed = Map.groupBy(orders, ({ area, instrument }) => instrumentKey(area, instrument))
      let isNew = false
      for (const { area, instrument, readAt, failure, isCut = false, unreadRows = 0 } of scopes) {
        const key = instrumentKey(area, instrument)
        if (readAt === null || readAt <= (ordersReadAt.get(key) ?? -Infinity)) continue
        ordersReadAt.set(key, readAt)
        const list = listed.get(key) ?? []
        const whole = failure === null && !isCut && unreadRows === 0
        watch.orders(area, instrument, { ...momentOf({ sentAt: readAt }), list, whole })
        isNew = true
      }
      if (isNew) judge()
    },
    instruments(all, contracts) {
      const at = contracts === null ? { mono: clock.mono(), wall: clock.wall() } : momentOf(contracts)
      watch.instruments(all, contracts?.quarantined.length === 0 ? all.filter(isContract) : null, at)
    },
    events: () => kept.list(),
    markSeen(ids) {
      kept.markSeen(ids, clock.wall())
      onChange()
    },
    markTold(ids, told) {
      kept.markTold(ids, told)
      onChange()
    },
    stop() {
      if (stopped.signal.aborted) return
      stopped.abort()
      keepLast({ mono: clock.mono(), wall: clock.wall() })
    },
  }
}
