/**
 * The ways out of several accounts at once. The desk of each account makes its plan and carries it out. The trader is
 * asked once, in a box that names every account and what its plan does. If one account is denied, the others still go
 * on.
 */
import type { Action } from '#shared/desk/action.ts'
import type { Plan } from '#shared/desk/plan.ts'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { wayOut } from '#shared/ipc/place.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { planOfAccountLines } from '../window/way-out-words.ts'
import type { Question } from './confirm.ts'
import type { Handlers } from './gate.ts'
import { GESTURES, IN_FLIGHT, previewUnlessRunning, type createGestures } from './gestures.ts'
import { createTickets, type Ticket } from './tickets.ts'

interface Way {
  readonly account: AccountView
  readonly action: Action
  readonly plan: Plan
}

/** A plan to carry out. */
interface Wanted extends Way {
  /** What the window submitted. */
  readonly planId: string
  /** The plan in the newest box. */
  readonly shown: string
}

/** Why each plan is not carried out, by its id; null: it is. */
type Refusals = Map<string, Message | null>

const PLAN_OLD = message('intent.denied.planOld')

export function createFanOut({
  accounts,
  gestures,
  clock,
}: {
  readonly accounts: Pick<Accounts, 'atDeskOf'>
  readonly gestures: ReturnType<typeof createGestures>
  readonly clock: Clock
}): Pick<Handlers, 'previewWay' | 'submitWays'> {
  const tickets = createTickets<Way, Message | null>(clock)

  async function carryOut({ account, action, planId, shown }: Wanted): Promise<Message | null> {
    // The ticket's id is the intent's id, so a repeat, even in a later run, is the same intent.
    const answer = await accounts.atDeskOf(account.id, 'desk.submitWays', (desk) => desk.submit(planId, action, shown))
    if (!answer.ok) return answer.error.message
    return answer.value.kind === 'denied' ? answer.value.denial.message : null
  }

  /**
   * The same way out with a plan made now, or why there is none. No desk waits long for a venue that does not answer.
   */
  async function renewed(wanted: Wanted): Promise<Result<Wanted, Message>> {
    const answer = await accounts.atDeskOf(wanted.account.id, 'desk.submitWays', (desk) =>
      previewUnlessRunning(desk, wanted.action),
    )
    if (!answer.ok) return err(answer.error.message)
    const { value } = answer
    if (value.kind === 'denied') return err(value.denial.message)
    return ok({ ...wanted, shown: value.planId, plan: value.plan })
  }

  /**
   * Asks once about all of them, and returns those to carry out. If the question had to wait for its turn, it is asked
   * with new plans, and these are carried out.
   */
  async function confirmed(all: readonly Wanted[], refusals: Refusals): Promise<readonly Wanted[]> {
    let asked = all
    async function askAnew(): Promise<Question | null> {
      const anew = await Promise.all(asked.map(async (wanted) => ({ wanted, now: await renewed(wanted) })))
      asked = anew.flatMap(({ wanted, now }) => {
        if (now.ok) return [now.value]
        refusals.set(wanted.planId, now.error)
        return []
      })
      return asked.length === 0 ? null : questionOf(asked)
    }
    const answer = await gestures.ask(await questionOf(asked), askAnew, true)
    return asked.filter(({ planId }) => {
      const why = gestures.refusal(answer, true)
      if (why !== null) refusals.set(planId, why)
      return why === null
    })
  }

  /** Names each account as it is called now, which may not be as the window showed it. */
  async function questionOf(asked: readonly Wanted[]): Promise<Question> {
    const lines = await Promise.all(
      asked.map(async ({ account, plan }) => {
        const now = await accounts.atDeskOf(account.id, 'desk.submitWays', async (_desk, its) => its)
        return planOfAccountLines(now.ok ? now.value : account, plan)
      }),
    )
    return {
      what: message('main.confirm.flattenAll', { count: asked.length }),
      lines: lines.flat(),
      yes: 'main.confirm.do',
    }
  }

  async function carryOutAll(
    submitted: readonly (readonly [string, Ticket<Way, Message | null>])[],
  ): Promise<Refusals> {
    const refusals: Refusals = new Map()
    const wanted = submitted.flatMap(([planId, ticket]): readonly Wanted[] => {
      const { account, action, plan } = ticket
      if (!tickets.isOld(ticket)) return [{ account, action, plan, planId, shown: planId }]
      refusals.set(planId, PLAN_OLD)
      return []
    })
    const run = async (each: Wanted): Promise<unknown> => refusals.set(each.planId, await carryOut(each))
    const { asked = [], atOnce = [] } = Object.groupBy(wanted, ({ action }) =>
      GESTURES[action.kind] === null ? 'atOnce' : 'asked',
    )
    await Promise.all([
      ...atOnce.map(run),
      asked.length === 0 ? null : confirmed(asked, refusals).then(async (agreed) => Promise.all(agreed.map(run))),
    ])
    return refusals
  }

  return {
    async previewWay({ accountId, way, cap }, from) {
      const answer = await accounts.atDeskOf(accountId, 'desk.previewWay', async (desk, account) => {
        const action = wayOut(way, desk.report().spotPolicy, cap)
        // While the same action runs, no plan is made, so that its reads do not get in the way.
        const value: PreviewAnswer = desk.isUnderWay(action) ? IN_FLIGHT : await desk.preview(action)
        if (value.kind === 'plan') tickets.keep(value.planId, from, { account, action, plan: value.plan })
        return value
      })
      return answer.ok ? ok(encode(answer.value)) : answer
    },

    async submitWays({ planIds }, from) {
      const known = [...new Set(planIds)].map((planId) => [planId, tickets.find(planId, from)] as const)
      const fresh = known.flatMap(([planId, ticket]) => (ticket?.answer === null ? [[planId, ticket] as const] : []))
      const carried = carryOutAll(fresh)
      for (const [planId, ticket] of fresh)
        ticket.answer = carried.then((refusals) => {
          const refusal = refusals.get(planId)
          return refusal === undefined ? PLAN_OLD : refusal
        })
      return ok(
        await Promise.all(
          known.map(async ([planId, ticket]) => ({ planId, refused: ticket ? await ticket.answer : PLAN_OLD })),
        ),
      )
    },
  }
}
