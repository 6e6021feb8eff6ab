import { afterEach, describe, expect, it } from 'vitest'
import type { SimPosition } from '#electron/simulator/testing/test-simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import { floorToStep, ONE, toText, ZERO } from '#shared/domain/decimal.ts'
import { inEnglish } from '#shared/words/say.ts'
import { FAMILIES, USUAL, type Family } from '#test/support/families.ts'
import { faultsOf, ordersIn, positionsIn, startFlattenAtVenue } from '#test/support/flatten-at-venue.ts'
import type { FlattenAtVenue } from '#test/support/flatten-at-venue.ts'
import { wireTime } from '#test/support/still-venue.ts'

let run: FlattenAtVenue

afterEach(() => run.stop())

async function start(family: Family): Promise<void> {
  const time = wireTime()
  run = await startFlattenAtVenue(time, time.forVenue(), family)
}

async function carriedOut(action: Action) {
  const shown = await run.desk.preview(action)
  if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
  await run.desk.submit('a', action, shown.planId)
  return { plan: shown.plan, report: await run.ended() }
}

const nameOf = ({ spec, side, positionType }: SimPosition): string => `${spec.name} ${side} ${positionType}`
const sizes = (held: readonly SimPosition[]) =>
  new Map(held.map((position) => [nameOf(position), { ...position, volume: position.volume }]))

describe.each(FAMILIES)('at $family', (family) => {
  it.each([25, 50, 75] as const)('every position is reduced by %d %%, and nothing else is touched', async (percent) => {
    await start(family)
    const before = sizes(positionsIn(run.venue, family))
    const opening = () =>
      [...run.venue.exchange.spot.openOrders(), ...run.venue.exchange.contracts.openOrders()]
        .filter((order) => !('action' in order) || order.action !== 'CLOSE')
        .map(({ orderId }) => orderId)
    const open = opening()
    const { plan, report } = await carriedOut({ kind: 'reduceAll', side: null, percent })
    expect(report.state).toBe('done')
    expect(report.legs.map(({ request }) => request)).toEqual(plan.legs)
    expect(new Set(report.legs.map(({ round }) => round))).toEqual(new Set([1]))
    const after = sizes(positionsIn(run.venue, family))
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
    for (const [name, { volume }] of before) {
      const closed = floorToStep(volume.times(percent).div(100), ONE)
      expect([name, toText(after.get(name)!.volume)]).toEqual([name, toText(volume.minus(closed))])
    }
    expect(opening()).toEqual(open)
    expect(faultsOf(run.venue)).toEqual([])
  })
})

it('only the longs are reduced where only they are meant', async () => {
  await start(USUAL)
  const before = sizes(positionsIn(run.venue))
  const { report } = await carriedOut({ kind: 'reduceAll', side: 'long', percent: 50 })
  expect(report.state).toBe('done')
  const after = sizes(positionsIn(run.venue))
  const smaller = [...before].filter(([name, { volume }]) => after.get(name)!.volume.lt(volume))
  const longs = [...before].filter(([, { side }]) => side === 'BUY')
  expect(smaller.map(([name]) => name)).toEqual(longs.map(([name]) => name))
  expect(smaller.length).toBeLessThan(before.size)
})

it('a cap leaves open what the book has not, and is not called done', async () => {
  await start(USUAL)
  const before = sizes(positionsIn(run.venue))
  const tactic = { kind: 'capped', percent: '0.001' } as const
  const { plan, report } = await carriedOut({ kind: 'reduceAll', side: null, percent: 75, tactic })
  expect(plan.legs.every((leg) => leg.kind !== 'close' || (leg.price !== null && leg.timeInForce === 'IOC'))).toBe(true)
  expect(report.state).toBe('partial')
  const closed = [...sizes(positionsIn(run.venue))].filter(([name, { volume }]) => volume.lt(before.get(name)!.volume))
  expect(closed.length).toBeLessThan(before.size)
  expect(faultsOf(run.venue)).toEqual([])
})

it('a flatten within a cap cancels every order, sells Spot, closes what the book has, and is not called done', async () => {
  await start(USUAL)
  const before = sizes(positionsIn(run.venue))
  const tactic = { kind: 'capped', percent: '0.02' } as const
  const { plan, report } = await carriedOut({ kind: 'flatten', spot: 'sell', tactic })
  expect(ordersIn(run.venue)).toBe(0)
  // Nothing is asked a second time: that would measure the cap from another mark.
  const closes = (of: readonly { readonly request: LegRequest }[]) =>
    of.filter(({ request }) => request.kind === 'close')
  expect(closes(report.legs).map(({ request }) => request)).toEqual(plan.legs.filter(({ kind }) => kind === 'close'))
  expect(report.legs.filter(({ request, state }) => request.kind === 'sell' && state !== 'verified')).toEqual([])
  expect(positionsIn(run.venue).map(nameOf)).toEqual(['E-LINK-USDT BUY 1'])
  expect(before.size).toBeGreaterThan(1)
  expect([report.state, inEnglish(report.note!)]).toEqual([
    'partial',
    expect.stringMatching(/^Not fully closed within the cap: long E-LINK-USDT cross\. /),
  ])
  expect(faultsOf(run.venue)).toEqual([])
})

it('limits wait better than each mark, at the venue too, and nothing is called closed', async () => {
  await start(USUAL)
  const before = sizes(positionsIn(run.venue))
  const tactic = { kind: 'offset', percent: '3' } as const
  const { report } = await carriedOut({ kind: 'reduceAll', side: null, percent: 100, tactic })
  expect(new Set(report.legs.map(({ request, state }) => [request.kind, state].join()))).toEqual(
    new Set(['cancel,verified', 'close,working']),
  )
  const closing = run.venue.exchange.contracts.openOrders().filter(({ action }) => action === 'CLOSE')
  for (const position of positionsIn(run.venue)) {
    const own = closing.filter(({ spec, side, positionType }) => {
      return spec === position.spec && side !== position.side && positionType === position.positionType
    })
    expect(own.reduce((sum, { volume }) => sum.plus(volume), ZERO)).toEqual(position.volume)
    const mark = run.venue.exchange.market.price(position.spec)
    for (const { price } of own) {
      // The market moved on a little since the plan.
      const better = price!
        .div(mark)
        .minus(1)
        .times(position.side === 'BUY' ? 1 : -1)
      expect([better.gt('0.02'), better.lt('0.04')]).toEqual([true, true])
    }
  }
  expect(sizes(positionsIn(run.venue))).toEqual(before)
  expect(faultsOf(run.venue)).toEqual([])
})

it('a lost answer is settled by the position, and nothing is sent twice', async () => {
  await start(USUAL)
  const before = sizes(positionsIn(run.venue))
  run.venue.faults.inject({ match: 'contract.newOrder', kind: 'resetAfterRead' })
  const { report } = await carriedOut({ kind: 'reduceAll', side: null, percent: 50 })
  expect(report.state).toBe('done')
  expect(ordersIn(run.venue)).toBeGreaterThan(0)
  for (const [name, { volume }] of sizes(positionsIn(run.venue))) {
    expect([name, toText(volume)]).toEqual([
      name,
      toText(before.get(name)!.volume.minus(floorToStep(before.get(name)!.volume.div(2), ONE))),
    ])
  }
  expect(faultsOf(run.venue)).toEqual([])
})
