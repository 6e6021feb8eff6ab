import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const bench = accountsBench()

const CLOSING = message('main.closing')

function preview(runId: string, action: Action) {
  return bench.accounts.atDesk(runId, 'desk.preview', async (desk) => encode(await desk.preview(action)))
}

function submit(runId: string, action: Action, planId?: string) {
  return bench.accounts.atDesk(runId, 'desk.submit', (desk) => desk.submit(crypto.randomUUID(), action, planId))
}

describe('opening and leaving accounts', () => {
  it('leaves no desk behind that could still send, however the requests overlap', async () => {
    const added = await bench.addedAs()
    await Promise.all([bench.accounts.startDemo(), bench.accounts.open(added.id), bench.accounts.startDemo()])
    expect(bench.accounts.snapshot().account).toMatchObject({ kind: 'demo' })
    await bench.accounts.close()
    const before = bench.venue.ledger.arrivals().length
    await bench.pass(60_000)
    expect(bench.venue.ledger.arrivals().length).toBe(before)
  })

  it('starts one demo venue for any number of requests, and another one after it ended', async () => {
    await Promise.all([bench.accounts.startDemo(), bench.accounts.startDemo()])
    expect(bench.started).toHaveLength(1)
    bench.started[0]!.end()
    expect(await bench.accounts.startDemo()).toMatchObject({ ok: true })
    expect(bench.started).toHaveLength(2)
  })

  it('opens a known account when one of its areas is down, and shows what can be read', async () => {
    const added = await bench.addedAs()
    await bench.accounts.startDemo()
    bench.venue.faults.inject({ match: 'spot.account', kind: '504NotExecuted', times: 1_000 })
    expect(await bench.accounts.open(added.id)).toMatchObject({ ok: true })
  })

  it('does not add the same key of a venue twice', async () => {
    await bench.accounts.add(bench.account())
    expect(await bench.accounts.add(bench.account({ name: 'Twin' }))).toMatchObject({
      ok: false,
      error: { operation: 'account.add' },
    })
    expect(bench.keychain.entries.size).toBe(1)
  })

  it.each([
    ['with a slash at the end', (url: URL) => `${url.origin}/`],
    ['in capitals', (url: URL) => `HTTP://LOCALHOST:${url.port}`],
    ['by another address of this computer', (url: URL) => `http://127.1:${url.port}`],
  ])('recognizes the same venue by a different spelling of its address: %s', async (_how, spelled) => {
    await bench.accounts.add(bench.account())
    bench.venue.ledger.clear()
    const { spotBaseUrl, contractBaseUrl } = bench.venue
    const addresses = {
      spotBaseUrl: spelled(new URL(spotBaseUrl)),
      contractBaseUrl: spelled(new URL(contractBaseUrl)),
    }
    const twin = await bench.accounts.add(bench.account({ name: 'Twin', ...addresses }))
    expect(twin).toMatchObject({ ok: false, error: { message: { code: 'main.alreadyHere' } } })
  })

  it('does not send a request that was meant for the previous account', async () => {
    await bench.accounts.startDemo()
    const { runId } = bench.accounts.snapshot()
    await bench.accounts.add(bench.account())
    for (const answer of [await submit(runId, FLATTEN), await preview(runId, FLATTEN)])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'closed', outcome: 'notSent' } })
    // A probe sends a test order, which places nothing.
    const posts = bench.venue.ledger
      .arrivals({ method: 'POST' })
      .filter(({ endpoint }) => endpoint !== 'spot.testOrder' && !endpoint?.endsWith('Historical'))
    expect(posts).toEqual([])
  })
})

describe('the window', () => {
  it('gets a new run with each account, so that no number of one account is shown for another', async () => {
    await bench.accounts.startDemo()
    const first = bench.accounts.snapshot().runId
    await bench.accounts.add(bench.account())
    expect(bench.accounts.snapshot().runId).not.toBe(first)
    const lastOfFirst = bench.pushes.findLastIndex((push) => push.runId === first)
    const firstOfSecond = bench.pushes.findIndex((push) => push.runId === bench.accounts.snapshot().runId)
    expect(firstOfSecond).toBeGreaterThan(lastOfFirst)
  })

  it('gets pushes that are numbered without a gap within a run', async () => {
    await bench.accounts.startDemo()
    await bench.accounts.add(bench.account())
    for (const runId of new Set(bench.pushes.map((push) => push.runId))) {
      const seqs = bench.pushes.filter((push) => push.runId === runId).map((push) => push.seq)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    }
  })

  it('gets a refusal while no account is open, and nothing is sent', async () => {
    const { runId } = bench.accounts.snapshot()
    for (const answer of [await submit(runId, FLATTEN), await preview(runId, FLATTEN)])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'noCredentials', outcome: 'notSent' } })
    expect(bench.venue.ledger.arrivals({ method: 'POST' })).toEqual([])
  })
})

describe('a plan that is previewed', () => {
  it('reaches the window as plain data with its cost and time, and sends nothing', async () => {
    await bench.addedAs()
    await bench.known()
    const sent = bench.venue.ledger.arrivals({ method: 'POST' }).length
    const answer = await preview(bench.accounts.snapshot().runId, FLATTEN)
    if (!answer.ok || answer.value.kind !== 'plan') throw new Error(`expected a plan, was ${JSON.stringify(answer)}`)
    const { plan } = structuredClone(answer.value)
    expect(plan.legs.length).toBeGreaterThan(bench.venue.exchange.contracts.positions().length)
    expect(plan.legs.find((leg) => leg.kind === 'close')).toMatchObject({ volume: expect.stringMatching(/^\d+$/) })
    expect(plan.estimate?.likelyMs).toBeGreaterThan(0)
    expect(plan.estimate?.margin.some(({ before }) => before !== null)).toBe(true)
    expect(bench.venue.ledger.arrivals({ method: 'POST' })).toHaveLength(sent)
  })

  it('runs only under the id it was shown with', async () => {
    await bench.addedAs()
    await bench.known()
    const { runId } = bench.accounts.snapshot()
    const action = { kind: 'cancelMatching', filter: allOrdersOf('spot', 'btcusdt') } as const
    const answer = await preview(runId, action)
    if (!answer.ok || answer.value.kind !== 'plan') throw new Error(`expected a plan, was ${JSON.stringify(answer)}`)
    const { planId } = answer.value
    expect(await submit(runId, action, crypto.randomUUID())).toMatchObject({
      value: { denial: { code: 'PLAN_EXPIRED' } },
    })
    expect(bench.venue.ledger.arrivals({ endpoint: 'spot.batchCancel' })).toEqual([])
    expect(await submit(runId, action, planId)).toMatchObject({ value: { kind: 'accepted' } })
    await bench.until(() => bench.accounts.snapshot().parts.desk.data?.intents[0]?.state === 'done')
    expect(bench.venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')).toEqual([])
  })

  it('does not run if the machine slept after it was requested', async () => {
    await bench.addedAs()
    await bench.known()
    const { runId } = bench.accounts.snapshot()
    const asked = submit(runId, { kind: 'cancelMatching', filter: allOrdersOf('spot', 'btcusdt') })
    bench.accounts.wake()
    expect(await asked).toMatchObject({ value: { kind: 'accepted' } })
    const state = () => bench.accounts.snapshot().parts.desk.data?.intents[0]?.state ?? 'running'
    await bench.until(() => state() !== 'running')
    expect(state()).toBe('failed')
    expect(bench.venue.ledger.arrivals({ endpoint: 'spot.batchCancel' })).toEqual([])
  })
})

describe('a computer whose network returns', () => {
  it('reads everything at once and logs the outage, without any detail of the account', async () => {
    await bench.addedAs()
    await bench.known()
    const { ledger } = bench.venue
    const reads = () => ledger.arrivals({ endpoint: 'spot.symbols' }).length
    const before = reads()
    const at = bench.clock.mono()
    const since = bench.clock.wall() - 30_000
    bench.accounts.noteMachine('networkFound', since)
    bench.accounts.readAgain()
    await bench.until(() => reads() > before)
    // Some parts are otherwise read once an hour.
    expect(bench.clock.mono() - at).toBeLessThan(5_000)
    expect(bench.accounts.snapshot().parts.events.data?.[0]).toMatchObject({
      facts: { code: 'networkFound' },
      since,
      at: since + 30_000,
      seenAt: since + 30_000,
    })
  })
})

describe('leaving', () => {
  it('removes everything of the demo account when Plimsoll quits', async () => {
    expect(bench.accounts.leaving()).toEqual({ lines: [], isQuiet: true })
    await bench.accounts.startDemo()
    expect(bench.accounts.leaving().isQuiet).toBe(true)
  })

  it('lists what stays open on a real account, and first that nothing is known', async () => {
    await bench.addedAs()
    expect(bench.accounts.leaving().lines[1]?.code).toBe('account.positionsNotRead')
    await bench.known()
    const { spot, contracts } = bench.venue.exchange
    const count = contracts.positions().length
    const {
      lines: [name, ...lines],
      isQuiet,
    } = bench.accounts.leaving()
    expect(name).toEqual(message('main.wayOut.account', { name: 'Harbour' }))
    expect(isQuiet).toBe(false)
    // The age of the data may follow on the next line.
    expect(lines[0]).toEqual(message('account.held', { count, bare: count }))
    const closing = contracts.openOrders().filter(({ action }) => action === 'CLOSE').length
    expect(lines[1]?.code).toBe('account.openOrders')
    expect(lines[1]?.facts['kinds']).toEqual(
      expect.arrayContaining([
        message('account.onSpot', { count: spot.openOrders().length }),
        message('account.wouldClose', { count: closing }),
      ]),
    )
  })

  it('lists what stays for the account that is being replaced, until the new one is open', async () => {
    const { id } = await bench.addedAs()
    await bench.known()
    const seen = new Set<boolean>()
    const opening = bench.accounts.open(id)
    let isOpening = true
    void opening.finally(() => (isOpening = false))
    await bench.asSoonAs(() => {
      if (isOpening) seen.add(bench.accounts.leaving().isQuiet)
      return !isOpening
    })
    expect(await opening).toMatchObject({ ok: true })
    expect([...seen]).toEqual([false])
  })
})

describe('quitting with a plan under way', () => {
  it('asks first: the plan continues when the trader stays, and stops otherwise', async () => {
    const { id } = await bench.addedAs()
    await bench.known()
    const { runId } = bench.accounts.snapshot()
    bench.venue.faults.inject({ match: 'contract.account', kind: 'delay', ms: 1_000 })
    expect(await submit(runId, FLATTEN)).toMatchObject({ value: { kind: 'accepted' } })
    bench.leaves = false
    const { accounts } = bench
    for (const stay of [accounts.probe(id, false), accounts.forget(id), accounts.disconnectAccount(id)])
      expect(await stay).toMatchObject({ ok: false, error: { kind: 'closed', outcome: 'notSent' } })
    expect(bench.askedToLeave).toHaveLength(3)
    expect(bench.askedToLeave[0]?.[1]).toEqual(message('account.plansCut', { count: 1 }))
    expect(accounts.snapshot()).toMatchObject({ runId, account: { id } })
    bench.leaves = true
    expect(await accounts.disconnectAccount(id)).toEqual({ ok: true, value: null })
    expect(await accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.askedToLeave).toHaveLength(4)
  })
})

describe('quitting while another account is being opened at a slow venue', () => {
  it('stops the desk of the previous account at once, and opens no other', async () => {
    const slow = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl } = slow
    const { id } = await bench.addedAs({ spotBaseUrl, contractBaseUrl })
    await bench.accounts.disconnectAccount(id)
    await bench.accounts.startDemo()
    await bench.until(() => bench.accounts.snapshot().parts.desk.data?.state === 'open')
    const { runId } = bench.accounts.snapshot()
    const asked = slow.ledger.arrivals({ endpoint: 'spot.account' }).length
    slow.faults.inject({ match: 'spot.account', kind: 'delay', ms: 500 })
    const opening = bench.accounts.open(id)
    await bench.asSoonAs(() => slow.ledger.arrivals({ endpoint: 'spot.account' }).length > asked)
    const closing = bench.accounts.close()
    const sent = bench.venue.ledger.arrivals({ method: 'POST' }).length
    expect(await submit(runId, FLATTEN)).toMatchObject({ value: { denial: { code: 'DESK_NOT_OPEN' } } })
    expect(bench.accounts.snapshot().parts.desk.data).toMatchObject({ state: 'closed', reason: CLOSING })
    expect(await opening).toMatchObject({
      ok: false,
      error: { kind: 'closed', outcome: 'notSent', message: CLOSING },
    })
    await closing
    expect(bench.venue.ledger.arrivals({ method: 'POST' })).toHaveLength(sent)
  })
})
