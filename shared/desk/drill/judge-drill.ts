/** Turns the findings of a fire drill into its card. */
import { message } from '../../words/message.ts'
import { draftFlatten } from '../compile/close-all.ts'
import type { DrillCard, DrillCheck } from '../drill.ts'
import { DRILL_CHECKS } from '../drill.ts'
import type { DeskFacts } from '../facts.ts'
import { predict } from '../predict-time.ts'
import type { TimeRange } from '../predict-time.ts'
import { judgeClock, judgeContract, judgeKey, judgeSpot } from './reach.ts'
import { judgeBudget, judgeContracts, judgePlan, judgeSizes } from './exit.ts'
import { judged, type DrillFacts, type Exit, type Judged } from './drill-facts.ts'
import { judgeTests } from './tests.ts'

export function judgeDrill(found: DrillFacts): DrillCard {
  const { account } = found
  const exit = account.ok ? exitOf(account.value, found) : null
  const unread = account.ok ? [] : [message('drill.accountUnread', { why: account.error })]
  const ofExit = (judge: (exit: Exit) => Judged): Judged => (exit === null ? judged('failed', ...unread) : judge(exit))
  const checks: Readonly<Record<DrillCheck['name'], Judged>> = {
    key: judgeKey(found),
    clock: judgeClock(found),
    spot: judgeSpot(found),
    contract: judgeContract(found),
    testOrders: ofExit(({ facts }) => judgeTests(found.tests, facts)),
    contracts: ofExit(judgeContracts),
    sizes: ofExit(judgeSizes),
    budget: ofExit((its) => judgeBudget(its, found.budget)),
    plan: ofExit(judgePlan),
  }
  return {
    at: found.at,
    flatten: exit && flattenTime(exit),
    checks: DRILL_CHECKS.map((name): DrillCheck => ({ name, ...checks[name] })),
  }
}

function exitOf(facts: DeskFacts, { budget }: DrillFacts): Exit {
  const keep = draftFlatten({ kind: 'flatten', spot: 'keep' }, facts, () => '')
  const sell = draftFlatten({ kind: 'flatten', spot: 'sell' }, facts, () => '')
  // By the time of a flatten, the drill's own reads no longer count. So the budget from before the drill is used.
  const pace = { ...facts.pace, pools: budget.pools }
  return { facts, keep, sell, time: keep.ok ? predict(keep.value.legs, pace, true, facts.orders) : null }
}

function flattenTime({ facts, keep, time }: Exit): TimeRange | null {
  if (facts.positions === null || facts.isPartial === true) return null
  if (!keep.ok) return keep.error.code === 'NOTHING_TO_DO' ? { likelyMs: 0, p95Ms: 0 } : null
  return time && { likelyMs: time.likelyMs, p95Ms: time.p95Ms }
}
