import { describe, expect, it } from 'vitest'
import { compile } from '#shared/desk/compile.ts'
import { lastKnownMs, leastHeld } from '#shared/desk/compile/last-known.ts'
import { decimal, toText, ZERO } from '#shared/domain/decimal.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import { contract, order, position } from '#test/support/portfolio-fixtures.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT')
const LONG = position(BTC, { volume: 25, pendingCloseVolume: 4 })

describe('positions are recent enough to close by', () => {
  it.each([
    [0, 0],
    [300_000, 300_000],
    [300_001, null],
    [null, null],
  ])('%s ms after they were read: %s', (positionsAgeMs, expected) => {
    expect(lastKnownMs({ positions: [LONG], positionsAgeMs })).toBe(expected)
  })

  it.each([
    [8_000, 8_000],
    [300_001, null],
    [null, null],
  ])('a position that newer reads may hide, by the age of its own row, %s ms: %s', (ownMs, expected) => {
    const view = { positions: [LONG], positionsAgeMs: 500, keptMs: new Map([[LONG.key, ownMs]]) }
    expect([lastKnownMs(view, LONG.key), lastKnownMs(view, 'another'), lastKnownMs(view)]).toEqual([expected, 500, 500])
  })

  it('only when some were read', () => {
    expect(lastKnownMs({ positions: null, positionsAgeMs: 0 })).toBeNull()
    expect(lastKnownMs({ positions: [LONG] })).toBeNull()
  })
})

describe('a position at its smallest possible size', () => {
  const least = (taken: number, ...orders: Parameters<typeof leastHeld>[1]) =>
    leastHeld([LONG], orders, () => decimal(taken)).map((held) => [
      toText(held.volume),
      toText(held.pendingCloseVolume!),
      held.markPrice,
    ])

  it('excludes what our own closes may have taken, and is never negative', () => {
    expect(least(0)).toEqual([['25', '4', null]])
    expect(least(10)).toEqual([['15', '4', null]])
    expect(least(99)).toEqual([[toText(ZERO), '4', null]])
  })

  it('has in closing orders the larger of the earlier and the current amount', () => {
    const closing = (quantity: number) => order(BTC, { side: 'sell', action: 'close', quantity })
    expect(least(0, closing(3))).toEqual([['25', '4', null]])
    expect(least(0, closing(7))).toEqual([['25', '7', null]])
    expect(least(0, order(BTC, { quantity: 9 }))).toEqual([['25', '4', null]])
  })
})

describe('a plan says first what it closes by the last known size', () => {
  const ETH = contract('ETH', 'USDT')
  const SHORT = position(ETH, { side: 'short' })
  const facts = { ...NO_FACTS, instruments: [BTC, ETH], positions: [LONG, SHORT] }
  const planned = (...known: readonly (readonly [string, number])[]) => {
    const draft = compile({ kind: 'flatten', spot: 'keep' }, { ...facts, knownMs: new Map(known) }, () => 'id')
    if (!draft.ok) throw new Error(inEnglish(draft.error.message))
    const ages = new Map(draft.value.legs.map((leg) => [leg.instrument, leg.kind === 'close' && leg.knownMs]))
    return { ages, first: inWords(draft.value.warnings)[0] }
  }

  it('everything, with the greatest age: the account cannot be read', () => {
    const { ages, first } = planned([LONG.key, 12_300], [SHORT.key, 4_000])
    expect([ages.get(BTC.name), ages.get(ETH.name)]).toEqual([12_300, 4_000])
    expect(first).toMatch(/^The account cannot be read. This closes the sizes known 13 s ago, never more/)
  })

  it('one position: it is named, and the other is closed by its fresh size', () => {
    const { ages, first } = planned([SHORT.key, 4_000])
    expect([ages.get(BTC.name), ages.get(ETH.name)]).toEqual([undefined, 4_000])
    expect(first).toMatch(/This closes the sizes known 4 s ago, .*: short E-ETH-USDT cross\./)
  })
})
