import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { pages } from '#electron/venue/client/pages.ts'
import type { Page, PageOptions } from '#electron/venue/client/pages.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { LOST, fill, pagedClient } from '#test/support/paged-venue.ts'
import type { Direction } from '#test/support/paged-venue.ts'

type TradesPage = Page<'spot.myTrades'>

async function walk(client: Pick<VenueClient, 'call'>, options?: PageOptions): Promise<Result<TradesPage, Failure>[]> {
  const walked: Result<TradesPage, Failure>[] = []
  for await (const page of pages(client, 'spot.myTrades', { symbol: 'SOLUSDT' }, options)) walked.push(page)
  return walked
}

/** The ids of each page, or the kind of the failure. */
const shown = (pages: readonly Result<TradesPage, Failure>[]): unknown[] =>
  pages.map((page) => (page.ok ? page.value.entries.map(({ tradeId }) => tradeId).join(' ') : page.error.kind))

const SEVEN = [2, 3, 4, 5, 6, 7, 8]

describe('a paged history', () => {
  it.each<[Direction, string[], (string | undefined)[]]>([
    ['back', ['8 7 6', '5 4 3', '2'], [undefined, '6', '3', '2']],
    ['back with it', ['8 7 6', '5 4', '3 2'], [undefined, '6', '4', '2']],
    ['forward', ['8 7 6', '4 3 2', '5'], [undefined, '6', '1', '4']],
    ['forward with it', ['8 7 6', '4 3 2', '5'], [undefined, '6', '1', '4']],
    ['not at all', ['8 7 6'], [undefined, '6', '1']],
  ])('when fromId goes %s is complete, with each entry once', async (direction, expected, asked) => {
    const client = pagedClient({ history: [...SEVEN], direction, cap: 100 })
    expect(shown(await walk(client, { limit: 3 }))).toEqual(expected)
    expect(client.asked).toEqual(asked)
  })

  it('that is empty ends after one request', async () => {
    const client = pagedClient({ history: [], direction: 'back', cap: 100 })
    expect(await walk(client)).toEqual([])
    expect(client.asked).toHaveLength(1)
  })

  it('is complete at a venue that returns less than requested', async () => {
    const history = Array.from({ length: 1203 }, (_, index) => index + 2)
    const pages = await walk(pagedClient({ history, direction: 'back', cap: 100 }), { limit: 1000 })
    expect(shown(pages).join(' ').split(' ')).toHaveLength(1203)
  })

  it('requests 100 at a time by default, and never one', async () => {
    const limits: unknown[] = []
    const call = (_: unknown, { limit }: { limit?: number }): unknown => {
      limits.push(limit)
      return Promise.resolve(ok({ value: [], quarantined: [] }))
    }
    const client = { call: call as unknown as VenueClient['call'] }
    await walk(client)
    await walk(client, { limit: 1 })
    expect(limits).toEqual([100, 2])
  })

  it.each([1, 2, 3, 4])('reports a failure of request %i and ends there', async (failing) => {
    const before = (call: number): Failure | undefined => (call === failing ? LOST : undefined)
    for (const direction of ['back', 'forward'] as const) {
      const client = pagedClient({ history: [...SEVEN], direction, cap: 100, before })
      const listed = shown(await walk(client, { limit: 3 }))
      expect(listed.at(-1)).toBe('network')
      expect(listed.filter((page) => page === 'network')).toHaveLength(1)
      expect(client.asked).toHaveLength(failing)
    }
  })

  it('has both sides of a trade with oneself', async () => {
    const bought = fill(7)
    const call = (): unknown =>
      Promise.resolve(ok({ value: [bought, { ...bought, side: 'sell' }, bought], quarantined: [] }))
    const pages = await walk({ call: call as unknown as VenueClient['call'] })
    expect(pages.flatMap((page) => (page.ok ? page.value.entries.map(({ side }) => side) : []))).toEqual([
      'buy',
      'sell',
    ])
  })

  it('reports a page in which no row could be read', async () => {
    const quarantined = [{ path: 'fills[0]', reason: message('expected.missing') }]
    const call = (): unknown => Promise.resolve(ok({ value: [], quarantined }))
    const pages = await walk({ call: call as unknown as VenueClient['call'] })
    expect(pages).toEqual([ok({ entries: [], quarantined })])
  })

  it('ends at a venue that always returns one more', async () => {
    let asked = 0
    const call = (): unknown => Promise.resolve(ok({ value: [fill(1_000_000 - asked++)], quarantined: [] }))
    const client = { call: call as unknown as VenueClient['call'] }
    const pages = await walk(client, { maxRequests: 5 })
    expect(shown(pages)).toEqual(['1000000', '999999', '999998', '999997', '999996', 'unexpectedReply'])
    expect(pages.at(-1)).toMatchObject({ error: { operation: 'spot.myTrades', outcome: 'notSent', retry: 'never' } })
    expect(asked).toBe(5)
    asked = 0
    expect(shown(await walk(client)).at(-1)).toBe('unexpectedReply')
    expect(asked).toBe(1000)
  })

  it('that ends with the last allowed request is complete', async () => {
    const client = pagedClient({ history: [...SEVEN], direction: 'back', cap: 100 })
    expect(shown(await walk(client, { limit: 3, maxRequests: 4 }))).toEqual(['8 7 6', '5 4 3', '2'])
  })

  it('passes on lane and signal, and requests no more when nobody reads on', async () => {
    const seen: unknown[] = []
    const client = pagedClient({ history: [...SEVEN], direction: 'back', cap: 3 })
    const signal = new AbortController().signal
    const call = (...[endpoint, params, options]: Parameters<VenueClient['call']>): unknown => {
      seen.push(options)
      return client.call(endpoint, params, options)
    }
    const witness = { call: call as VenueClient['call'] }
    for await (const page of pages(witness, 'spot.myTrades', { symbol: 'SOLUSDT' }, { lane: 'verify', signal })) {
      expect(page.ok).toBe(true)
      break
    }
    expect(seen).toEqual([{ lane: 'verify', signal }])
  })
})
