import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { seedDemoAccount } from '#electron/simulator/demo/seed.ts'
import { Strategy } from '#electron/simulator/demo/strategy.ts'
import { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { everySecond } from '#electron/simulator/exchange/seconds.ts'
import { VenueTime } from '#electron/simulator/exchange/venue-time.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** What a person does to the account at fixed seconds, independent of the market. */
function act(exchange: Exchange, second: number): void {
  const spec = exchange.contract('E-ETH-USDT')
  if (second % 1200 === 700) {
    const ticket = { side: 'BUY', action: 'OPEN', type: 'LIMIT', positionType: 1, timeInForce: 'GTC' } as const
    const price = exchange.market.price(spec).minus(1)
    exchange.contracts.place({ spec, ...ticket, price, volume: decimal(40), clientOrderId: `at ${second}` })
  }
  const [order] = exchange.contracts.openOrdersOf(spec)
  if (second % 1200 === 958 && order) exchange.cancel(order)
}

/** A digest of everything visible of an exchange's past minute. */
function digest(exchange: Exchange, at: number): string {
  const { spot, contracts } = exchange
  const hash = createHash('sha256')
  const say = (...words: readonly unknown[]) => hash.update(`${words.map(String).join(' ')}\n`)
  for (const { asset, free, locked } of spot.balances()) say(asset, toText(free), toText(locked))
  for (const coin of contracts.wallet.coins) {
    say(coin, toText(contracts.wallet.normal(coin)), toText(contracts.wallet.locked(coin)))
  }
  for (const { spec, volume, averagePrice, realized } of contracts.positions()) {
    say(spec.name, toText(volume), toText(averagePrice), toText(realized))
  }
  for (const fill of [...spot.fills.slice(-20), ...contracts.fills.slice(-20)]) {
    say(fill.order.orderId, fill.tradeId, toText(fill.price), toText(fill.quantity), fill.at, fill.order.createdAt)
  }
  for (const spec of exchange.instruments.slice(0, 22)) {
    say(JSON.stringify(exchange.candles.list(spec, '1min', 2, at)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Timers that fire up to `grain` ms late, as on a busy machine. */
function lateTimers(base: ManualClock, grain: number) {
  return {
    mono: () => base.mono(),
    wall: () => base.wall(),
    after: (ms: number, task: () => void) =>
      base.after(Math.ceil((base.mono() + ms) / grain) * grain - base.mono(), task),
  }
}

/** The minutes of an exchange with the demo account, its program and a person, at the given clock speed. */
async function minutes(seed: number, seconds: number, { speed, grain }: { speed: number; grain: number }) {
  const base = new ManualClock()
  const time = new VenueTime(scaledClock(lateTimers(base, grain), speed))
  const exchange = new Exchange({ seed, time, cancelDelayMs: 250 })
  seedDemoAccount(exchange)
  const strategy = new Strategy(exchange, seededRandom(seed))
  strategy.start()
  const digests: string[] = []
  let second = 0
  const stop = everySecond(time, (at) => {
    if (second >= seconds) return
    second += 1
    exchange.tick(at, () => {
      strategy.live()
      act(exchange, second)
    })
    if (second % 60 === 0) digests.push(digest(exchange, at))
  })
  await base.advance((seconds * 1000) / speed + 2 * grain)
  stop()
  return { digests, exchange }
}

it('is the same minute by minute for the same seed and the same actions, at any speed and with late timers', async () => {
  const plain = await minutes(11, DAY, { speed: 1, grain: 1 })
  const fast = await minutes(11, DAY, { speed: 3600, grain: 7 })
  expect(plain.digests).toHaveLength(1440)
  expect(new Set(plain.digests).size).toBe(1440)
  expect(fast.digests).toEqual(plain.digests)
  // The day had trades and settlements, and nobody was liquidated.
  const { spot, contracts } = plain.exchange
  expect(spot.fills.length + contracts.fills.length).toBeGreaterThan(2000)
  expect(contracts.fills.filter(({ order }) => order.price === null)).toEqual([])
  expect(contracts.positions().length).toBeGreaterThanOrEqual(8)
  expect(contracts.positions().every(({ freeze, capitalFee }) => freeze === 0 && !capitalFee.isZero())).toBe(true)
})

it('differs for another seed from the first minute on', async () => {
  const [one, other] = await Promise.all([1, 2].map((seed) => minutes(seed, HOUR, { speed: 1, grain: 1 })))
  const shared = one?.digests.filter((digest) => other?.digests.includes(digest))
  expect([one?.digests.length, shared]).toEqual([60, []])
})

it('has the same prices whatever the account does', async () => {
  const quiet = new Exchange({ seed: 5, time: new VenueTime(new ManualClock()), cancelDelayMs: 0 })
  for (let second = 0; second < 600; second += 1) quiet.tick()
  const { exchange } = await minutes(5, 600, { speed: 1, grain: 1 })
  const prices = (of: Exchange) => of.instruments.map((spec) => toText(of.market.price(spec)))
  expect(prices(exchange)).toEqual(prices(quiet))
})
