import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entries.ts'
import type { LegRecord } from '#electron/desk/log/entries.ts'
import { execute } from '#electron/desk/run/execute.ts'
import type { Leg } from '#electron/desk/state/intent.ts'
import type { LegRequest, LegState } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CONTRACT, ModelVenue, POSITION } from '#test/support/model-venue.ts'

function setUp(state: LegState, disk: 'good' | 'full') {
  const clock = new ManualClock()
  const venue = new ModelVenue(clock)
  let record: LegRecord = { ...PLANNED, state }
  const shown: LegState[] = []
  const note = (change: Partial<LegRecord>) => {
    record = { ...record, ...change }
    shown.push(record.state)
  }
  const leg: Leg = {
    request: { kind: 'cancel', area: 'contract', instrument: 'E-BTC-USDT', orderId: venue.rest().orderId },
    get record() {
      return record
    },
    round: 1,
    endsPosition: false,
    isAnothers: () => false,
    changedAt: 0,
    ageMs: 0,
    commit(change) {
      if (disk === 'full') return err('The disk is full.')
      note(change)
      return ok(null)
    },
    note,
  }
  const sending = { client: venue.client(), permit: () => () => null, signal: new AbortController().signal }
  return { clock, venue, leg, shown, sending }
}

describe('execute', () => {
  it.each<LegState>(['journalled', 'acknowledged', 'unknown', 'absent', 'rejected', 'notSent', 'skipped', 'verified'])(
    'never sends a leg that is %s',
    async (state) => {
      const { venue, leg, sending } = setUp(state, 'good')
      await expect(execute(leg, sending, null)).rejects.toThrow('expected a planned leg')
      expect(venue.arrivals).toEqual([])
    },
  )

  it('does not take the id of another leg for its own: it looks for the order as after a lost answer', async () => {
    const { clock, venue, leg, sending } = setUp('planned', 'good')
    const request: LegRequest = {
      ...{ kind: 'close', area: 'contract', instrument: CONTRACT.name, positionKey: POSITION.key, side: 'sell' },
      ...{ marginMode: POSITION.marginMode, volume: decimal(3), price: null, timeInForce: 'rest' },
      clientOrderId: 'ours',
    }
    const executed = execute(Object.assign(leg, { request, isAnothers: () => true }), sending, null)
    await clock.advance(100)
    await executed
    expect(venue.arrivals).toHaveLength(1)
    expect(leg.record).toMatchObject({ state: 'unknown', orderId: null, failure: { kind: 'unexpectedReply' } })
  })

  it('sends the leverage of the position with a close, where it is known', async () => {
    const { clock, venue, leg, sending } = setUp('planned', 'good')
    const sent: unknown[] = []
    const client = venue.client()
    const heard = { ...client, call: ((...call) => (sent.push(call[1]), client.call(...call))) as typeof client.call }
    const close = {
      ...{ kind: 'close', area: 'contract', instrument: CONTRACT.name, positionKey: POSITION.key, side: 'sell' },
      ...{ marginMode: POSITION.marginMode, volume: decimal(3), price: null, timeInForce: 'rest' },
      clientOrderId: 'ours',
    }
    const request = { ...close, leverage: decimal(7) } as LegRequest
    const executed = execute(Object.assign(leg, { request }), { ...sending, client: heard }, null)
    await clock.advance(100)
    await executed
    expect(sent).toEqual([expect.objectContaining({ leverage: decimal(7), type: 'market', action: 'close' })])
  })

  it('sends nothing when the leg can not be written down first, and says so', async () => {
    const { venue, leg, shown, sending } = setUp('planned', 'full')
    await execute(leg, sending, null)
    expect(venue.arrivals).toEqual([])
    expect(shown).toEqual(['notSent'])
    expect(leg.record.detail).toContain('The disk is full.')
  })
})
