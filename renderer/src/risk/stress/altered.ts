import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Scenario } from '#shared/risk/stress/scenario-report.ts'
import { say } from '../../kit/say.ts'
import { shockText } from '../../kit/chart/number-text.ts'
import { BY_HAND } from '../../app/stores/what-if.ts'

/** The most moves named one by one; the rest are counted. */
const MOST_NAMED = 4

/** What differs from the live account, in words: "BTC −20.0 %, ETH −25.0 %; without 2 positions and 1 order". */
export function alteredWords(
  scenario: Scenario | null,
  leftPositions: number,
  leftOrders: number,
  isVenueDown = false,
): string {
  const parts = [
    ...(scenario === null ? [] : [scenario.id === BY_HAND ? movesMessage(scenario) : scenario.name]),
    ...(scenario !== null && isVenueDown ? [message('stress.venueDownTried')] : []),
    ...(leftPositions + leftOrders === 0 ? [] : [withoutMessage(leftPositions, leftOrders)]),
  ]
  return parts.length === 0 ? '' : say(parts.reduce((one, other) => message('kit.both', { one, other })))
}

function movesMessage({ close: { named, others } }: Scenario): Message {
  const moved = Object.entries(named).filter(([, move]) => move !== 0)
  const first = moved.slice(0, MOST_NAMED).map(([asset, move]) => `${asset} ${shockText(move)}`)
  const count = moved.length - first.length
  return message('plain', {
    text: [
      ...first,
      ...(count > 0 ? [message('kit.more', { count })] : []),
      ...(others === 0 ? [] : [message('stress.othersMove', { move: shockText(others) })]),
    ],
  })
}

function withoutMessage(leftPositions: number, leftOrders: number): Message {
  const positions = message('positions', { count: leftPositions })
  const orders = message('stress.orders', { count: leftOrders })
  if (leftPositions > 0 && leftOrders > 0) return message('stress.withoutBoth', { positions, orders })
  return message('stress.without', { what: leftPositions > 0 ? positions : orders })
}
