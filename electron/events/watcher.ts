/**
 * Watches one account. It compares every believed read with the one before, looks up what explains a difference (in the
 * lane of the lowest priority), stores the events, and reports new ones.
 */
import { randomUUID } from 'node:crypto'
import type { Balance } from '#shared/domain/account.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { instrumentKey, isContract, refKey, type Instrument } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { OpenOrders } from '#shared/snapshot/snapshot.ts'
import type { ContractHistory } from '#shared/events/elsewhere.ts'
import type { AccountEvent, Delivery, MachineCode } from '#shared/events/event.ts'
import type { OwnActivity } from '#shared/events/own.ts'
import type { AccountRead } from '#shared/domain/coherence.ts'
import type { Moment } from '#shared/events/reading.ts'
import { AccountWatch, type Lookup } from '#shared/events/watch.ts'
import { named, type Answer, type VenueClient } from '../venue/port.ts'
import type { AccountEvents } from './events-file.ts'

interface EventWatcherOptions {
  readonly client: VenueClient
  readonly clock: Clock
  readonly store: AccountEvents
  readonly own: () => OwnActivity
  readonly onChange: () => void
  /** Requests the open orders of a contract before their time. */
  readonly refresh: (contract: string) => void
}

/**
 * The most lookups at once, and the most orders looked up per minute, so that a mass cancel does not crowd out the
 * rest.
 */
const MOST_AT_ONCE = 2
const MOST_PER_MINUTE = 60
const MINUTE_MS = 60_000
/** How often the newest reading is stored for the next run, ms. */
const KEEP_EVERY_MS = 5_000
/** With more orders than this, storing takes long. So the pause between two times grows by this many ms per order. */
const MOST_KEPT_AT_ONCE = 1_000
const KEEP_PER_ORDER_MS = 10
const PAGE = 100

const rankOf = ({ kind }: Lookup): number => (kind === 'order' ? 1 : 0)

export class EventWatcher {
  readonly #options: EventWatcherOptions
  readonly #watch = new AccountWatch()
  readonly #stopped = new AbortController()
  readonly #calling = { lane: 'poll', signal: this.#stopped.signal } as const
  readonly #asked = new Map<string, Lookup>()
  readonly #ordersReadAt = new Map<string, number>()
  #running = 0
  #lookedAt: number[] = []
  #keepAt = -Infinity
  #keepingMs = 0

  constructor(options: EventWatcherOptions) {
    this.#options = options
    const before = options.store.storedReading()
    if (before !== null) this.#watch.restore(before)
  }

  /** Takes a believed answer, as does `spot`. */
  account(answer: Answer<AccountRead>): void {
    const { value, quarantined } = answer
    const { marginAccounts, positions } = value
    const reading = { ...this.#momentOf(answer.sentAt), whole: quarantined.length === 0, marginAccounts, positions }
    this.#watch.account(reading, this.#options.own())
    this.#judge()
  }

  spot({ value, sentAt, quarantined }: Answer<readonly Balance[]>): void {
    this.#watch.spot({ ...this.#momentOf(sentAt), list: value, whole: quarantined.length === 0 })
    this.#judge()
  }

  /** Takes the known open orders, each instrument as of its newest read. */
  orders({ orders, scopes }: OpenOrders): void {
    const listed = Map.groupBy(orders, refKey)
    let isNew = false
    for (const { area, instrument, readAt, failure, isCut = false, unreadRows = 0 } of scopes) {
      const key = instrumentKey(area, instrument)
      if (readAt === null || readAt <= (this.#ordersReadAt.get(key) ?? -Infinity)) continue
      this.#ordersReadAt.set(key, readAt)
      const whole = failure === null && !isCut && unreadRows === 0
      this.#watch.orders(area, instrument, { ...this.#momentOf(readAt), list: listed.get(key) ?? [], whole })
      isNew = true
    }
    if (isNew) this.#judge()
  }

  /** Takes everything now listed. `contracts`: the answer that just listed the contracts, if any. */
  instruments(all: readonly Instrument[], contracts: Answer<unknown> | null): void {
    const at = contracts === null ? this.#now() : this.#momentOf(contracts.sentAt)
    this.#watch.instruments(all, contracts?.quarantined.length === 0 ? all.filter(isContract) : null, at)
  }

  events(): readonly AccountEvent[] {
    return this.#options.store.list()
  }

  /** Why events are not stored; null: they are. */
  notice(): Message | null {
    return this.#options.store.notice()
  }

  markSeen(ids: readonly string[]): void {
    this.#options.store.markSeen(ids, this.#options.clock.wall())
    this.#options.onChange()
  }

  recordDelivery(ids: readonly string[], delivery: Delivery): void {
    this.#options.store.recordDelivery(ids, delivery)
    this.#options.onChange()
  }

  /**
   * Records what happened to the computer, from `since` until now (wall clock ms). The trader has nothing to decide
   * about it.
   */
  machine(code: MachineCode, since: number): void {
    const { store, clock, onChange } = this.#options
    const at = clock.wall()
    const happening = { facts: { code }, since: Math.min(since, at), at, evidence: [], whileClosed: false }
    store.add({ ...happening, id: randomUUID(), seenAt: at })
    onChange()
  }

  /** Stops lookups, and stores what is known for the next run. */
  stop(): void {
    if (this.#stopped.signal.aborted) return
    this.#stopped.abort()
    this.#keepLast(this.#now())
  }

  #now(): Moment {
    const { clock } = this.#options
    return { mono: clock.mono(), wall: clock.wall() }
  }

  /** A monotonic moment on both clocks. */
  #momentOf(mono: number): Moment {
    const now = this.#now()
    return { mono, wall: now.wall - (now.mono - mono) }
  }

  #judge(): void {
    const { store, own, onChange, refresh } = this.#options
    const now = this.#now()
    const { happenings, lookups, refreshes } = this.#watch.judge(own(), now)
    refreshes.forEach(refresh)
    for (const happening of happenings) store.add({ ...happening, id: randomUUID(), seenAt: null })
    for (const lookup of lookups) this.#asked.set(JSON.stringify(lookup), lookup)
    this.#lookUp()
    // Stored soon, so that the next run does not report it again.
    if (happenings.length > 0) this.#keepAt = Math.min(this.#keepAt, now.mono + this.#keepingMs)
    if (now.mono >= this.#keepAt) this.#keepLast(now)
    if (happenings.length > 0) onChange()
  }

  #keepLast(now: Moment): void {
    const last = this.#watch.toStore(now.wall)
    this.#keepingMs = last.orders.length > MOST_KEPT_AT_ONCE ? last.orders.length * KEEP_PER_ORDER_MS : 0
    this.#keepAt = now.mono + KEEP_EVERY_MS + this.#keepingMs
    const before = this.notice()?.code
    this.#options.store.storeReading(last)
    if (this.notice()?.code !== before) this.#options.onChange()
  }

  #lookUp(): void {
    const now = this.#options.clock.mono()
    this.#lookedAt = this.#lookedAt.filter((at) => now - at < MINUTE_MS)
    // Orders are looked up last, so that a mass of them does not delay lookups about a position.
    for (const [key, lookup] of [...this.#asked].toSorted(([, a], [, b]) => rankOf(a) - rankOf(b))) {
      const isFull = this.#running >= MOST_AT_ONCE || this.#lookedAt.length >= MOST_PER_MINUTE
      if (isFull || this.#stopped.signal.aborted) return
      this.#asked.delete(key)
      this.#running += 1
      this.#lookedAt.push(now)
      void this.#answer(lookup).finally(() => {
        this.#running -= 1
        if (!this.#stopped.signal.aborted) this.#lookUp()
      })
    }
  }

  async #answer(lookup: Lookup): Promise<void> {
    const { client, clock } = this.#options
    if (lookup.kind === 'order') {
      const { area, instrument, orderId } = lookup
      const found = await client.call(`${area}.order`, { ...named(area, instrument), orderId }, this.#calling)
      const isUnknown = !found.ok && (found.error.kind === 'notFound' || found.error.kind === 'rejected')
      const missing = isUnknown ? 'notFound' : 'failed'
      const look = found.ok ? ({ kind: 'found', order: found.value.value } as const) : ({ kind: missing } as const)
      return this.#watch.takeAnswer({ lookup, look }, clock.mono())
    }
    if (lookup.kind === 'trades') {
      const found = await client.call('spot.myTrades', { symbol: lookup.symbol, limit: PAGE }, this.#calling)
      const look = found.ok ? this.#byOurClock(found.value.value) : null
      return this.#watch.takeAnswer({ lookup, look }, clock.mono())
    }
    this.#watch.takeAnswer({ lookup, look: await this.#historyOf(lookup.contract) }, clock.mono())
  }

  async #historyOf(contract: string): Promise<ContractHistory> {
    const { client } = this.#options
    const [orders, trades] = await Promise.all([
      client.call('contract.orderHistory', { contract, limit: PAGE }, this.#calling),
      client.call('contract.myTrades', { contract, limit: PAGE }, this.#calling),
    ])
    return {
      orders: orders.ok ? orders.value.value : null,
      trades: trades.ok ? this.#byOurClock(trades.value.value) : null,
    }
  }

  #byOurClock<T extends { readonly time: number }>(entries: readonly T[]): readonly T[] {
    const venue = this.#options.client.venueTime()
    const aheadMs = venue === null ? 0 : venue - this.#options.clock.wall()
    return entries.map((entry) => ({ ...entry, time: entry.time - aheadMs }))
  }
}
