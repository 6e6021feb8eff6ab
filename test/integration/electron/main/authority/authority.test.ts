// A compromised page asks main for everything that it can. The tests check what is sent, and what main asks a person
// first.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { message } from '#shared/words/message.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { cancelsIn, cancelsTwice, writesOf } from '#test/support/ledger.ts'
import { ACCEPTED, authorityBench, clickOf, OURS, refusedWith } from '#test/support/authority-bench.ts'

const { bench, opened, over, mode } = authorityBench()

const STRANGER = 2
const OF_A_PAIR: Action = { kind: 'cancelMatching', filter: allOrdersOf('spot', 'btcusdt') }

const posts = () => writesOf(bench.venue.ledger)
const positionKey = (): string => bench.accounts.snapshot().parts.positions.data?.[0]?.key ?? ''
const openOrder = () => {
  const order = bench.accounts.snapshot().parts.orders.data?.orders.find(({ action }) => action !== 'close')
  if (!order) throw new Error('expected an open order')
  const { area, instrument, orderId } = order
  return { area, instrument, orderId }
}

describe('a plan', () => {
  it('runs once, by an id that main created and showed to that window, and by no other id', async () => {
    const { shown, submit } = await opened()
    const planId = await shown(OF_A_PAIR)
    expect(await submit(randomUUID())).toMatchObject(refusedWith('intent.denied.planOld'))
    expect(await submit(planId, STRANGER)).toMatchObject(refusedWith('intent.denied.planOld'))
    expect(posts()).toEqual([])
    const [first, ...again] = await Promise.all(Array.from({ length: 50 }, () => submit(planId)))
    expect(first).toEqual({ ok: true, value: { kind: 'accepted', intentId: planId } })
    expect(new Set(again)).toEqual(new Set([first]))
    await over()
    expect(await submit(planId)).toEqual(first)
    const ids = posts().flatMap(cancelsIn)
    expect(ids).toHaveLength(new Set(ids).size)
    expect(bench.accounts.snapshot().parts.desk.data?.intents).toHaveLength(1)
  })

  it('is forgotten after a minute', async () => {
    const { shown, submit, later } = await opened()
    const planId = await shown(OF_A_PAIR)
    later(60_001)
    expect(await submit(planId)).toMatchObject(refusedWith('intent.denied.planOld'))
    expect(posts()).toEqual([])
  })

  it('of another account does not run', async () => {
    const { authority, shown } = await opened()
    const planId = await shown(OF_A_PAIR)
    await bench.accounts.startDemo()
    const { runId } = bench.accounts.snapshot()
    expect(await authority.submit({ runId, planId }, OURS)).toMatchObject(refusedWith('intent.denied.planOld'))
    expect(posts()).toEqual([])
  })
})

describe('a trade', () => {
  it.each<[string, () => Action]>([
    ['flatten', () => FLATTEN],
    ['flatten and sell', () => ({ kind: 'flatten', spot: 'sell' })],
    ['close of a side', () => ({ kind: 'closeSide', side: 'long' })],
    ['part of everything', () => ({ kind: 'reduceAll', side: null, percent: 50 })],
    ['close of a position', () => closeAtMarket(positionKey(), 50)],
    ['reduce', () => ({ kind: 'reduce', closes: [{ positionKey: positionKey(), volume: '1' }] })],
  ])('sends nothing when nobody confirms it: %s', async (_what, action) => {
    const { shown, submit, asked } = await opened()
    const planId = await shown(action())
    expect(await submit(planId)).toMatchObject(refusedWith('main.confirm.no'))
    expect(await submit(planId)).toMatchObject(refusedWith('main.confirm.no'))
    expect(asked).toHaveLength(1)
    expect(posts()).toEqual([])
  })

  it('is asked for with its plan in words, the counts and the account’s name, and is then sent', async () => {
    const { shown, submit, asked, person } = await opened()
    person.answer = 'yes'
    expect(await submit(await shown({ kind: 'closeSide', side: 'long' }))).toMatchObject(ACCEPTED)
    const [question] = asked
    expect(question?.what.code).toBe('desk.closeSide.long')
    expect(question?.lines.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['main.wayOut.account', 'main.confirm.close', 'main.wayOut.leg', 'main.wayOut.takes']),
    )
    expect(question?.lines[0]).toEqual(message('main.wayOut.account', { name: 'Harbour' }))
    await over()
    expect(posts().length).toBeGreaterThan(0)
  })

  it('that only reduces risk runs when dialogs cannot be shown, at most six times a minute', async () => {
    const { oneClick, person, shown, submit } = await opened()
    person.answer = 'unshown'
    expect(await submit(await shown({ kind: 'flatten', spot: 'keep' }))).toMatchObject(ACCEPTED)
    const tried = Array.from({ length: 20 }, (_, nth) => oneClick(closeAtMarket(`E-NONE${nth}-USDT:cross:long`)))
    const refused = (await Promise.all(tried)).filter((answer) => !answer.ok)
    expect(refused).toHaveLength(15)
    expect(refused[0]).toMatchObject(refusedWith('main.confirm.unshown'))
  })

  it('waits while another question is open, then asks and runs with a plan of that moment', async () => {
    const { shown, submit, person, asked } = await opened()
    const planId = await shown(FLATTEN)
    await bench.accounts.atDesk(bench.accounts.snapshot().runId, 'test', (desk) => desk.submit(randomUUID(), OF_A_PAIR))
    await over()
    bench.venue.ledger.clear()
    person.answer = 'yes'
    person.isLate = true
    expect(await submit(planId)).toEqual({ ok: true, value: { kind: 'accepted', intentId: planId } })
    const [first, anew] = asked.map(({ lines }) => lines.find(({ code }) => code === 'main.confirm.cancel')?.facts)
    expect(Number(anew?.['count'])).toBeLessThan(Number(first?.['count']))
    await over()
    expect(posts().flatMap(cancelsIn)).toHaveLength(Number(anew?.['count']))
  })

  it('that had to wait does not run when nothing is left to do', async () => {
    const { shown, submit, person } = await opened()
    const planId = await shown({ kind: 'closeSide', side: 'long' })
    const { runId } = bench.accounts.snapshot()
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), { kind: 'closeSide', side: 'long' }))
    await over()
    bench.venue.ledger.clear()
    Object.assign(person, { answer: 'yes', isLate: true })
    expect(await submit(planId)).toMatchObject({ ok: false, error: { outcome: 'notSent' } })
    expect(posts()).toEqual([])
  })

  it('that had to wait is refused while the same action is running, and nothing is sent', async () => {
    const { shown, submit, person } = await opened()
    const planId = await shown(FLATTEN)
    const { runId } = bench.accounts.snapshot()
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    Object.assign(person, { answer: 'yes', isLate: true })
    const refused = { ok: false, error: { outcome: 'notSent', message: { code: 'intent.denied.inFlight' } } }
    expect(await submit(planId)).toMatchObject(refused)
    await over()
    expect(cancelsTwice(bench.venue.ledger)).toEqual([])
  })

  it('that adds risk does not wait: it is refused while another question is open', async () => {
    const { authority, runId, person } = await opened()
    Object.assign(person, { answer: 'yes', isLate: true })
    expect(await authority.arm({ runId, isOn: true }, OURS)).toEqual({ ok: true, value: { forMs: 0 } })
  })
})

describe('a dialog that was answered too late', () => {
  it('is shown again with a current plan, which is the one that runs', async () => {
    const { shown, submit, person, asked } = await opened()
    const planId = await shown(FLATTEN)
    const { runId } = bench.accounts.snapshot()
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), OF_A_PAIR))
    await over()
    bench.venue.ledger.clear()
    person.answers = ['late', 'late', 'yes']
    expect(await submit(planId)).toMatchObject(ACCEPTED)
    const counts = asked.map(({ lines }) => lines.find(({ code }) => code === 'main.confirm.cancel')?.facts['count'])
    expect(Number(counts[1])).toBeLessThan(Number(counts[0]))
    await over()
    expect(posts().flatMap(cancelsIn)).toHaveLength(Number(counts[2]))
  })

  it('arms nothing and ends no halt until it is answered in time', async () => {
    const { authority, runId, person, asked } = await opened()
    person.answers = ['late', 'no', 'late', 'no']
    await authority.setMode({ runId, mode: 'halted' })
    expect(await authority.arm({ runId, isOn: true }, OURS)).toEqual({ ok: true, value: { forMs: 0 } })
    expect(await authority.setMode({ runId, mode: 'active' })).toMatchObject(refusedWith('main.confirm.no'))
    expect([mode(), asked.length]).toEqual(['halted', 4])
  })
})

describe('one click', () => {
  it('cancels a listed order at once, without a question or a read before it', async () => {
    const { oneClick, asked } = await opened()
    const order = openOrder()
    expect(await oneClick({ kind: 'cancelOrder', ...order })).toMatchObject(ACCEPTED)
    await over()
    const arrived = bench.venue.ledger.arrivals()
    const sent = arrived.findIndex(({ method }) => method === 'POST')
    expect(cancelsIn(arrived[sent]!)).toEqual([order.orderId])
    expect(arrived.slice(0, sent).filter(({ endpoint }) => endpoint?.includes('Order'))).toEqual([])
    expect(asked).toEqual([])
  })

  it.each<[string, () => Action]>([
    ['flatten', () => FLATTEN],
    ['closes a side', () => ({ kind: 'closeSide', side: 'long' })],
    ['closes a part of everything', () => ({ kind: 'reduceAll', side: null, percent: 25 })],
    ['takes back all orders', () => OF_A_PAIR],
    ['sets a price', () => ({ ...closeAtMarket(positionKey()), tactic: { kind: 'limit', price: '1' } })],
    [
      'takes back two orders unarmed',
      () => ({ kind: 'cancelOrders', orders: [openOrder(), { ...openOrder(), orderId: '1' }] }),
    ],
  ])('never does more than that: %s', async (_what, action) => {
    const { oneClick } = await opened()
    expect(await oneClick(action())).toMatchObject(refusedWith('main.planFirst'))
    expect(posts()).toEqual([])
  })

  it('closes a position only if a person armed it, for this window, this account and 15 min', async () => {
    const { authority, oneClick, asked, person, runId, later } = await opened()
    expect(await authority.arm({ runId, isOn: true }, OURS)).toEqual({ ok: true, value: { forMs: 0 } })
    expect(await oneClick(closeAtMarket(positionKey(), 25))).toMatchObject(refusedWith('main.confirm.no'))
    person.answer = 'yes'
    expect(await authority.arm({ runId, isOn: true }, OURS)).toEqual({ ok: true, value: { forMs: 900_000 } })
    expect(asked.at(-1)?.lines.map(({ code }) => code)).toEqual(['main.wayOut.account', 'main.confirm.armedFor'])
    person.answer = 'no'
    const before = asked.length
    expect(await oneClick(closeAtMarket(positionKey(), 25), STRANGER)).toMatchObject(refusedWith('main.confirm.no'))
    expect(await oneClick(closeAtMarket(positionKey(), 25))).toMatchObject(ACCEPTED)
    expect(asked).toHaveLength(before + 1)
    await over()
    later(900_000)
    expect(await oneClick(closeAtMarket(positionKey(), 25))).toMatchObject(refusedWith('main.confirm.no'))
  })

  it('cancels ten orders while armed, and never eleven', async () => {
    const { authority, oneClick, person, runId } = await opened()
    person.answer = 'yes'
    await authority.arm({ runId, isOn: true }, OURS)
    const orders = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...openOrder(), orderId: `${at + 1}` }))
    const click = (count: number) => oneClick({ kind: 'cancelOrders', orders: orders(count) })
    expect(await click(11)).toMatchObject(refusedWith('main.planFirst'))
    expect(await click(10)).not.toMatchObject(refusedWith('main.planFirst'))
  })

  it('is no longer armed after it was disarmed, or on another account', async () => {
    const { authority, oneClick, person, runId } = await opened()
    person.answer = 'yes'
    await authority.arm({ runId, isOn: true }, OURS)
    await authority.arm({ runId, isOn: false }, OURS)
    person.answer = 'no'
    expect(await oneClick(closeAtMarket(positionKey()))).toMatchObject(refusedWith('main.confirm.no'))
    expect(await authority.arm({ runId: randomUUID(), isOn: true }, OURS)).toMatchObject({ ok: false })
  })

  it('is no longer armed after another account was open in between', async () => {
    const { authority, person, runId } = await opened()
    const { id } = bench.accounts.snapshot().account!
    person.answer = 'yes'
    await authority.arm({ runId, isOn: true }, OURS)
    await bench.accounts.startDemo()
    await bench.accounts.open(id)
    await bench.known()
    person.answer = 'no'
    const { runId: next } = bench.accounts.snapshot()
    expect(await clickOf(authority, next, closeAtMarket(positionKey()), OURS)).toMatchObject(
      refusedWith('main.confirm.no'),
    )
    expect(await clickOf(authority, runId, closeAtMarket(positionKey()), OURS)).toMatchObject({ ok: false })
  })
})

describe('orders that main does not list', () => {
  it('are looked up: a thousand forged cancels send nothing and read little', async () => {
    const { oneClick } = await opened()
    const answers = []
    for (let nth = 0; nth < 1_000; nth++)
      answers.push(
        await oneClick({ kind: 'cancelOrder', area: 'spot', instrument: 'btcusdt', orderId: `${9_000_000 + nth}` }),
      )
    expect(answers.filter(({ ok }) => ok)).toEqual([])
    expect(answers[0]).toMatchObject(refusedWith('main.noSuchOrder'))
    expect(answers.at(-1)).toMatchObject(refusedWith('main.tooManyUnlisted'))
    expect(posts()).toEqual([])
    expect(bench.venue.ledger.arrivals({ endpoint: 'spot.openOrders' }).length).toBeLessThanOrEqual(60)
  })

  it('are cancelled six times a minute when the list cannot be read', async () => {
    const { oneClick } = await opened()
    bench.venue.faults.inject({ match: 'spot.openOrders', kind: '504NotExecuted', times: 1_000 })
    const forged = Array.from({ length: 40 }, (_, nth) =>
      oneClick({ kind: 'cancelOrder', area: 'spot', instrument: 'btcusdt', orderId: String(9_000_000 + nth) }),
    )
    expect((await Promise.all(forged)).filter(({ ok }) => ok)).toHaveLength(6)
    await over()
    expect(posts().length).toBeLessThanOrEqual(6)
  })

  it('are cancelled when the venue has them', async () => {
    const { oneClick } = await opened()
    const { exchange } = bench.venue
    const spec = exchange.findPair('btcusdt')!
    const price = exchange.market.price(spec).times('0.5').toDecimalPlaces(spec.pricePrecision)
    const placed = exchange.spot.place({
      spec,
      side: 'BUY',
      type: 'LIMIT',
      price,
      volume: price.times(0).plus('0.01'),
      clientOrderId: null,
    })
    if (!placed.ok) throw new Error(JSON.stringify(placed.error))
    const orderId = exchange.spot.openOrders().at(-1)!.orderId
    expect(await oneClick({ kind: 'cancelOrder', area: 'spot', instrument: 'btcusdt', orderId })).toMatchObject(
      ACCEPTED,
    )
    await over()
    expect(posts().flatMap(cancelsIn)).toEqual([orderId])
  })
})
