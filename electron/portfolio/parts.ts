import { encode, encodeOnce, type Encoded } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import { patchOf } from '#shared/domain/patch.ts'
import type { Holding, Quarantined } from '#shared/domain/quarantine.ts'
import type { Part, PartName, PortfolioParts, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import type { Figures } from '../risk/risk-messages.ts'
import { EXIT_TIME_EVERY_MS, READS, STATISTICS_EVERY_MS } from './reads.ts'

/** Parts computed by the risk worker, which delivers them encoded for IPC. */
type Known<K extends PartName> = K extends keyof Figures ? Encoded<PortfolioParts[K]> : PortfolioParts[K]
type Data<K extends PartName> = NonNullable<Known<K>['data']>

const FIGURES: ReadonlySet<PartName> = new Set<keyof Figures>(['risk', 'statistics', 'liquidity', 'exit'])

/** How often each part is expected to be read, ms, unless `expect` sets it; null: does not age. */
const EXPECTED: Record<PartName, number | null> = {
  instruments: null,
  balances: READS.account.everyMs,
  marginAccounts: READS.account.everyMs,
  positions: READS.account.everyMs,
  orders: READS.hotOrders.everyMs,
  quotes: READS.pairTicker.everyMs,
  // Risk is as old as the oldest price in it.
  risk: READS.pairTicker.everyMs,
  statistics: STATISTICS_EVERY_MS,
  liquidity: READS.depth.everyMs,
  equityCurve: READS.pairTicker.everyMs,
  exit: EXIT_TIME_EVERY_MS,
  desk: null,
  events: null,
  health: null,
}

/** The lists that belong to one area. */
const PARTS_OF = {
  spot: ['balances'],
  contract: ['marginAccounts', 'positions'],
} as const satisfies Record<Area, readonly PartName[]>

const READ_BEFORE_SLEEP: Failure = {
  ...localFailure('network', 'portfolio.wake', message('account.slept')),
  retry: 'soon',
}

const HOLDINGS: readonly Holding[] = ['balances', 'marginAccounts', 'positions']

/** The parts as last pushed. */
export type SentParts = Map<PartName, Encoded<Part<object>>>

/** Every part of a snapshot. */
export const PART_NAMES = Object.keys(EXPECTED) as readonly PartName[]

/**
 * The last good data of every part. A failed read is noted beside the data and never replaces it. A read that started
 * before the present one is dropped.
 */
export class Parts {
  readonly #parts = new Map<PartName, Part<unknown>>()
  #wokeAt = -Infinity

  /** `areas`: the areas that the venue has. For the other area the lists are empty, which is not the same as unread. */
  constructor(areas: readonly Area[] = AREAS) {
    for (const name of PART_NAMES) {
      this.#parts.set(name, { version: 0, data: null, readAt: null, expectEveryMs: EXPECTED[name], failure: null })
    }
    for (const name of AREAS.flatMap((area) => (areas.includes(area) ? [] : PARTS_OF[area]))) {
      const known = { data: [], readAt: null, expectEveryMs: null, failure: null, isAbsent: true } as const
      this.#parts.set(name, { ...known, version: 1 })
    }
  }

  part<K extends PartName>(name: K): Known<K> {
    return this.#parts.get(name) as Known<K>
  }

  /**
   * Keeps good data read at `readAt` (monotonic ms; null: the data does not age), and which entries may hide rows of
   * it. False: the data is older than the known data and was dropped.
   */
  keep<K extends PartName>(
    name: K,
    data: Data<K>,
    readAt: number | null,
    hidden: readonly Quarantined[] = [],
  ): boolean {
    const before = this.part(name)
    if (before.readAt !== null && readAt !== null && readAt < before.readAt) return false
    this.compose(name, data, readAt, readAt, hidden)
    return true
  }

  /**
   * Sets a part that is composed from several reads. It is as old as the oldest read that matters. If its oldest read,
   * at `oldestAt`, is from before a sleep, the part says that its age is unknown.
   */
  compose<K extends PartName>(
    name: K,
    data: Data<K>,
    readAt: number | null,
    oldestAt = readAt,
    hidden: readonly Quarantined[] = [],
  ): void {
    const { version, expectEveryMs } = this.part(name)
    const failure = this.isBeforeSleep(oldestAt) ? READ_BEFORE_SLEEP : null
    const now = { version: version + 1, data, readAt, expectEveryMs, failure }
    this.#parts.set(name, hidden.length > 0 ? { ...now, hidden } : now)
  }

  /** Sets how often a part is expected to be read, ms. */
  expect(name: PartName, everyMs: number): void {
    const before = this.part(name)
    if (before.expectEveryMs === everyMs) return
    this.#parts.set(name, { ...before, version: before.version + 1, expectEveryMs: everyMs })
  }

  /** The machine slept until `at`: earlier reads may be older than the monotonic clock shows. */
  wake(at: number): void {
    this.#wokeAt = at
    for (const name of PART_NAMES) {
      const { data, isAbsent } = this.part(name)
      if (EXPECTED[name] !== null && data !== null && isAbsent !== true) this.fail(name, READ_BEFORE_SLEEP)
    }
  }

  /** Whether something read at `readAt` is from before the newest sleep. */
  isBeforeSleep(readAt: number | null): boolean {
    return readAt !== null && readAt < this.#wokeAt
  }

  /**
   * Notes that the newest read of a part failed. Keeps its data and age, and its hidden rows unless `hidden` is given.
   */
  fail(name: PartName, failure: Failure, hidden?: readonly Quarantined[]): void {
    const before = this.part(name)
    this.#parts.set(name, { ...before, version: before.version + 1, failure, ...(hidden && { hidden }) })
  }

  /** Parts of the account that may lack rows. */
  incomplete(): readonly Holding[] {
    return HOLDINGS.filter((name) => (this.part(name).hidden ?? []).length > 0)
  }

  /** The parts, encoded for IPC. */
  encoded(): Encoded<PortfolioParts> {
    return Object.fromEntries(PART_NAMES.map((name) => [name, this.#encoded(name)])) as Encoded<PortfolioParts>
  }

  /** The changes to the parts in `sent`, which is updated. A part that was not in it is sent whole. */
  changes(sent: SentParts): SnapshotPush['parts'] {
    const changed = PART_NAMES.filter((name) => sent.get(name)?.version !== this.part(name).version)
    return Object.fromEntries(
      changed.map((name) => {
        const [before, now] = [sent.get(name), this.#encoded(name)]
        sent.set(name, now)
        if (before === undefined || before.data === null) return [name, now]
        const { data, ...rest } = now
        return [name, { ...rest, change: { from: before.version, patch: patchOf(before.data, data) } }]
      }),
    ) as SnapshotPush['parts']
  }

  /** Data is encoded once, as changed data is a new object. */
  #encoded(name: PartName): Encoded<Part<object>> {
    const { data, ...rest }: Part<object> = this.part(name)
    return { ...encode(rest), data: data === null || FIGURES.has(name) ? data : encodeOnce(data) }
  }
}
