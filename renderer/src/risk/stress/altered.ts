import { say } from '../../kit/say.ts'
import type { Scenario } from '#shared/risk/stress/scenario-report.ts'
import { shockText } from '../../kit/chart/number-text.ts'
import { BY_HAND } from '../../app/stores/what-if.ts'

/** Moves named one by one; the rest are counted. */
const MOST_NAMED = 4

/** What differs from the live account, in words: "BTC −20.0 %, ETH −25.0 %; without 2 positions and 1 order". */
export function alteredWords(
  scenario: Scenario | null,
  leftPositions: number,
  leftOrders: number,
  isVenueDown = false,
): string {
  const left = [counted(leftPositions, 'position'), counted(leftOrders, 'order')].filter((words) => words !== '')
  const parts = [
    scenario === null ? '' : scenario.id === BY_HAND ? movesWords(scenario) : say(scenario.name),
    scenario !== null && isVenueDown ? 'a day more with the venue down' : '',
    left.length === 0 ? '' : `without ${left.join(' and ')}`,
  ]
  return parts.filter((words) => words !== '').join('; ')
}

function movesWords({ close: { named, others } }: Scenario): string {
  const moved = Object.entries(named).filter(([, move]) => move !== 0)
  const first = moved.slice(0, MOST_NAMED).map(([asset, move]) => `${asset} ${shockText(move)}`)
  const more = moved.length - first.length
  return [
    ...first,
    ...(more > 0 ? [`${String(more)} more`] : []),
    ...(others === 0 ? [] : [`others ${shockText(others)}`]),
  ].join(', ')
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${String(count)} ${what}${count === 1 ? '' : 's'}`
}
