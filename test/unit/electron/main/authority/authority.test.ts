import { describe, expect, it } from 'vitest'
import { createAuthority } from '#electron/main/authority/authority.ts'
import type { Answer } from '#electron/main/authority/confirm.ts'
import type { Accounts } from '#electron/main/accounts/accounts.ts'
import type { Action } from '#shared/desk/action.ts'
import { ManualClock } from '#test/support/clock.ts'

const PLAN_ID = '00000000-0000-4000-8000-000000000001'
const SIZE = { kind: 'percent', percent: 100 } as const

/** Every kind of action that trades. */
const TRADES: readonly Action[] = [
  { kind: 'closePosition', positionKey: 'p', size: SIZE, tactic: { kind: 'market' } },
  { kind: 'closeSide', side: 'long' },
  { kind: 'reduceAll', side: null, percent: 50 },
  { kind: 'reduce', closes: [{ positionKey: 'p', volume: '1' }] },
  { kind: 'flatten', spot: 'keep' },
  { kind: 'protect', positionKey: 'p', purpose: 'stopLoss', size: SIZE, trigger: { kind: 'breakEven' } },
  { kind: 'breakEvenAll' },
  { kind: 'restore', intentId: PLAN_ID },
]

/** A page that was shown the plan of `action`, over a desk that accepts every request. */
async function shown(action: Action, answer: Answer) {
  const clock = new ManualClock()
  const seen = { asked: 0, sent: 0, runId: 'run' }
  const plan = { legs: [], estimate: null }
  const desk = {
    preview: async () => ({ kind: 'plan', planId: PLAN_ID, plan }),
    submit: async () => {
      seen.sent += 1
      return { kind: 'accepted' }
    },
  }
  const accounts = {
    snapshot: () => ({ runId: seen.runId, account: null, parts: { instruments: { data: null } } }),
    atDesk: async (_runId: string, _operation: string, ask: (it: typeof desk) => unknown) => ({
      ok: true,
      value: await ask(desk),
    }),
  } as unknown as Accounts
  const confirm = async () => {
    seen.asked += 1
    return answer
  }
  const authority = createAuthority(accounts, confirm, clock, () => PLAN_ID)
  await authority.preview({ runId: 'run', action }, 1)
  const submit = () => authority.submit({ runId: 'run', planId: PLAN_ID }, 1)
  return { submit, seen, clock }
}

describe('a plan that was shown', () => {
  it.each(TRADES)('of $kind is sent only when the trader confirms it in a dialog', async (action) => {
    const refused = await shown(action, 'no')
    expect(await refused.submit()).toMatchObject({ ok: false, error: { message: { code: 'main.confirm.no' } } })
    const agreed = await shown(action, 'yes')
    expect(await agreed.submit()).toMatchObject({ ok: true })
    expect([refused.seen, agreed.seen]).toMatchObject([
      { asked: 1, sent: 0 },
      { asked: 1, sent: 1 },
    ])
  })

  it('is too old after a minute of sleep, during which the monotonic clock stood still', async () => {
    const { submit, seen, clock } = await shown({ kind: 'flatten', spot: 'keep' }, 'yes')
    clock.jumpWall(60_001)
    expect(await submit()).toMatchObject({ ok: false, error: { message: { code: 'intent.denied.planOld' } } })
    expect(seen).toMatchObject({ asked: 0, sent: 0 })
  })

  it('is not asked about once another account is in front', async () => {
    const { submit, seen } = await shown({ kind: 'flatten', spot: 'keep' }, 'yes')
    seen.runId = 'of another'
    expect(await submit()).toMatchObject({ ok: false, error: { message: { code: 'main.otherAccount' } } })
    expect(seen).toMatchObject({ asked: 0, sent: 0 })
  })
})
