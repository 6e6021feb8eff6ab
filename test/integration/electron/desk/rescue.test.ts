import { beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import type { RescueAnswer } from '#shared/desk/rescue.ts'
import { decimal, sum, toFloat } from '#shared/domain/decimal.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { inEnglish } from '#shared/words/say.ts'

const UNIT = 'cross:USDT'

let clock: WireTime
let venue: Simulator
let run: DeskAtVenue

async function begin({ sim, dialect }: Family): Promise<void> {
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: sim })
  run = await deskAt({ venue, clock, dialect })
}

type Ranked = Extract<RescueAnswer, { kind: 'ranked' }>

/** The venue's margin rate of the USDT cross account: its equity over the value of its positions. */
function venueRate(): number {
  const { contracts, market } = venue.exchange
  const held = contracts
    .positions()
    .filter(({ positionType, spec }) => positionType === 1 && spec.marginCoin === 'USDT')
  const value = sum(held.map(({ spec, volume }) => volume.times(spec.multiplier).times(market.price(spec))))
  return toFloat(contracts.held.crossEquity('USDT').div(value))
}

/** Ranks the ways to `times` the current rate. */
async function rescue(times: number): Promise<Ranked> {
  const answer = await run.desk.rescue(UNIT, decimal((venueRate() * times * 100).toFixed(6)))
  if (answer.kind === 'denied') throw new Error(inEnglish(answer.denial.message))
  return answer
}

/** Previews the plan of an action and carries it out as shown. */
async function carryOut(action: Action): Promise<PlanEstimate> {
  const preview = await run.desk.preview(action)
  if (preview.kind === 'denied') throw new Error(inEnglish(preview.denial.message))
  expect(await run.desk.submit('a', action, preview.planId)).toEqual({ kind: 'accepted', intentId: 'a' })
  const { state, legs } = await run.ended()
  expect([state, new Set(legs.map((leg) => leg.state))]).toEqual(['done', new Set(['verified'])])
  return preview.plan.estimate!
}

/** The venue charges at most its published fees, so the rate is never worse than predicted. */
function expectAsForetold(foretold: number | null, target: number): void {
  expect(venueRate()).toBeGreaterThanOrEqual(target)
  expect(venueRate()).toBeGreaterThanOrEqual(foretold! * (1 - 1e-9))
  expect(venueRate()).toBeLessThan(foretold! * 1.002)
}

describe.each(FAMILIES)('a rescue at $family', (family) => {
  beforeEach(() => begin(family))

  it('only reads: it sends nothing and adds no intent', async () => {
    await rescue(1.05)
    expect(run.desk.report().intents).toEqual([])
    expect(venue.ledger.arrivals().filter(({ method }) => method === 'POST')).toEqual([])
  })

  it("predicts the venue's rate and finds a way that reaches the target when carried out", async () => {
    const { before, target, ways } = await rescue(1.1)
    expect(before).toBeCloseTo(venueRate(), 9)
    const closing = ways.find(({ action, reaches }) => reaches && action.kind === 'closePosition')
    const { margin } = await carryOut(closing!.action)
    expect(margin.find(({ unitId }) => unitId === UNIT)?.after).toBeCloseTo(closing!.after!, 12)
    expectAsForetold(closing!.after, target)
  })

  it('cancels every order that holds margin, which frees all of that margin', async () => {
    const held = venue.exchange.contracts.wallet.locked('USDT')
    const equity = venue.exchange.contracts.held.crossEquity('USDT')
    const { target, ways } = await rescue(1.0001)
    const canceling = ways.find(({ action }) => action.kind === 'cancelOrders')!
    expect(canceling).toMatchObject({ reaches: true, cost: decimal(0) })
    expect(ways[0]).toBe(canceling)
    await carryOut(canceling.action)
    expectAsForetold(canceling.after, target)
    expect(venue.exchange.contracts.wallet.locked('USDT')).toEqual(decimal(0))
    expect(venue.exchange.contracts.held.crossEquity('USDT')).toEqual(equity.plus(held))
  })

  it('reduces two positions when no single one is enough', async () => {
    const { target, ways } = await rescue(4)
    const [pair] = ways.filter(({ action, reaches }) => reaches && action.kind === 'reduce')
    await carryOut(pair!.action)
    expectAsForetold(pair!.after, target)
  })

  it('closes within a cap what the book has, says what stays open, and is then not done', async () => {
    const { target, ways } = await rescue(4)
    const [pair] = ways.filter(({ action, reaches }) => reaches && action.kind === 'reduce')
    const reduce = pair!.action as Extract<Action, { kind: 'reduce' }>
    const capped = { ...reduce, tactic: { kind: 'capped', percent: '0.001' } } as const
    const preview = await run.desk.preview(capped)
    if (preview.kind === 'denied') throw new Error(inEnglish(preview.denial.message))
    // The plan promises only what the book has within the cap, which is less than the way does at market.
    const promised = preview.plan.estimate!.margin.find(({ unitId }) => unitId === UNIT)!.after!
    expect(promised).toBeLessThan(target)
    expect(await run.desk.submit('a', capped, preview.planId)).toEqual({ kind: 'accepted', intentId: 'a' })
    const { state, legs } = await run.ended()
    expect(state).toBe('partial')
    expect(legs.map(({ detail }) => inEnglish(detail)).join(' ')).toMatch(/[Ss]till open: |They stay open\./)
    expect(venueRate()).toBeLessThan(target)
    expect(venueRate()).toBeGreaterThanOrEqual(promised * (1 - 1e-9))
  })

  it('says why there is nothing to rank', async () => {
    expect(await run.desk.rescue(UNIT, decimal('0.001'))).toMatchObject({ denial: { code: 'NOTHING_TO_DO' } })
    await run.desk.close()
    expect(await run.desk.rescue(UNIT, decimal(50))).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
  })
})
