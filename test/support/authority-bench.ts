/** A page's requests to main for a live account, and a person who answers what main asks. */
import { randomUUID } from 'node:crypto'
import { createAuthority, type Authority } from '#electron/main/authority/authority.ts'
import type { Answer, Confirm, Question } from '#electron/main/authority/confirm.ts'
import type { Action } from '#shared/desk/action.ts'
import type { message } from '#shared/words/message.ts'
import { accountsBench, type Bench } from '#test/support/accounts-bench.ts'
import { leading } from '#test/support/clock.ts'

/** The window that asks, unless another one is named. */
export const OURS = 1

export const ACCEPTED = { ok: true, value: { kind: 'accepted' } }

export function refusedWith(code: Parameters<typeof message>[0]) {
  return { ok: false, error: { outcome: 'notSent', message: { code } } }
}

/** Gives each test of a file accounts of its own. Call once, at the top of the file. */
export function authorityBench() {
  const bench: Bench = accountsBench()

  /** A known account, its authority, and a person who answers as configured. By default nobody confirms. */
  async function opened() {
    await bench.addedAs()
    await bench.known()
    bench.venue.ledger.clear()
    const asked: Question[] = []
    /** `isLate`: another question is open, and it is answered only after this one was asked. */
    const person: { answer: Answer; answers?: Answer[]; isLate?: boolean; meanwhile?: () => Promise<unknown> } = {
      answer: 'no',
    }
    const { clock, later } = leading(bench.clock)
    const confirm: Confirm = async (question, atItsTurn) => {
      asked.push(question)
      await person.meanwhile?.()
      if (person.isLate !== true) return person.answers?.shift() ?? person.answer
      const anew = (await atItsTurn?.()) ?? null
      if (anew === null) return atItsTurn ? 'no' : 'busy'
      asked.push(anew)
      return person.answer
    }
    const authority = createAuthority(bench.accounts, confirm, clock, randomUUID)
    const { runId } = bench.accounts.snapshot()
    return {
      authority,
      asked,
      person,
      runId,
      later,
      shown: (action: Action, from = OURS) => planIdOf(authority, runId, action, from),
      oneClick: (action: Action, from = OURS) => clickOf(authority, runId, action, from),
      submit: (planId: string, from = OURS) => authority.submit({ runId, planId }, from),
    }
  }

  return {
    bench,
    opened,
    mode: () => bench.accounts.snapshot().parts.desk.data?.mode,
    /** Waits until nothing runs at the desk. */
    over: () =>
      bench.until(
        () => bench.accounts.snapshot().parts.desk.data?.intents.every(({ state }) => state !== 'running') === true,
      ),
  }
}

async function planIdOf(authority: Authority, runId: string, action: Action, from: number): Promise<string> {
  const answer = await authority.preview({ runId, action }, from)
  if (!answer.ok || answer.value.kind !== 'plan') throw new Error(`expected a plan, was ${JSON.stringify(answer)}`)
  return answer.value.planId
}

/** Asks as one click does, with no plan shown. */
export async function clickOf(authority: Authority, runId: string, action: Action, from: number) {
  const proposed = await authority.propose({ runId, action }, from)
  return proposed.ok ? authority.submit({ runId, planId: proposed.value.planId }, from) : proposed
}
