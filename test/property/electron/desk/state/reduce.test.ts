/** After every row of any run, the desk's state equals the state that the journal would give a desk that starts now. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Desk } from '#electron/desk/desk.ts'
import { decodeEntry, encodeEntry } from '#electron/desk/log/entry.ts'
import type { Journal } from '#electron/desk/log/journal.ts'
import { decodeSnapshot, encodeSnapshot } from '#electron/desk/log/archived-row.ts'
import { reduce, type Moment } from '#electron/desk/state/reduce.ts'
import { reportOfRefused } from '#electron/desk/state/refused.ts'
import { reportOf, withRefused } from '#electron/desk/state/intent-report.ts'
import { legsOfKind, newestFirst } from '#electron/desk/state/select.ts'
import type { DeskState } from '#electron/desk/state/desk-state.ts'
import type { Sabotage } from '#test/support/desk-run.ts'
import { play } from '#test/soak/intents/play.ts'
import { storyOf } from '#test/soak/intents/story.ts'

/** What a window would receive of a state. */
function windowReports(state: DeskState): unknown {
  return withRefused(newestFirst(state).map(reportOf), state.refused.map(reportOfRefused))
}

interface Compared {
  /** How many times the states were compared. */
  prefixes: number
  quarantined: number
  /**
   * The differences. They are kept for later, because a desk would treat an exception thrown inside it as its own
   * fault.
   */
  readonly faults: unknown[]
}

/** Replays each row from its text as it is written, and compares the result with the desk just before the next row. */
function comparing(compared: Compared): Sabotage {
  let desk: Desk | null = null
  const momentOf = (at: number): Moment => ({ at, mono: at })
  return {
    onDesk: (begun) => (desk = begun),
    journal(journal): Journal {
      let replayed = journal.state('account')
      let isWhole = true
      return {
        ...journal,
        append(account, intentId, entry, at = 0) {
          if (isWhole && desk !== null) {
            compared.prefixes += 1
            compared.quarantined = replayed.quarantined
            try {
              expect(windowReports(replayed)).toEqual(desk.report().intents)
              expect(carriedOver(replayed)).toEqual([windowReports(replayed), legsOfKind(replayed, 'protect').length])
            } catch (fault) {
              compared.faults.push(fault)
            }
          }
          const written = journal.append(account, intentId, entry, at)
          // A desk that died, or whose disk failed, knows more than was written.
          isWhole &&= written.ok
          const read = decodeEntry(encodeEntry(entry))
          if (read === null) throw new Error(`expected an entry, was ${encodeEntry(entry)}`)
          replayed = reduce(replayed, { intentId, entry: read, ...momentOf(at) })
          return written
        },
      }
    },
  }

  /** The same state after it was carried over into another file. */
  function carriedOver(state: DeskState): unknown {
    const archive = { file: 'archive', seq: 1, hash: 'hash' }
    const body = encodeSnapshot(archive, new Map([['account', { state, answers: new Map() }]]))
    const carried = decodeSnapshot(body, momentOf)?.accounts.get('account')?.state
    return carried && [windowReports(carried), legsOfKind(carried, 'protect').length]
  }
}

it("a replay of the rows so far gives the desk's report, whatever is requested, lost, late or killed", async () => {
  const compared: Compared = { prefixes: 0, quarantined: 0, faults: [] }
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 10_000 }), async (number) => {
      await play(storyOf(11, number), comparing(compared))
      expect(compared.faults[0]).toBeUndefined()
      expect(compared.quarantined).toBe(0)
    }),
    // Found by chance: the same action was refused before and after a restart, once in journal order and once in the
    // order of the requests.
    { numRuns: 40, endOnFailure: true, examples: [[6343]] },
  )
  expect(compared.prefixes).toBeGreaterThan(500)
})
