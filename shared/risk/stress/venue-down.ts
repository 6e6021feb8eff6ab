import type { Moves, Scenario } from './scenario-report.ts'

/**
 * The scenario with the venue down for a day more: nothing can be traded, and prices go on at the scenario's own pace
 * from where they ended. With x where a price ends and n the days it takes:
 *
 *   pace    (1 + x)^(1/n)                      an average day of the scenario
 *   close   (1 + x) pace - 1 = (1 + x)^((n+1)/n) - 1
 *   low     (1 + low) pace - 1                 or the old low, where the pace leads away from it
 *
 * So a scenario of one day happens twice. Funding is paid for a day more too.
 */
export function dayMore(scenario: Scenario): Scenario {
  const { close, low, days = 1, funding } = scenario
  const pace = (move: number): number => Math.max(0, 1 + move) ** (1 / days)
  return {
    ...scenario,
    close: eachMove(close, close, (move) => (1 + move) * pace(move) - 1),
    low: eachMove(low, close, (worst, end) => further(worst, (1 + worst) * pace(end) - 1)),
    days: days + 1,
    ...(funding && { funding: { ...funding, payments: (funding.payments * (days + 1)) / days } }),
  }
}

/** Changes every move, from its own value and from where that price ends. */
function eachMove(moves: Moves, close: Moves, change: (move: number, end: number) => number): Moves {
  const ends = new Map(Object.entries(close.named))
  return {
    ...moves,
    named: Object.fromEntries(
      Object.entries(moves.named).map(([asset, move]) => [asset, change(move, ends.get(asset) ?? close.others)]),
    ),
    others: change(moves.others, close.others),
  }
}

/** The one further from 0, on the side of the first one. */
function further(move: number, other: number): number {
  return move < 0 ? Math.min(move, other) : Math.max(move, other)
}
