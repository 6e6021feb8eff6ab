/**
 * A stop that the simulated venue accepted but cannot execute: it never counts as cover, and is reported once it
 * should have triggered.
 */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { coverOf } from '#shared/desk/cover.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { decodeOrder, decodePosition } from '#shared/domain/decode.ts'
import { decodeProtection } from '../../../../../renderer/src/positions/cover.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

// A short of 260 contracts, 130 of which a closing order locks.
const KEY = 'E-DOGE-USDT:isolated:short'

/** The position's cover, computed as in its row. */
function cover() {
  const { positions, orders, desk } = bench.accounts.snapshot().parts
  const held = positions.data?.find(({ key }) => key === KEY)
  if (!held) throw new Error('expected the position')
  return coverOf(decodePosition(held), {
    protections: (desk.data?.protections ?? []).map(decodeProtection),
    orders: (orders.data?.orders ?? []).map(decodeOrder),
    ownLiquidation: null,
  })
}

const protections = () => bench.accounts.snapshot().parts.desk.data?.protections ?? []

async function stopAt(price: string, percent: 50 | 100): Promise<void> {
  const { runId } = bench.accounts.snapshot()
  const action = {
    kind: 'protect',
    positionKey: KEY,
    purpose: 'stopLoss',
    size: { kind: 'percent', percent },
    trigger: { kind: 'price', price },
  } as const
  const answer = await bench.accounts.atDesk(runId, 'desk.submit', (desk) => desk.submit(randomUUID(), action))
  expect(answer).toMatchObject({ ok: true, value: { kind: 'accepted' } })
  await bench.until(() => protections()[0]?.state === 'believed')
}

it('covers nothing while another order locks its contracts, and is overdue once the price was reached', async () => {
  await bench.addedAs()
  await bench.known()
  const mark = bench.venue.exchange.market.price(bench.venue.exchange.contract('E-DOGE-USDT'))
  const trigger = mark.times('1.02').toDecimalPlaces(5).toFixed()
  await stopAt(trigger, 100)
  expect(cover()).toMatchObject({ share: 0, protections: [{ verdict: 'locked' }] })
  bench.venue.exchange.setPrice('DOGE', mark.times('1.03'))
  await bench.until(() => protections()[0]?.state === 'overdue')
  expect(bench.venue.exchange.contracts.positions().some(({ volume }) => volume.eq(260))).toBe(true)
  expect(cover()).toMatchObject({ share: 0, protections: [{ verdict: 'overdue' }] })
})

it('covers the rest when the stop is for the rest, and leaves the list once it triggered', async () => {
  await bench.addedAs()
  await bench.known()
  const mark = bench.venue.exchange.market.price(bench.venue.exchange.contract('E-DOGE-USDT'))
  await stopAt(mark.times('1.02').toDecimalPlaces(5).toFixed(), 50)
  expect(cover()).toMatchObject({ share: 0.5, protections: [{ verdict: 'works' }] })
  bench.venue.exchange.setPrice('DOGE', mark.times(decimal('1.03')))
  await bench.until(() => protections().length === 0)
  expect(cover()).toMatchObject({ share: 0 })
})
