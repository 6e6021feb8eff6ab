import { describe, expect, it } from 'vitest'
import { createDrill } from '#electron/desk/fire-drill.ts'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import type { DrillCard } from '#shared/desk/drill.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Pair } from '#shared/domain/instrument.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { inARow, verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { viewOf } from '#test/support/desk-run.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { balance, pair, quote } from '#test/support/portfolio-fixtures.ts'
import { inEnglish } from '#shared/words/say.ts'

interface Asked {
  readonly endpoint: EndpointName
  readonly lane: string | undefined
}

/** A drill on the model venue, which accepts every test order. `silent` lists what it does not answer. */
function bench(
  silent: readonly EndpointName[] = [],
  signed: Result<string, Failure> = ok('signature'),
  refusals: Partial<Record<EndpointName, FailureKind>> = {},
  coins: readonly string[] = [],
) {
  const clock = new ManualClock()
  const venue = new ModelVenue(clock)
  venue.coins = decimal(100)
  const others = coins.map((coin) => pair(coin, 'USDT'))
  const balances = [...venue.balances(), ...coins.map((coin) => balance(coin, 100))]
  const asked: Asked[] = []
  const cards: DrillCard[] = []
  const wire = venue.client()
  const call = (async (endpoint, params, options) => {
    asked.push({ endpoint, lane: options?.lane })
    if (silent.includes(endpoint)) return new Promise(() => undefined)
    const kind = refusals[endpoint]
    if (kind) return err({ ...localFailure(kind, endpoint, verbatim('the venue refused it')), outcome: 'rejected' })
    const answer = { sentAt: 0, answeredAt: 1, timestamp: 0, quarantined: [] }
    if (endpoint === 'spot.testOrder') return ok({ ...answer, value: null })
    if (endpoint === 'spot.account') return ok({ ...answer, value: balances })
    return wire.call(endpoint, params, options)
  }) as VenueClient['call']
  const stop = new AbortController()
  const drill = createDrill({
    client: { ...wire, call },
    sign: async () => signed,
    clock,
    signal: stop.signal,
    view: () => withPairs(viewOf(venue), others),
    protections: () => [],
    newClientOrderId: () => 'drill',
    onCard: (card) => cards.push(card),
  })
  return { clock, asked, cards, drill, stop }
}

function withPairs(view: DeskView, pairs: readonly Pair[]): DeskView {
  const quotes = [...view.quotes, ...pairs.map((each) => quote(each, 1))]
  return { ...view, instruments: [...view.instruments, ...pairs], quotes }
}

describe('a fire drill', () => {
  it('reads in the verify lane only, because the reserve is for exits', async () => {
    const { clock, asked, cards, drill } = bench()
    const answer = drill()
    await clock.advance(5_000)
    expect(await answer).toEqual({ kind: 'card', card: cards[0] })
    expect(cards[0]?.checks.find(({ name }) => name === 'testOrders')?.verdict).toBe('passed')
    expect(asked.filter(({ endpoint }) => endpoint === 'spot.testOrder')).toHaveLength(1)
    expect(asked.filter(({ lane }) => lane !== 'verify')).toEqual([])
  })

  it('gives up after 20 s on what is not answered, and reports the rest', async () => {
    const { clock, cards, drill } = bench(['contract.account'])
    const answer = drill()
    await clock.advance(19_999)
    expect(cards).toEqual([])
    await clock.advance(1)
    await answer
    const check = cards[0]?.checks.find(({ name }) => name === 'contract')
    expect(check?.verdict).toBe('failed')
    expect(inEnglish(inARow(check?.found ?? []))).toMatch(/no answer came within 20 s/i)
    expect(cards[0]?.checks.find(({ name }) => name === 'spot')?.verdict).toBe('passed')
  })

  it('accepts a test order only after a read shows that nothing was placed, and otherwise sends no more', async () => {
    const { clock, cards, drill } = bench(['spot.order'])
    void drill()
    await clock.advance(20_000)
    expect(cards[0]?.checks.find(({ name }) => name === 'testOrders')?.verdict).toBe('warning')
  })

  it.each<[FailureKind, string, string]>([
    ['notFound', 'passed', 'drill.tested'],
    ['notSupported', 'warning', 'drill.testUnseen'],
    ['key', 'warning', 'drill.testUnclear'],
    ['signature', 'warning', 'drill.testUnclear'],
    ['clock', 'warning', 'drill.testUnclear'],
    ['rejected', 'warning', 'drill.testUnclear'],
    ['venueError', 'warning', 'drill.testUnclear'],
  ])('whose lookup of a placed order is refused (%s) has %s', async (kind, verdict, code) => {
    const { clock, cards, drill } = bench([], ok('signature'), { 'spot.order': kind })
    void drill()
    await clock.advance(20_000)
    const check = cards[0]?.checks.find(({ name }) => name === 'testOrders')
    expect([check?.verdict, check?.found[0]?.code]).toEqual([verdict, code])
  })

  it.each<[string, Partial<Record<EndpointName, FailureKind>>, number]>([
    ['when they are accepted', {}, 3],
    ['when they are refused: the next coin may be sellable', { 'spot.testOrder': 'rejected' }, 3],
    ['after one that the venue did not look at', { 'spot.testOrder': 'rateLimited' }, 1],
    ['after one that a banned address sent', { 'spot.testOrder': 'banned' }, 1],
    ['when the venue has no test orders', { 'spot.testOrder': 'notSupported' }, 1],
    ['when a single order cannot be looked up', { 'spot.order': 'notSupported' }, 1],
    ['when it is unclear whether one was placed', { 'spot.order': 'venueError' }, 1],
  ])('of three coins tests %s', async (_, refusals, times) => {
    const { clock, asked, drill } = bench([], ok('signature'), refusals, ['ETH', 'SOL'])
    void drill()
    await clock.advance(20_000)
    expect(asked.filter(({ endpoint }) => endpoint === 'spot.testOrder')).toHaveLength(times)
  })

  it('reads Spot once and the contract account five times, and measures each', async () => {
    const { clock, asked, cards, drill } = bench()
    void drill()
    await clock.advance(20_000)
    const reads = (name: string) => asked.filter(({ endpoint }) => endpoint === name).length
    // The plan of a flatten reads both once more.
    expect([reads('spot.account'), reads('contract.account')]).toEqual([2, 6])
    expect(cards).toHaveLength(1)
  })

  it('that is asked for twice runs once, and again once it has ended', async () => {
    const { clock, cards, drill } = bench()
    const both = [drill(), drill()]
    await clock.advance(20_000)
    const [one, other] = await Promise.all(both)
    expect([cards.length, one === other]).toEqual([1, true])
    void drill()
    await clock.advance(20_000)
    expect(cards).toHaveLength(2)
  })

  it('that is aborted by closing the account proves nothing', async () => {
    const { cards, drill, stop } = bench(['spot.account'])
    const answer = drill()
    stop.abort()
    expect(await answer).toMatchObject({ kind: 'denied' })
    expect(cards).toEqual([])
  })

  it('fails when the key cannot sign', async () => {
    const locked = err(localFailure('vaultLocked', 'vault.sign', verbatim('the keyring is locked')))
    const { clock, cards, drill } = bench([], locked)
    void drill()
    await clock.advance(20_000)
    expect(cards[0]?.checks[0]).toMatchObject({ name: 'key', verdict: 'failed' })
  })
})
