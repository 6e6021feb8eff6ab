import { describe, expect, it } from 'vitest'
import { untidy } from '#test/soak/untidy/untidy.ts'
import { foundLines } from '#test/soak/words.ts'

/** A hundred stories, so many to a test. */
const EACH = 20
const PARTS = [0, 20, 40, 60, 80] as const

/** Stories that were not told truly once, each with what it was. */
const EXAMPLES: readonly (readonly [seed: number, story: number, was: string])[] = [
  [7, 67, 'an empty list of positions, though margin was in use: told flat, and a take-profit lost'],
  [7, 4, 'an empty list of Spot orders, though coins were locked: told flat'],
  [7, 51, 'a contract list without a field: a take-profit lost to a flatten that could not close'],
  [7, 357, 'a contract gone from the list: its position could not be closed'],
  [7, 423, 'rows of another instrument: phantom orders were canceled for ever'],
  [7, 477, 'a list of balances of a moment ago: what was sold was sold again'],
  [11, 58, 'one id for two orders: the second was told by the fills of the first'],
  [11, 90, 'a cancel left to another request: told as done and open'],
  [11, 486, 'a position said to be of 10^30 contracts'],
  [11, 523, 'positions that came byte by byte: a close waited 17 s'],
  [7, 135, 'an order listed under another name, and later under its own: a cancel of all was told as done'],
  [7, 462, 'an empty list of balances from the first: told flat with orders on Spot'],
  [7, 336, 'a silent account: a flatten left after 10 s'],
  [11, 229, 'a silent book: the sheet of a close came after 10 s'],
  [11, 274, 'slow answers: one after the other a flatten waited for them'],
  [5, 253, 'an account refused for good: a close by one click was refused'],
  [5, 405, 'orders unread in a pause: a close of a side that holds nothing was told as unreadable'],
  [3, 13, 'a position under another name: its take-profit was canceled'],
  [3, 425, 'a list of orders cut at one: a cancel of all of its contract was told as done'],
  [3, 474, 'a pause before the orders were ever read: a cancel of all of a contract was refused'],
  [3, 546, 'an empty account from the first: told flat with a position, and its take-profit canceled'],
  [3, 134, 'a pause from the first: a flatten could not be looked at'],
]

describe('a session at a venue that garbles its answers', () => {
  it.each(PARTS)('says and does what the venue’s own books bear out: twenty stories from the %i. on', async (from) => {
    const { found, intents } = await untidy({ stories: EACH, seed: 7, from })
    expect(found.flatMap(foundLines)).toEqual([])
    expect(intents).toBeGreaterThan(EACH / 2)
  })

  it.each(EXAMPLES)('tells story %2$i of seed %1$i truly: %3$s', async (seed, from) => {
    const { found } = await untidy({ stories: 1, seed, from })
    expect(found.flatMap(foundLines)).toEqual([])
  })
})
