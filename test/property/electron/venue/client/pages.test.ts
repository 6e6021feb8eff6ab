import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pages } from '#electron/venue/client/pages.ts'
import { DIRECTIONS, pagedClient } from '#test/support/paged-venue.ts'
import { inEnglish } from '#shared/words/say.ts'

const history = fc.uniqueArray(fc.integer({ min: 2, max: 2000 }), { maxLength: 80 })
/** How many new trades occur before each answer. */
const arrivals = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 40 })
const venues = fc.record({
  history,
  arrivals,
  limit: fc.integer({ min: 1, max: 12 }),
  cap: fc.integer({ min: 2, max: 12 }),
  lists: fc.constantFrom('newest first', 'oldest first'),
})

describe.each(DIRECTIONS)('when fromId goes %s', (direction) => {
  it('nothing that existed at the start is lost, and nothing is read twice', async () => {
    await fc.assert(
      fc.asyncProperty(venues, async ({ history: start, arrivals: made, limit, cap, lists }) => {
        const held = [...start]
        let newest = 2000
        const before = (call: number): undefined => {
          for (let count = made[call - 1] ?? 0; count > 0; count--) held.push(++newest)
        }
        const client = pagedClient({ history: held, direction, cap, lists, before })
        const ids: number[] = []
        for await (const page of pages(client, 'spot.myTrades', { symbol: 'SOLUSDT' }, { limit })) {
          if (!page.ok) throw new Error(inEnglish(page.error.message))
          expect(page.value.entries.length).toBeGreaterThan(0)
          ids.push(...page.value.entries.map(({ tradeId }) => Number.parseInt(tradeId, 10)))
        }
        expect(new Set(ids).size).toBe(ids.length)
        const reachable = direction === 'not at all' ? start.toSorted((a, b) => b - a).slice(0, firstPage()) : start
        expect(start.filter((id) => !ids.includes(id) && reachable.includes(id))).toEqual([])
        // Every request moves on, except the three that find the direction and the end.
        expect(client.asked.length).toBeLessThanOrEqual(3 + 2 * ids.length)

        /** How many of the initial trades the first page can hold, after newer ones took places. */
        function firstPage(): number {
          return Math.max(0, Math.min(Math.max(limit, 2), cap) - (made[0] ?? 0))
        }
      }),
      { numRuns: 1000 },
    )
  })
})
