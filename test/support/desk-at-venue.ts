/** A desk assembled as in the application, connected to a simulated venue over HTTP. */
import { createHmac, randomUUID } from 'node:crypto'
import { createDesk } from '#electron/desk/desk.ts'
import type { Desk } from '#electron/desk/desk.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { notesInMemory } from '#electron/desk/log/notes.ts'
import type { DeskNotes } from '#electron/desk/log/notes.ts'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient, DEFAULT_DIALECT } from '#electron/venue/venue.ts'
import type { Dialect } from '#electron/venue/port.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { DeskReport, IntentReport } from '#shared/desk/report.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'
import type { RiskPort } from '#electron/risk/risk-client.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { ok } from '#shared/domain/result.ts'

/** What a client must know of a venue to connect to it. */
export type Whereabouts = Pick<Simulator, 'spotBaseUrl' | 'contractBaseUrl' | 'apiKey' | 'apiSecret'>

export interface DeskAtVenue {
  readonly desk: Desk
  readonly journal: Journal
  /** The newest known account; `read` reads all of it again. */
  view(): DeskView
  read(): Promise<void>
  /** The newest intent, once it has ended. */
  ended(): Promise<IntentReport>
  stop(): Promise<void>
}

export interface DeskAtVenueOptions {
  readonly venue: Whereabouts
  readonly clock: Clock
  /** Path of the journal file. */
  readonly path: string
  /** In memory by default. */
  readonly notes?: DeskNotes
  /** How the risk worker is started. */
  readonly startRisk?: () => RiskPort
  readonly onReport?: (report: DeskReport) => void
  /** How the venue's dialect differs from the default. */
  readonly dialect?: Partial<Dialect>
}

/** Starts the desk. It returns once the account is read and what the journal left open is settled. */
export async function startDeskAtVenue(options: DeskAtVenueOptions): Promise<DeskAtVenue> {
  const { clock, path, notes = notesInMemory(), startRisk = riskInThisThread, onReport } = options
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = options.venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const dialect = { ...DEFAULT_DIALECT, ...options.dialect }
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock, dialect })
  const journal = openJournal(path, clock)
  if (!journal.ok) throw new Error(journal.error.code)
  const portfolio = new Portfolio({ client, clock, startRisk, onChange: () => undefined })
  let reported = Promise.withResolvers<undefined>()
  const desk = createDesk({
    ...{ client, journal: journal.value, accountId: 'account', clock, newId: randomUUID },
    sign,
    notes,
    maySend: 'all',
    view: () => portfolio.deskView(),
    onReport(report) {
      onReport?.(report)
      reported.resolve(undefined)
      reported = Promise.withResolvers()
    },
    onTouched: () => undefined,
  })
  // On a busy machine, an answer may come too late for a clock that runs fast. The desk itself waits as long as it
  // takes.
  while (!(await client.syncClock()).ok);
  await portfolio.readAll([])
  await desk.recover()
  return {
    desk,
    journal: journal.value,
    view: () => portfolio.deskView(),
    read: () => portfolio.readAll([]),
    async ended() {
      for (;;) {
        const [newest] = desk.report().intents
        if (newest !== undefined && hasEnded(newest)) return newest
        await reported.promise
      }
    },
    async stop() {
      portfolio.stop()
      await desk.close()
      await client.close()
      journal.value.close()
    },
  }
}

function hasEnded({ state }: IntentReport): boolean {
  return state !== 'running' && state !== 'unknown'
}
