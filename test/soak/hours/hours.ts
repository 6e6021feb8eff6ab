/**
 * One session for hours of virtual time: every minute the venue garbles something else and a trader clicks, as the seed
 * decides, while another program keeps the account from running empty. Each minute is judged like a session at an
 * untidy venue.
 */
import { realClock } from '#electron/simulator/real-clock.ts'
import { FAMILY_DIALECTS } from '#electron/simulator/testing/test-simulator.ts'
import { UntidyVenue, injectTransportFaults } from '#electron/simulator/testing/untidy.ts'
import type { Mutation } from '#electron/simulator/testing/untidy.ts'
import { journalFolder } from '#test/support/desk-run.ts'
import { WireTime } from '#test/support/wire-time.ts'
import { heapInUse } from '#test/support/memory-in-use.ts'
import { judge } from '../untidy/judge.ts'
import type { Fault } from '../untidy/judge.ts'
import { openSession, wantedOf } from '../untidy/session.ts'
import { storyOf } from '../untidy/story.ts'
import type { Story } from '../untidy/story.ts'
import { restock } from './restock.ts'

const MINUTE_MS = 60_000
export const MINUTES_AN_HOUR = 60
/** Every mutation ends this long after its start, so each minute ends with correct answers. */
const LONGEST_MUTATION_MS = 12_000
/** Numbers served longer ago than this, minutes, must not be shown. */
const SHOWN_MINUTES = 10
/** How many more bytes may be in use at the end of an hour than half-way through the run. */
const MAX_GROWTH_BYTES = 16 * 1024 * 1024
/** A run ends at this many faulty minutes. */
const MOST_FOUND = 20

/** How the venue of the session writes its answers, by the seed. */
const DIALECT_NAMES = ['mixed', ...FAMILY_DIALECTS] as const
/** Read rarely, so what is garbled in them stays. Other stories cover them. */
const LASTING: ReadonlySet<string> = new Set(['contract.contracts', 'spot.symbols'])

export interface Hours {
  readonly minutes: number
  readonly intents: number
  readonly requests: number
  readonly mutations: number
  /** Bytes in use after each hour, after garbage collection. */
  readonly heaps: readonly number[]
  readonly found: readonly Wrong[]
  readonly seconds: number
}

/** A minute with faults. */
interface Wrong {
  readonly minute: number
  readonly faults: readonly Fault[]
  readonly story: Story
}

interface HoursOptions {
  readonly minutes: number
  readonly seed: number
  /** Called after each hour. */
  readonly onHour?: (soFar: Hours) => void
  readonly onFound?: (found: Wrong) => void
}

export async function hours({ minutes, seed, onHour, onFound }: HoursOptions): Promise<Hours> {
  const startedAt = realClock.mono()
  const time = new WireTime()
  const folder = journalFolder()
  const crashes: string[] = []
  const onCrash = (reason: unknown): void => {
    crashes.push(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))
  }
  process.on('unhandledRejection', onCrash)
  const account = {
    ...{
      seed,
      dialect: DIALECT_NAMES[seed % DIALECT_NAMES.length] ?? 'mixed',
      cancelDelayMs: seed % 2 === 0 ? 0 : 400,
    },
    ...{ contracts: [0, 1, 4], pairs: [0, 2] },
  } as const
  let untidy = new UntidyVenue([], time)
  const alter: typeof untidy.alter = (...answer) => untidy.alter(...answer)
  const session = await openSession({ story: account, time, folder, alter })
  const { venue, seen, served, desk, done, strange } = session
  const heaps: number[] = []
  const found: Wrong[] = []
  const sum = { minutes: 0, intents: 0, requests: 0, mutations: 0 }
  const soFar = (): Hours => ({ ...sum, heaps, found, seconds: (realClock.mono() - startedAt) / 1_000 })
  try {
    await session.connect()
    let before: Story['mutations'] = []
    for (let minute = 0; minute < minutes && found.length < MOST_FOUND; minute++) {
      const story = { ...storyOf(seed, minute), ...account, mutations: minuteOf(storyOf(seed, minute).mutations) }
      before = await playMinute(minute, story, before)
      if ((minute + 1) % SHOWN_MINUTES === 0) served.forget()
      if ((minute + 1) % MINUTES_AN_HOUR !== 0) continue
      heaps.push(heapInUse())
      onHour?.(soFar())
    }
    await session.close()
    return soFar()
  } finally {
    process.off('unhandledRejection', onCrash)
    time.stop()
    folder.remove()
  }

  /** Returns what may still have an effect in the next minute. */
  async function playMinute(minute: number, story: Story, before: Story['mutations']): Promise<Story['mutations']> {
    restock(venue, wantedOf(account))
    venue.ledger.clear()
    seen.forget()
    done.clear()
    strange.clear()
    crashes.length = 0
    const earlier = new Set(desk.report().intents.map(({ intentId }) => intentId))
    const beganAt = time.mono()
    untidy = new UntidyVenue(story.mutations, time)
    injectTransportFaults(story.mutations, venue.faults, time)
    const begun = seen.truth()
    const asked = await session.click(story.clicks, `minute ${minute}`)
    await time.pass(beganAt + MINUTE_MS / 2 - time.mono())
    session.endChases()
    await session.settle(asked)
    await time.pass(beganAt + MINUTE_MS - time.mono())
    const all = desk.report()
    const report = { ...all, intents: all.intents.filter(({ intentId }) => !earlier.has(intentId)) }
    const faults = judge({
      ...{ story: { ...story, mutations: [...before, ...story.mutations] }, report, asked, begun, end: seen.truth() },
      ...{ witness: seen, beganAt, done: [...done.values()], strange: [...strange], places: untidy.places },
      ...{ ledger: venue.ledger, exchange: venue.exchange, crashes },
    })
    if (faults.length > 0) {
      found.push({ minute, faults, story })
      onFound?.({ minute, faults, story })
    }
    sum.minutes += 1
    sum.intents += report.intents.length
    sum.requests += venue.ledger.arrivals().length
    sum.mutations += story.mutations.length
    const tookMs = time.mono() - beganAt
    const felt = story.mutations.filter(({ kind }) => kind === 'pause' || kind === 'ban')
    return felt.map((mutation) => ({ ...mutation, from: mutation.from - tookMs, until: -1 }))
  }
}

/** Growth beyond the limit since half-way, bytes; null: none. */
export function growth({ heaps }: Hours): number | null {
  const half = heaps.slice(Math.floor(heaps.length / 2))
  const grown = half.length > 1 ? Math.max(...half) - (half[0] ?? 0) : 0
  return grown > MAX_GROWTH_BYTES ? grown : null
}

function minuteOf(mutations: readonly Mutation[]): readonly Mutation[] {
  return mutations
    .filter(({ endpoint }) => !LASTING.has(endpoint))
    .map((mutation) => {
      const latest = mutation.from + LONGEST_MUTATION_MS
      return { ...mutation, until: Math.min(mutation.until ?? latest, latest) }
    })
}
