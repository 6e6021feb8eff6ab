/** What main sends the window about a large account. */
import { historyInMemory } from '../../../electron/history/store.ts'
import { systemClock as clock } from '../../../electron/main/system-clock.ts'
import { Portfolio } from '../../../electron/portfolio/portfolio.ts'
import { startRiskWorker } from '../../../electron/risk/risk-client.ts'
import { wait } from '../../../shared/domain/clock.ts'
import type { PartName } from '../../../shared/snapshot/snapshot.ts'
import { largeVenue } from '../large-venue.ts'

/** The most it may take until there is a first report of each kind. */
const WARM_SECONDS = 120

/** The whole snapshot, then `count` changes of it: each the text of a push. */
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
    ...{ mode: 'active', modeNote: null, passedOver: { outOfPlace: 0, laterKinds: 0 }, drill: null },
  })
  portfolio.setEvents([])
  portfolio.start()
  for (let second = 0; second < WARM_SECONDS; second++) {
    const { statistics, liquidity, risk, orders } = portfolio.parts()
    const hasAll = [statistics, liquidity, risk].every(({ data }) => data !== null)
    if (hasAll && (orders.data?.orders.length ?? 0) >= 1_000) break
    await wait(clock, 1_000)
  }
  const seen = new Map<PartName, number>()
  const pushes: string[] = []
  for (let seq = 1; seq <= count + 1; seq++) {
    const parts = portfolio.changes(seen)
    pushes.push(JSON.stringify({ runId: 'run', seq, mono: clock.mono(), wall: clock.wall(), account: ACCOUNT, parts }))
    await wait(clock, 1_000)
  }
  portfolio.stop()
  return pushes
}

const ACCOUNT = {
  ...{ id: 'large', name: 'Large', kind: 'venue', keyTail: '1234', preset: null, probedAt: null },
  ...{ spotBaseUrl: 'https://spot.example', contractBaseUrl: 'https://contract.example' },
}
