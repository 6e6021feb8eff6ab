/** What main has of an account, and sends to the window. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDesk } from '../../../electron/desk/desk.ts'
import { openJournal } from '../../../electron/desk/log/journal.ts'
import { notesInMemory } from '../../../electron/desk/log/notes.ts'
import { historyInMemory } from '../../../electron/history/store.ts'
import { systemClock as clock } from '../../../electron/main/system-clock.ts'
import { PART_NAMES } from '../../../electron/portfolio/parts.ts'
import { Portfolio } from '../../../electron/portfolio/portfolio.ts'
import { startRiskWorker } from '../../../electron/risk/risk-client.ts'
import type { Action } from '../../../shared/desk/action.ts'
import { wait } from '../../../shared/domain/clock.ts'
import { encode } from '../../../shared/domain/decimal.ts'
import { patchOf } from '../../../shared/domain/patch.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { Snapshot } from '../../../shared/snapshot/snapshot.ts'
import { largeVenue } from '../large-venue.ts'

/** The longest wait for a first report of each kind. */
const WARM_SECONDS = 120

/** An account at a venue in this process, with a desk: all that main has of it. `positions`: absent, a thousand. */
export function largeAccount(positions?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const journal = openJournal(join(folder, 'journal.db'), clock)
  if (!journal.ok) throw new Error(journal.error.code)
  const isLarge = positions === undefined
  const client = largeVenue({ positions, coins: isLarge ? 500 : 3, hasOrders: isLarge, moves: true })
  const portfolio = new Portfolio({
    client,
    clock,
    history: historyInMemory().at('venue'),
    startRisk: startRiskWorker,
    onChange() {},
  })
  const desk = createDesk({
    ...{ client, clock, journal: journal.value, notes: notesInMemory(), accountId: 'large', maySend: 'all' },
    sign: async () => ok('signature'),
    newId: randomUUID,
    view: () => portfolio.deskView(),
    onReport: (report) => portfolio.setDesk(report),
    onTouched() {},
  })
  portfolio.setDesk(desk.report())
  portfolio.setEvents([], null)
  portfolio.start()
  return {
    record: (count: number) => recordPushes(portfolio, count, isLarge ? 1_000 : 0),
    /** As main answers the window. */
    preview: async (action: unknown) => encode(await desk.preview(action as Action)),
    async stop(): Promise<void> {
      portfolio.stop()
      await desk.close()
      journal.value.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * A whole snapshot, then `count` changes, each as the text of a push. The first change also continues from the last
 * one, so the changes can be played forever.
 */
async function recordPushes(portfolio: Portfolio, count: number, mostOrders: number): Promise<readonly string[]> {
  for (let second = 0; second < WARM_SECONDS; second++) {
    const { statistics, liquidity, risk, orders } = portfolio.parts()
    const hasAll = [statistics, liquidity, risk].every(({ data }) => data !== null)
    if (hasAll && (orders.data?.orders.length ?? 0) >= mostOrders) break
    await wait(clock, 1_000)
  }
  const states: State[] = []
  for (let nth = 0; nth < count; nth++) {
    states.push({ mono: clock.mono(), wall: clock.wall(), parts: portfolio.parts() })
    await wait(clock, 1_000)
  }
  const push = (nth: number, parts: object): string =>
    JSON.stringify({ ...states.at(nth), runId: 'run', seq: nth + 2, account: ACCOUNT, parts })
  return [push(-1, states.at(-1)?.parts ?? {}), ...states.map((to, nth) => push(nth, became(states.at(nth - 1), to)))]
}

type State = Pick<Snapshot, 'mono' | 'wall' | 'parts'>

/** As main would push it. */
function became(from: State | undefined, to: State): object {
  const names = PART_NAMES.filter((name) => to.parts[name].version !== from?.parts[name].version)
  return Object.fromEntries(
    names.map((name) => {
      const { data, ...rest } = to.parts[name]
      return [name, { ...rest, change: { patch: patchOf(from?.parts[name].data, data) } }]
    }),
  )
}

const ACCOUNT = {
  ...{
    id: 'large',
    name: 'Large',
    kind: 'venue',
    keyTail: '1234',
    preset: null,
    probedAt: null,
    isWatchOnly: false,
    colour: null,
  },
  ...{ spotBaseUrl: 'https://spot.example', contractBaseUrl: 'https://contract.example' },
}
