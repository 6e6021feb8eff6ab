import type { Fill } from '#shared/domain/fill.ts'
import { instrumentName, type Area, type Instrument } from '#shared/domain/instrument.ts'
import { ownFeesOf, type OwnFees } from '#shared/risk/account/fees.ts'
import { named, type VenueClient } from '../venue/port.ts'
import { contractsToQuote, pairsToQuote, type Known } from './interest.ts'
import { jobKey, type Read } from './read.ts'
import { READS } from './reads.ts'

/** How many trades are read per instrument: enough for a median, and one page at every venue. */
const TRADES = 50
/**
 * How many instruments of an area have their trades read. More would show nothing new: the rate is the same for all.
 */
const MOST_READ = 3

/** The fee rates of the account's own trades, as far as they were read. */
export class FeeBoard {
  readonly #fills = new Map<string, readonly Fill[]>()
  #made: { readonly instruments: readonly Instrument[]; readonly fees: OwnFees } | null = null

  keep(key: string, fills: readonly Fill[]): void {
    this.#fills.set(key, fills)
    this.#made = null
  }

  /** undefined: no own trade is known. */
  fees(instruments: readonly Instrument[]): OwnFees | undefined {
    if (this.#fills.size === 0) return undefined
    if (this.#made?.instruments !== instruments) {
      this.#made = { instruments, fees: ownFeesOf([...this.#fills.values()].flat(), instruments) }
    }
    return this.#made.fees
  }
}

/** Reads of own trades. If they fail, the listed fees apply, and the account does not count as failed. */
export function feeJobs(client: VenueClient, board: FeeBoard, known: Known) {
  const reads = (area: Area, instruments: readonly Instrument[]): readonly Read[] =>
    instruments.slice(0, MOST_READ).map((one) => {
      const name = instrumentName(one)
      const [endpoint, key] = [`${area}.myTrades` as const, jobKey(`${area}.myTrades`, name)]
      return {
        endpoint,
        key,
        ...READS.ownTrades,
        async run() {
          const answer = await client.call(endpoint, { ...named(area, name), limit: TRADES }, { lane: 'poll' })
          if (answer.ok) board.keep(key, answer.value.value)
          return null
        },
      }
    })
  return {
    spot: reads('spot', pairsToQuote(known)),
    contract: reads('contract', contractsToQuote(known)),
  }
}
