/** The real worker thread, and one that crashes or hangs on demand. */
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Risk, startRiskWorker } from '#electron/risk/risk-client.ts'
import type { RiskPort } from '#electron/risk/risk-client.ts'
import type { Asked } from '#electron/risk/risk-messages.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { assess } from '#shared/risk/assess.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { booksOf } from '#shared/risk/liquidity/exits.ts'
import { liquidityOf } from '#shared/risk/liquidity/liquidity.ts'
import { statisticsOf } from '#shared/risk/statistics.ts'
import { depth } from '#test/support/desk-facts.ts'
import { ManualClock } from '#test/support/clock.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

const TROUBLED = join(import.meta.dirname, '../../../support/troubled-risk-worker.ts')
const DEADLINE_MS = 20_000

const PERPETUAL = contract('BTC', 'USDT')
const INSTRUMENTS = [pair('BTC', 'USDT'), PERPETUAL]
const UNPAID: RiskInputs = riskInputs({
  instruments: INSTRUMENTS,
  balances: [balance('BTC', '0.5'), balance('USDT', 100)],
  marginAccounts: [marginAccount('USDT', { crossEquity: 1_000 })],
  positions: [position(PERPETUAL, { volume: 10, averagePrice: '90000.5', markPrice: 95_000 })],
  quotes: [quote(INSTRUMENTS[0]!, 95_010)],
  orders: [],
})
const HELD: RiskInputs = {
  ...UNPAID,
  ownFees: { spot: { maker: decimal('0.001'), taker: null }, contract: { maker: null, taker: decimal('0.0004') } },
}
const DAYS = Array.from({ length: 60 }, (_, day) => {
  const close = 90_000 + 1_000 * Math.sin(day)
  return { openTime: day * 86_400_000, open: close, high: close, low: close, close, volume: 1 }
})

const undo: (() => void)[] = []
afterEach(() => undo.splice(0).forEach((each) => each()))

/** A client whose workers may crash or hang, on a clock that the test advances. */
function troubled() {
  const clock = new ManualClock()
  const started: { readonly port: RiskPort; readonly ended: Promise<string | null> }[] = []
  const risk = new Risk(clock, () => {
    const port = startRiskWorker(TROUBLED)
    started.push({ port, ended: new Promise((resolve) => port.onEnd(resolve)) })
    return port
  })
  undo.push(() => risk.close())
  return { clock, risk, started }
}

const asking = (reportingCoin: string) => (): RiskInputs => ({ ...HELD, reportingCoin })

/** The result of a question: its kind of failure, or the coin of its figures; null when there is no answer. */
async function outcome(answer: ReturnType<Risk['compute']>): Promise<string | null> {
  const result = await (answer as ReturnType<typeof ofRisk>)
  if (result === null) return null
  return result.ok ? result.value.report.reportingCoin : result.error.kind
}
const ofRisk = (risk: Risk, coin: string) => risk.compute('risk', asking(coin))

describe('the worker', () => {
  function real() {
    const risk = new Risk(new ManualClock())
    undo.push(() => risk.close())
    return risk
  }

  it('gives the same figures as the functions in this thread, and names the order books it needs', async () => {
    const answer = await real().compute('risk', () => HELD)
    expect(answer).toEqual({
      ok: true,
      value: { report: encode(assess(HELD)), books: booksOf(modelAccount(HELD), INSTRUMENTS) },
    })
  })

  it('keeps what does not change, and takes what does', async () => {
    const risk = real()
    const before: RiskInputs = { ...UNPAID, quotes: [quote(INSTRUMENTS[0]!, 50_000)], balances: null }
    for (const inputs of [HELD, before, HELD]) {
      const answer = await risk.compute('risk', () => inputs)
      expect(answer?.ok && answer.value.report).toEqual(encode(assess(inputs)))
    }
  })

  it('has the same candles and order books as main, and forgets those that are no longer named', async () => {
    const risk = real()
    const asked = (bars: Asked['statistics']['bars']): Asked['statistics'] => ({
      ...HELD,
      ...{ benchmark: 'BTC', venueTime: 60 * 86_400_000, bars },
      sources: new Map([['BTC', 'spot:BTCUSDT']]),
    })
    for (const days of [DAYS, DAYS, DAYS.slice(1), null, DAYS]) {
      const given = asked(new Map(days && [['spot:BTCUSDT:1day', days]]))
      const answer = await risk.compute('statistics', () => given)
      const { benchmark, venueTime } = given
      const seriesOf = (asset: string) => ({
        source: asset === 'BTC' ? 'spot:BTCUSDT' : null,
        bars: (interval: string) => (asset === 'BTC' && interval === '1day' ? (days ?? []) : []),
      })
      const same = statisticsOf({ risk: HELD, benchmark, venueTime, seriesOf })
      expect(answer).toEqual({ ok: true, value: same })
    }
    const reading = { ...depth('spot', 'BTCUSDT', [['94999.5', 1]], [['95001.5', 2]]), readAt: 1_000, mark: null }
    for (const depths of [new Map([['spot:BTCUSDT', reading]]), new Map<string, typeof reading>()]) {
      const more = { dayVolumes: new Map([['spot:BTCUSDT', 50]]), statistics: null }
      const answer = await risk.compute('liquidity', () => ({ ...HELD, ...more, depths }))
      const ground = { model: modelAccount(HELD), instruments: INSTRUMENTS, orders: [], unread: [] }
      expect(answer).toEqual({
        ok: true,
        value: encode(liquidityOf({ ...ground, ...more, depths: [...depths.values()] })),
      })
    }
  })
})

describe('a question that waits for the worker', () => {
  it('is the newest of its kind, and uses the facts of the moment at which the worker is free', async () => {
    const { risk } = troubled()
    let coin = 'BTC'
    const first = outcome(ofRisk(risk, 'USDT'))
    const second = outcome(ofRisk(risk, 'CRASH'))
    const third = outcome(risk.compute('risk', () => ({ ...HELD, reportingCoin: coin })))
    coin = 'ETH'
    expect(await Promise.all([first, second, third])).toEqual(['USDT', null, 'ETH'])
  })
})

describe('a worker that crashes', () => {
  it('is reported, and replaced after a delay by another one that gets all inputs again', async () => {
    const { clock, risk, started } = troubled()
    expect(await outcome(ofRisk(risk, 'USDT'))).toBe('USDT')
    expect(await ofRisk(risk, 'CRASH')).toMatchObject({
      error: { kind: 'crashed', operation: 'portfolio.risk', message: { facts: { cause: 'out of order' } } },
    })
    const next = ofRisk(risk, 'USDT')
    await clock.advance(999)
    expect(started).toHaveLength(1)
    await clock.advance(1)
    expect(started).toHaveLength(2)
    const answer = await next
    expect(answer?.ok && answer.value.report).toEqual(encode(assess(HELD)))
  })

  it('is retried after twice the delay at each further crash, and after the first delay once it worked', async () => {
    const { clock, risk, started } = troubled()
    /** Asks again at once, and checks that no worker starts early. */
    async function again(coin: string, backOffMs: number): Promise<string | null> {
      const before = started.length
      const asked = outcome(ofRisk(risk, coin))
      await clock.advance(backOffMs - 1)
      expect(started).toHaveLength(before)
      await clock.advance(1)
      expect(started).toHaveLength(before + 1)
      return asked
    }
    expect(await outcome(ofRisk(risk, 'CRASH'))).toBe('crashed')
    for (const backOffMs of [1_000, 2_000, 4_000]) expect(await again('CRASH', backOffMs)).toBe('crashed')
    expect(await again('USDT', 8_000)).toBe('USDT')
    expect(await outcome(ofRisk(risk, 'CRASH'))).toBe('crashed')
    expect(await again('USDT', 1_000)).toBe('USDT')
  })

  it('delays no figures except those at which it crashed', async () => {
    const { risk, started } = troubled()
    const empty = { dayVolumes: new Map<string, number>(), statistics: null, depths: new Map<string, never>() }
    const broken = await risk.compute('liquidity', () => ({ ...HELD, ...empty, reportingCoin: 'CRASH' }))
    expect(broken?.ok).toBe(false)
    expect(await outcome(ofRisk(risk, 'USDT'))).toBe('USDT')
    expect(started).toHaveLength(2)
  })

  it('while no question is open is no failure: the next question starts another process', async () => {
    const { risk, started } = troubled()
    expect(await outcome(ofRisk(risk, 'USDT'))).toBe('USDT')
    started[0]!.port.end()
    await started[0]!.ended
    expect(await outcome(ofRisk(risk, 'USDT'))).toBe('USDT')
    expect(started).toHaveLength(2)
  })
})

describe('a worker that hangs', () => {
  it('is ended after its deadline and reported, and another one replaces it', async () => {
    const { clock, risk, started } = troubled()
    const hung = outcome(ofRisk(risk, 'HANG'))
    await clock.advance(DEADLINE_MS)
    expect(await hung).toBe('timeout')
    await started[0]!.ended
    const next = outcome(ofRisk(risk, 'USDT'))
    await clock.advance(1_000)
    expect(await next).toBe('USDT')
  })
})

describe('closing', () => {
  it('ends the worker in the middle of a computation, and answers nothing afterwards', async () => {
    const { clock, risk, started } = troubled()
    const [hung, waiting] = [outcome(ofRisk(risk, 'HANG')), outcome(ofRisk(risk, 'USDT'))]
    risk.close()
    expect(await Promise.all([hung, waiting, outcome(ofRisk(risk, 'USDT'))])).toEqual([null, null, null])
    await started[0]!.ended
    expect([started.length, clock.pending]).toEqual([1, 0])
  })
})
