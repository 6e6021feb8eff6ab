// The limiters that others would use, each set up for `count` calls in `windowMs` as its documentation says. Plain
// JavaScript, because these packages are installed for the benchmarks only and are not part of the project's types.
import Bottleneck from 'bottleneck'
import ccxt from 'ccxt'
import { RateLimiter } from 'limiter'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'

/** A limiter with a `throttle` that resolves when a call may go. */
const waiting = (wait) => async (call) => {
  await wait()
  return call()
}
const bitrue = (options, cost) => {
  const exchange = new ccxt.bitrue(options)
  return waiting(() => exchange.throttle(cost))
}

/** Each `make` gives the function that runs a call when its turn has come. */
export const CONTENDERS = [
  {
    name: 'bottleneck, reservoir',
    make({ count, windowMs }) {
      const bottleneck = new Bottleneck({
        reservoir: count,
        reservoirRefreshAmount: count,
        reservoirRefreshInterval: windowMs,
      })
      return (call) => bottleneck.schedule(call)
    },
  },
  {
    name: 'bottleneck, minTime',
    make({ count, windowMs }) {
      const bottleneck = new Bottleneck({ minTime: windowMs / count })
      return (call) => bottleneck.schedule(call)
    },
  },
  {
    name: 'p-queue',
    make({ count, windowMs }) {
      const queue = new PQueue({ interval: windowMs, intervalCap: count })
      return (call) => queue.add(call)
    },
  },
  {
    name: 'p-queue, strict',
    make({ count, windowMs }) {
      const queue = new PQueue({ interval: windowMs, intervalCap: count, strict: true })
      return (call) => queue.add(call)
    },
  },
  {
    name: 'p-throttle',
    make: ({ count, windowMs }) => pThrottle({ limit: count, interval: windowMs })((call) => call()),
  },
  {
    name: 'p-throttle, strict',
    make: ({ count, windowMs }) => pThrottle({ limit: count, interval: windowMs, strict: true })((call) => call()),
  },
  {
    name: 'limiter',
    make({ count, windowMs }) {
      const limiter = new RateLimiter({ tokensPerInterval: count, interval: windowMs })
      return waiting(() => limiter.removeTokens(1))
    },
  },
  {
    name: 'rate-limiter-flexible, queue',
    make({ count, windowMs }) {
      const queue = new RateLimiterQueue(new RateLimiterMemory({ points: count, duration: windowMs / 1000 }))
      return waiting(() => queue.removeTokens(1))
    },
  },
  {
    name: 'ccxt, leaky bucket',
    make: ({ count, windowMs }) => bitrue({ rateLimit: windowMs / count }, 1),
  },
  {
    name: 'ccxt, rolling window',
    make: ({ count, windowMs }) =>
      bitrue({ rateLimit: windowMs / count, rollingWindowSize: windowMs, rateLimiterAlgorithm: 'rollingWindow' }, 1),
  },
  { name: 'ccxt bitrue as shipped', make: () => bitrue({}, 5) },
]
