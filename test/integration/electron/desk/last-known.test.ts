/** The account cannot be read but orders work: positions are closed by their last known size. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { FaultKind, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { Action } from '#shared/desk/action.ts'
import type { Plan } from '#shared/desk/plan.ts'
import { positionKey } from '#shared/domain/account.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { faultsOf } from '#test/support/flatten-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { saidOf } from '#test/support/codes.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inWords } from '#test/support/in-words.ts'

const CLOSE = closeAtMarket(positionKey('E-LINK-USDT', 'cross', 'long'))

let clock: WireTime
let venue: Simulator
let run: DeskAtVenue

async function begin({ sim, dialect }: Family): Promise<void> {
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: sim })
  run = await deskAt({ venue, clock, dialect })
  venue.faults.inject({ match: 'contract.account', kind: 'serverError', times: Infinity })
}

const held = (contract: string) => venue.exchange.contracts.positions().find(({ spec }) => spec.name === contract)
const closing = () => venue.exchange.contracts.openOrders().filter(({ action }) => action === 'CLOSE').length
const placed = () => venue.ledger.arrivals({ endpoint: 'contract.newOrder' }).length

async function shown(action: Action): Promise<{ planId: string; plan: Plan }> {
  const answer = await run.desk.preview(action)
  if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
  return answer
}

describe.each(FAMILIES)('at $family, with a list of positions that is not trusted', (family) => {
  beforeEach(async () => {
    await begin(family)
    venue.faults.clear()
    venue.faults.inject({ match: 'contract.account', kind: 'emptyList', field: 'positionVos', times: Infinity })
  })

  it('one click closes a missing position by its last known size', async () => {
    await run.desk.submit('a', CLOSE)
    const { legs } = await run.ended()
    expect(legs.map((leg) => leg.state)).toEqual(['verified'])
    expect(held('E-LINK-USDT')).toBeUndefined()
  })

  it('the plan says why the last known size is used, and how old it is', async () => {
    const { plan } = await shown(CLOSE)
    expect(inWords(plan).estimate?.warnings[0]).toMatch(
      /margin is in use.* This closes the sizes known \d+ s ago, never more/,
    )
  })
})

describe.each(FAMILIES)('at $family, with the account call failing', (family) => {
  beforeEach(() => begin(family))

  it('a close by the last known size says its age, and its order shows the outcome', async () => {
    const { planId, plan } = await shown(CLOSE)
    expect(inWords(plan).estimate?.warnings[0]).toMatch(
      /cannot be read. This closes the sizes known \d+ s ago, never more/,
    )
    await run.desk.submit('a', CLOSE, planId)
    const { state, note, legs } = await run.ended()
    expect(legs.map((leg) => leg.state)).toEqual(['verified'])
    expect(held('E-LINK-USDT')).toBeUndefined()
    // No read has shown that the position is gone.
    expect(state).toBe('partial')
    expect(saidOf(note)).toMatch(/not known/)
    expect(placed()).toBe(1)
  })

  it('one click closes by the last known size too, and the leg carries its age', async () => {
    await run.desk.submit('a', CLOSE)
    const { state, legs } = await run.ended()
    expect(legs.map((leg) => [leg.state, leg.request.kind === 'close' && leg.request.knownMs])).toEqual([
      ['verified', expect.any(Number)],
    ])
    expect(held('E-LINK-USDT')).toBeUndefined()
    expect(state).toBe('partial')
    expect(placed()).toBe(1)
  })

  it('never closes again what our own close has taken since', async () => {
    const first = await shown(CLOSE)
    await run.desk.submit('a', CLOSE, first.planId)
    await run.ended()
    const again = await run.desk.preview(CLOSE)
    expect(again.kind === 'denied' && again.denial.code).toBe('POSITION_NOT_FOUND')
  })

  it('closes no more than the size that no closing order locks, and keeps those orders', async () => {
    const before = closing()
    const { planId, plan } = await shown(FLATTEN)
    expect(plan.legs.some(({ kind }) => kind === 'close')).toBe(true)
    await run.desk.submit('a', FLATTEN, planId)
    const { state } = await run.ended()
    expect(state).not.toBe('done')
    expect(closing()).toBe(before)
    expect(venue.exchange.contracts.positions().every(({ volume }) => volume.gt(0))).toBe(true)
    expect(placed()).toBe(plan.legs.filter(({ kind }) => kind === 'close').length)
    expect(faultsOf(venue)).toEqual([])
  })

  it.each<[FaultKind, 'verified' | 'absent']>([
    ['resetAfterRead', 'verified'],
    ['504NotExecuted', 'absent'],
  ])(
    'settles a close whose answer was lost by orders and fills: %s',
    async (kind, state) => {
      const { planId } = await shown(CLOSE)
      venue.faults.inject({ match: 'contract.newOrder', kind })
      await run.desk.submit('a', CLOSE, planId)
      const { legs } = await run.ended()
      expect(legs.map((leg) => leg.state)).toEqual([state])
      expect(held('E-LINK-USDT') === undefined).toBe(state === 'verified')
      expect(placed()).toBe(1)
    },
    60_000,
  )
})
