/**
 * Plays a story in virtual time: a session at the simulated venue over HTTP, which garbles its answers as the story
 * says.
 */
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { UntidyVenue, injectTransportFaults } from '#electron/simulator/testing/untidy.ts'
import type { Mutation } from '#electron/simulator/testing/untidy.ts'
import type { Place } from '#electron/simulator/testing/mutations.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { journalFolder } from '#test/support/desk-run.ts'
import type { Folder } from '#test/support/desk-run.ts'
import { WireTime } from '#test/support/wire-time.ts'
import { NONE, openSession } from './session.ts'
import type { Ended, Sabotage } from './session.ts'
import type { Story } from './story.ts'
import type { Asked, Truth, Witness } from './witness.ts'

/** How long the session continues after the last click. */
const AFTERWARDS_MS = 10_000

/** What is known of a session that was played. */
export interface Played {
  readonly story: Story
  readonly report: DeskReport
  readonly asked: readonly Asked[]
  /** Intents reported as done, and when that was first reported. */
  readonly done: readonly Ended[]
  readonly begun: Truth
  readonly end: Truth
  readonly witness: Witness
  readonly ledger: Simulator['ledger']
  readonly exchange: Simulator['exchange']
  /** When the session began: mutations count from there. */
  readonly beganAt: number
  /** Where each mutation of data took effect. */
  readonly places: ReadonlyMap<Mutation, Place>
  /** Numbers that were shown but never sent by the venue. */
  readonly strange: readonly string[]
  /** Exceptions that nothing caught. */
  readonly crashes: readonly string[]
}

export async function play(story: Story, sabotage: Sabotage = NONE): Promise<Played> {
  const time = new WireTime()
  const folder = journalFolder()
  const crashes: string[] = []
  const onCrash = (reason: unknown): void => {
    crashes.push(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))
  }
  process.on('unhandledRejection', onCrash)
  try {
    return { ...(await playAt(story, time, folder, sabotage)), crashes }
  } finally {
    process.off('unhandledRejection', onCrash)
    time.stop()
    folder.remove()
  }
}

async function playAt(
  story: Story,
  time: WireTime,
  folder: Folder,
  sabotage: Sabotage,
): Promise<Omit<Played, 'crashes'>> {
  const untidy = new UntidyVenue(story.mutations, time)
  const session = await openSession({ story, time, folder, sabotage, alter: untidy.alter })
  const { venue, seen, portfolio } = session
  const beganAt = time.mono()
  injectTransportFaults(story.mutations, venue.faults, time)
  const begun = seen.truth()
  await session.connect()
  const asked = await session.click(story.clicks)
  await time.pass(AFTERWARDS_MS)
  session.endChases()
  portfolio.stop()
  await session.settle(asked)
  const [report, end] = [session.desk.report(), seen.truth()]
  await session.close()
  return {
    ...{ story, report, asked, begun, end, witness: seen, beganAt },
    ...{ done: [...session.done.values()], strange: [...session.strange], places: untidy.places },
    ...{ ledger: venue.ledger, exchange: venue.exchange },
  }
}
