import { expect, it } from 'vitest'
import { toText } from '#shared/domain/decimal.ts'
import { inEnglish } from '#shared/words/say.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'

const ALL = { kind: 'breakEvenAll' } as const

it('every position in profit gets one stop at the venue, the others are named, and a second time places none', async () => {
  const clock = wireTime()
  const venue = await stillVenue({ clock: clock.forVenue() })
  const run = await deskAt({ venue, clock })
  const shown = await run.desk.preview(ALL)
  if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
  const held = venue.exchange.contracts.positions()
  const refused = shown.plan.estimate?.warnings.filter(({ code }) => code === 'plan.noStopFor') ?? []
  expect(shown.plan.legs.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(shown.plan.legs.length + refused.length).toBe(held.length)

  await run.desk.submit('a', ALL, shown.planId)
  const { state, legs } = await run.ended()
  // No endpoint lists such orders: accepted is all that can be known.
  expect([state, new Set(legs.map((leg) => leg.state))]).toEqual(['done', new Set(['accepted'])])
  expect(legs.map(({ request }) => request)).toEqual(shown.plan.legs)
  const waiting = venue.exchange.triggers.waiting.map(({ ticket, direction, price }) => [
    ticket.spec.name,
    direction,
    toText(price),
    toText(ticket.volume),
  ])
  const planned = shown.plan.legs.map((leg) =>
    leg.kind === 'protect' ? [leg.instrument, leg.trigger, toText(leg.triggerPrice), toText(leg.volume)] : [],
  )
  expect(waiting).toEqual(planned)
  for (const { ticket, direction, price } of venue.exchange.triggers.waiting) {
    const mark = venue.exchange.market.price(ticket.spec)
    expect(direction === 'fall' ? price.lt(mark) : price.gt(mark)).toBe(true)
  }

  const again = await run.desk.preview(ALL)
  expect(again).toMatchObject({ kind: 'denied', denial: { code: 'NOTHING_TO_DO' } })
})
