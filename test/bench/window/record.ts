/** What main sends to the window for a large account. */
import { historyInMemory } from '../../../electron/history/store.ts'
import { systemClock as clock } from '../../../electron/main/system-clock.ts'
import { PART_NAMES } from '../../../electron/portfolio/parts.ts'
import { Portfolio } from '../../../electron/portfolio/portfolio.ts'
import { startRiskWorker } from '../../../electron/risk/risk-client.ts'
import { USUAL_LIMITS } from '../../../shared/desk/order-limits.ts'
import { wait } from '../../../shared/domain/clock.ts'
import { patchOf } from '../../../shared/domain/patch.ts'
import type { Snapshot } from '../../../shared/snapshot/snapshot.ts'
import { largeVenue } from '../large-venue.ts'

/** The longest wait for a first report of each kind. */
const WARM_SECONDS = 120

/**
 * A whole snapshot, then `count` changes, each as the text of a push. The first change also continues from the last
 * one, so the changes can be played forever.
 */
export async function recordPushes(count: number): Promise<readonly string[]> {
  const portfolio = new Portfolio({
    client: largeVenue({ coins: 500, hasOrders: true, moves: true }),
    clock,
    history: historyInMemory().at('venue'),
    startRisk: startRiskWorker,
    onChange() {},
  })
  portfolio.setDesk({
    ...{ state: 'open', reason: null, emergency: null, intents: [], unknownCount: 0, protections: [] },
    ...{ mode: 'active', limits: USUAL_LIMITS, spotPolicy: 'keep', modeNote: null, drill: null },
    passedOver: { outOfPlace: 0, laterKinds: 0 },
  })
  portfolio.setEvents([], null)
  portfolio.start()
  for (let second = 0; second < WARM_SECONDS; second++) {
    const { statistics, liquidity, risk, orders } = portfolio.parts()
    const hasAll = [statistics, liquidity, risk].every(({ data }) => data !== null)
    if (hasAll && (orders.data?.orders.length ?? 0) >= 1_000) break
    await wait(clock, 1_000)
  }
  const states: State[] = []
  for (let nth = 0; nth < count; nth++) {
    states.push({ mono: clock.mono(), wall: clock.wall(), parts: portfolio.parts() })
    await wait(clock, 1_000)
  }
  portfolio.stop()
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
  ...{ id: 'large', name: 'Large', kind: 'venue', keyTail: '1234', preset: null, probedAt: null, isWatchOnly: false },
  ...{ spotBaseUrl: 'https://spot.example', contractBaseUrl: 'https://contract.example' },
}
