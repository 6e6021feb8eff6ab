/**
 * One life of a desk on the model venue. A life can be killed at a given step, and another life can start on its
 * journal.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MaySend } from '#shared/desk/guard.ts'
import { createDesk } from '#electron/desk/desk.ts'
import type { Desk } from '#electron/desk/desk.ts'
import { decodeEntry, type Entry } from '#electron/desk/log/entry.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { notesInMemory } from '#electron/desk/log/notes.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { DeskReport, LegReport } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import type { ManualClock } from '#test/support/clock.ts'
import { ANSWER_MS, CONTRACT, OTHER_CONTRACT, PAIR } from '#test/support/model-venue.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'
import { quote, riskInputs } from '#test/support/portfolio-fixtures.ts'

/** Ways to break a desk from outside. The tests of the desk must notice each of them. */
export interface Sabotage {
  readonly journal?: (journal: Journal) => Journal
  readonly client?: (client: VenueClient) => VenueClient
  /** Receives each desk that starts. */
  readonly onDesk?: (desk: Desk) => void
}

export interface Death {
  readonly step: number
  readonly when: 'before' | 'after'
}

export interface LifeOptions extends Sabotage {
  readonly venue: ModelVenue
  readonly path: string
  /**
   * The desk dies at this step, before or after the step is done. Steps are journal writes and venue calls. null: it
   * does not die.
   */
  readonly deathAt?: Death | null
  /** The age in ms of the known positions. Unknown by default. */
  readonly positionsAgeMs?: number
  /** Replaces the current account of the venue with what the desk knows of it. */
  readonly view?: (now: DeskView) => DeskView
  /** Whether the probe passed for the key of the account. Passed by default. */
  readonly maySend?: MaySend
  /** Receives the instrument of each request that was sent. */
  readonly onTouched?: Parameters<typeof createDesk>[0]['onTouched']
}

export interface Life {
  readonly desk: Desk
  readonly reports: readonly DeskReport[]
  /** Every row of the journal, including rows of earlier lives. */
  rows(): readonly { readonly intentId: string; readonly entry: Entry }[]
  /** Every leg of every intent as last reported, newest intent first. */
  legs(): readonly LegReport[]
  isDead(): boolean
  /** Ends the life as kill -9 does: nothing more of it happens, and its file lock is released. */
  kill(): void
}

/** The view a poll would give, without delay: the venue's account as it is now. */
export function viewOf(
  venue: ModelVenue,
  client: Pick<VenueClient, 'budget'> = venue.client(),
  positionsAgeMs: number | null = null,
): DeskView {
  const known = {
    instruments: [CONTRACT, OTHER_CONTRACT, PAIR],
    positions: venue.positions(),
    balances: venue.balances(),
    quotes: [quote(PAIR, 1)],
  }
  const { marketClose } = venue
  return {
    ...known,
    positionsAgeMs,
    marketClose,
    orders: venue.openOrders(),
    pace: { ...client.budget(), roundTripMs: ANSWER_MS },
    risk: riskInputs(known),
  }
}

/** Reads all rows, not only those that a later life needs. It reads a copy, because the file itself is locked. */
function rowsIn(path: string): ReturnType<Life['rows']> {
  const copy = `${path}-copy`
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix)
  const db = new DatabaseSync(copy)
  const rows = db.prepare('SELECT intent, body FROM event ORDER BY seq').all()
  db.close()
  return rows.flatMap(({ intent, body }) => {
    const entry = decodeEntry(String(body))
    return entry === null ? [] : [{ intentId: String(intent), entry }]
  })
}

let ids = 0

export function startLife(options: LifeOptions): Life {
  const { venue, path, deathAt = null, positionsAgeMs, maySend = 'all', view = (now) => now, ...others } = options
  const { journal: spoil, client: twist, onDesk, onTouched = () => undefined } = others
  const opened = openJournal(path, venue.clock)
  if (!opened.ok) throw new Error(opened.error.code)
  let dead = false
  let step = 0
  const forever = new Promise<never>(() => undefined)

  /** Counts a step; returns true when the life ends at it. */
  function diesAt(when: 'before' | 'after'): boolean {
    if (when === 'before') step += 1
    if (deathAt?.step === step && deathAt.when === when) dead = true
    return dead
  }

  const clock: Clock = {
    mono: () => venue.clock.mono(),
    wall: () => venue.clock.wall(),
    after: (ms, task) => venue.clock.after(ms, () => (dead ? undefined : task())),
  }
  const sound = opened.value
  const journal: Journal = {
    ...sound,
    append(...row) {
      if (dead || diesAt('before')) return err(verbatim('dead'))
      const written = sound.append(...row)
      return diesAt('after') ? err(verbatim('dead')) : written
    },
  }
  const wire = venue.client(clock)
  const client: VenueClient = {
    ...wire,
    call(endpoint, params, options) {
      if (dead || diesAt('before')) return forever
      const answer = wire.call(endpoint, params, options)
      return diesAt('after') ? forever : answer.then((value) => (dead ? forever : value))
    },
  }
  const twisted = twist ? twist(client) : client
  const reports: DeskReport[] = []
  const desk = createDesk({
    client: twisted,
    journal: spoil ? spoil(journal) : journal,
    sign: async () => ok('signature'),
    accountId: 'account',
    notes: notesInMemory(),
    maySend,
    clock,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    view: () => view(viewOf(venue, twisted, positionsAgeMs)),
    onReport: (report) => reports.push(report),
    onTouched,
  })
  onDesk?.(desk)
  return {
    desk,
    reports,
    rows: () => rowsIn(path),
    legs: () => desk.report().intents.flatMap((intent) => intent.legs),
    isDead: () => dead,
    kill() {
      dead = true
      sound.close()
    },
  }
}

/** Several lives in turn on one journal. */
export interface Lives {
  /** The current life. */
  readonly life: Life
  /** Lets time pass. If the desk died meanwhile, the next life starts. */
  pass(ms: number): Promise<void>
  /** Passes `ms` for each possible life, and then once more. */
  outlive(ms: number): Promise<void>
}

interface LivesOptions extends Omit<LifeOptions, 'deathAt'> {
  readonly clock: ManualClock
  /** Where each life ends, in order. The life after the last entry does not die. */
  readonly deaths: readonly Death[]
}

export async function startLives({ clock, deaths, ...options }: LivesOptions): Promise<Lives> {
  const toDie = [...deaths]
  let life = begin()
  await clock.advance(0)
  return {
    get life() {
      return life
    },
    pass,
    async outlive(ms) {
      for (let left = deaths.length + 1; left >= 0; left--) await pass(ms)
    },
  }

  function begin(): Life {
    const begun = startLife({ ...options, deathAt: toDie.shift() ?? null })
    void begun.desk.recover()
    return begun
  }

  async function pass(ms: number): Promise<void> {
    await clock.advance(ms)
    if (!life.isDead()) return
    life.kill()
    life = begin()
    await clock.advance(0)
  }
}

export interface Folder {
  readonly path: string
  remove(): void
}

/** A folder in memory, on machines that have one. */
const MEMORY = '/dev/shm'

/**
 * A folder for one journal, in memory if possible. A journal waits for the disk at every entry, which these tests do
 * not need: a desk dies in them, never the machine.
 */
export function journalFolder(): Folder {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'plimsoll-desk-'))
  return { path: join(folder, 'journal.sqlite'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
