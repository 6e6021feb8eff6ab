import { describe, expect, it } from 'vitest'
import { execute } from '#electron/desk/run/execute.ts'
import type { CancelRequest, LegRequest, LegState } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { ok } from '#shared/domain/result.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CLOSE } from '#test/support/desk-bench.ts'
import { memoryLog } from '#test/support/memory-log.ts'
import { CONTRACT, ModelVenue, POSITION } from '#test/support/model-venue.ts'

const ANOTHER: CancelRequest = { kind: 'cancel', area: 'contract', instrument: 'E-BTC-USDT', orderId: 'another' }

/** A leg in the given state. By default, `request` is a cancel of an open order. */
function setUp(state: LegState, request?: LegRequest) {
  const clock = new ManualClock()
  const venue = new ModelVenue(clock)
  const cancel: LegRequest = { ...ANOTHER, orderId: venue.rest().orderId }
  const { log, disk, changes, begin } = memoryLog(clock)
  const [leg] = begin('intent', CLOSE, [request ?? cancel]).legs
  if (leg === undefined) throw new Error('expected a leg')
  for (const next of PATHS[state] ?? [state]) if (next !== 'planned') log.noteLeg(leg, { state: next })
  const sending = { client: venue.client(), log, permit: () => () => null, signal: new AbortController().signal }
  return { clock, venue, log, disk, changes, leg, sending, begin }
}

/** How a leg reaches a state that does not directly follow its plan. */
const PATHS: { readonly [S in LegState]?: readonly LegState[] } = {
  acknowledged: ['journalled', 'acknowledged'],
  unknown: ['journalled', 'unknown'],
  absent: ['journalled', 'unknown', 'absent'],
  rejected: ['journalled', 'rejected'],
  verified: ['journalled', 'acknowledged', 'verified'],
}

describe('execute', () => {
  it.each<LegState>(['journalled', 'acknowledged', 'unknown', 'absent', 'rejected', 'notSent', 'skipped', 'verified'])(
    'never sends a leg that is %s',
    async (state) => {
      const { venue, leg, sending } = setUp(state)
      await expect(execute(leg, sending, null)).rejects.toThrow('expected a planned leg')
      expect(venue.arrivals).toEqual([])
    },
  )

  it("does not take another leg's order id as its own: it looks the order up as after a lost answer", async () => {
    const request: LegRequest = {
      ...{ kind: 'close', area: 'contract', instrument: CONTRACT.name, positionKey: POSITION.key, side: 'sell' },
      ...{ marginMode: POSITION.marginMode, volume: decimal(3), price: null, timeInForce: 'rest' },
      clientOrderId: 'ours',
    }
    const { clock, venue, log, leg, sending, begin } = setUp('planned', request)
    const [other] = begin('other', CLOSE, [ANOTHER]).legs
    const client = venue.client()
    const repeated = { ...client, call: (async () => ok({ value: { orderId: '7' } })) as unknown as typeof client.call }
    log.noteLeg(other!, { state: 'journalled' })
    log.noteLeg(other!, { state: 'acknowledged', orderId: '7' })
    const executed = execute(leg, { ...sending, client: repeated }, null)
    await clock.advance(100)
    await executed
    expect(log.leg(leg).record).toMatchObject({ state: 'unknown', orderId: null, failure: { kind: 'unexpectedReply' } })
  })

  it("sends the position's leverage with a close, if it is known", async () => {
    const sent: unknown[] = []
    const close = {
      ...{ kind: 'close', area: 'contract', instrument: CONTRACT.name, positionKey: POSITION.key, side: 'sell' },
      ...{ marginMode: POSITION.marginMode, volume: decimal(3), price: null, timeInForce: 'rest' },
      clientOrderId: 'ours',
    }
    const request = { ...close, leverage: decimal(7) } as LegRequest
    const { clock, venue, leg, sending } = setUp('planned', request)
    const client = venue.client()
    const heard = { ...client, call: ((...call) => (sent.push(call[1]), client.call(...call))) as typeof client.call }
    const executed = execute(leg, { ...sending, client: heard }, null)
    await clock.advance(100)
    await executed
    expect(sent).toEqual([expect.objectContaining({ leverage: decimal(7), type: 'market', action: 'close' })])
  })

  it.each([
    ['its position was read', {}, 'leg.sending'],
    ['its position could not be read', { isUnread: true }, 'leg.sendingUnread'],
  ] as const)('writes down before it sends that %s', async (_, unread, code) => {
    const { clock, changes, leg, sending } = setUp('planned')
    const nothing = { at: null, orderIds: null, opening: [], closable: decimal(0), pendingClose: decimal(0) }
    const executed = execute(leg, sending, { ...nothing, ...unread })
    expect(changes.at(-1)?.record).toMatchObject({ state: 'journalled', detail: message(code) })
    await clock.advance(100)
    await executed
  })

  it('sends nothing when the leg cannot be journaled first, and says so', async () => {
    const { venue, log, disk, changes, leg, sending } = setUp('planned')
    disk.isFull = true
    await execute(leg, sending, null)
    expect(venue.arrivals).toEqual([])
    expect(changes.flatMap((each) => each?.record.state ?? [])).toEqual(['notSent'])
    expect(log.leg(leg).record.detail).toEqual(message('leg.notSent', { why: verbatim('The disk is full.') }))
  })
})
