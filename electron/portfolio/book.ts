import { encode } from '#shared/domain/decimal.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Part, PartName, PortfolioParts } from '#shared/domain/snapshot.ts'
import { READS } from './reads.ts'

type Data<K extends PartName> = NonNullable<PortfolioParts[K]['data']>

/** How often each part is expected to be read anew, ms; null for what does not age. */
const EXPECTED: Record<PartName, number | null> = {
  instruments: null,
  balances: READS.account.everyMs,
  marginAccounts: READS.account.everyMs,
  positions: READS.account.everyMs,
  orders: READS.hotOrders.everyMs,
  quotes: READS.pairTicker.everyMs,
  // Risk is as old as the oldest price in it.
  risk: READS.pairTicker.everyMs,
  equityCurve: READS.pairTicker.everyMs,
  desk: null,
  health: null,
}

export const PART_NAMES = Object.keys(EXPECTED) as readonly PartName[]

/**
 * The last good data of every part. A failed read is noted beside the data and never replaces it; a read that was
 * started before the one we have is dropped.
 */
export class Book {
  readonly #parts = new Map<PartName, Part<unknown>>()
  readonly #encoded = new Map<PartName, { version: number; part: unknown }>()

  constructor() {
    for (const name of PART_NAMES) {
      this.#parts.set(name, { version: 0, data: null, readAt: null, expectEveryMs: EXPECTED[name], failure: null })
    }
  }

  part<K extends PartName>(name: K): PortfolioParts[K] {
    return this.#parts.get(name) as PortfolioParts[K]
  }

  /** Keeps good data read at `readAt` (monotonic ms; null for what is not read). Older than what we have: dropped. */
  keep<K extends PartName>(name: K, data: Data<K>, readAt: number | null): boolean {
    const before = this.part(name)
    if (before.readAt !== null && readAt !== null && readAt < before.readAt) return false
    this.compose(name, data, readAt)
    return true
  }

  /** Takes what was put together here from several reads, each of which was already put in order; as old as the oldest. */
  compose<K extends PartName>(name: K, data: Data<K>, readAt: number | null): void {
    const before = this.part(name)
    this.#parts.set(name, { ...before, version: before.version + 1, data, readAt, failure: null })
  }

  /** Notes that the newest read of a part failed; its data and their age stay. */
  fail(name: PartName, failure: Failure): void {
    const before = this.part(name)
    this.#parts.set(name, { ...before, version: before.version + 1, failure })
  }

  /** The parts as they cross IPC. Each is encoded once per version. */
  encoded(): Encoded<PortfolioParts> {
    return Object.fromEntries(PART_NAMES.map((name) => [name, this.#encode(name)])) as Encoded<PortfolioParts>
  }

  /** Only what changed since the versions in `seen`, which is brought up to date. */
  changes(seen: Map<PartName, number>): Partial<Encoded<PortfolioParts>> {
    const changed = PART_NAMES.filter((name) => seen.get(name) !== this.part(name).version)
    for (const name of changed) seen.set(name, this.part(name).version)
    return Object.fromEntries(changed.map((name) => [name, this.#encode(name)]))
  }

  #encode(name: PartName): unknown {
    const part = this.part(name)
    const known = this.#encoded.get(name)
    if (known?.version === part.version) return known.part
    const encodedPart = encode<unknown>(part)
    this.#encoded.set(name, { version: part.version, part: encodedPart })
    return encodedPart
  }
}
