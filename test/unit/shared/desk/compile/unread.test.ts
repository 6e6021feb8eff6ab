import { describe, expect, it } from 'vitest'
import { ageOf, mayCloseUnread, unheldBy, unreadPositions, whyPartial } from '#shared/desk/compile/unread.ts'
import { contract, order, position, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { inWords } from '#test/support/in-words.ts'
import { message } from '#shared/words/message.ts'

const BTC = contract('BTC', 'USDT')
const LONG = position(BTC)
const closing = order(BTC, { side: 'sell', action: 'close' })

describe('an order that may close an unread position', () => {
  const may = (known: Partial<Parameters<typeof mayCloseUnread>[1]>, of = closing) =>
    mayCloseUnread(of, { positions: [], risk: null, ...known })

  it('closes what is not listed, while the list may be incomplete', () => {
    expect([
      may({ positions: null }),
      may({ isPartial: true }),
      may({}),
      may({ positions: [LONG], isPartial: true }),
    ]).toEqual([true, true, false, false])
    const gone = { ...LONG, volume: position(BTC, { volume: 0 }).volume }
    expect(may({ positions: [gone], isPartial: true })).toBe(true)
    expect(may({ positions: [position(BTC, { volume: '0.5' })], isPartial: true })).toBe(false)
  })

  it('closes what is known from an earlier read', () => {
    expect(may({ positions: [LONG], knownMs: new Map([[LONG.key, 1]]) })).toBe(true)
    expect(may({ positions: [LONG], knownMs: new Map([['another', 1]]) })).toBe(false)
  })

  it('is never one that opens', () => {
    expect(may({ positions: null }, order(BTC, { side: 'sell', action: 'open' }))).toBe(false)
  })
})

describe('an order that closes an unlisted position', () => {
  it('is reported by its contract and side, once', () => {
    const short = order(BTC, { side: 'buy', action: 'close' })
    expect(unheldBy([closing, closing, short], [])).toEqual([
      message('plan.unheldLong', { contract: BTC.name }),
      message('plan.unheldShort', { contract: BTC.name }),
    ])
    expect(unheldBy([closing, short], [position(contract('ETH', 'USDT')), LONG])).toHaveLength(1)
  })

  it('is not one that has ended, that opens, or any while no list was read', () => {
    expect(unheldBy([order(BTC, { action: 'open' }), { ...closing, status: 'filled' }], [])).toEqual([])
    expect(unheldBy([closing], null)).toEqual([])
  })
})

describe('the report on positions that could not be read', () => {
  const said = (known: Partial<Parameters<typeof unreadPositions>[0]>, kept = 0) =>
    inWords(unreadPositions({ positions: [], risk: null, ...known }, kept))

  it('says that some stay open, or why the list is not trusted', () => {
    expect(said({})).toEqual([])
    expect(said({ isPartial: true })).toEqual(['Some positions could not be read; those stay open.'])
    expect(said({ isPartial: true, knownMs: new Map() })).toEqual([])
    const doubts = [message('plan.unheldLong', { contract: 'A' })]
    expect(whyPartial({})).toEqual(message('plan.positionsUnread'))
    expect(said({ isPartial: true, doubts })).toEqual([
      `${inWords(whyPartial({ doubts }))} If you hold a position, it stays open.`,
    ])
  })

  it('counts the closing orders that stay', () => {
    const stay = (kept: number) => /open\.(.*)$/.exec(said({ isPartial: true }, kept)[0]!)?.[1]
    expect([stay(0), stay(1), stay(2)]).toEqual(['', ' 1 closing order stays.', ' 2 closing orders stay.'])
  })

  it('says when any were last read, and how many were held', () => {
    const read = (count: number, positionsReadAt: number | null) => {
      const positions = [
        LONG,
        position(BTC, { side: 'short', volume: '0.5' }),
        position(contract('ETH', 'USDT'), { volume: 0 }),
      ]
      const inputs = riskInputs({
        positions: positions.slice(0, count),
        instruments: [BTC],
        positionsReadAt,
        now: 130_000,
      })
      return said({ positions: null, risk: inputs })[0]
    }
    expect(said({ positions: null })[0]).toContain('none was read before.')
    expect(read(1, null)).toContain('none was read before.')
    expect(read(1, 120_000)).toContain('at least 10 s ago, showed 1 position.')
    expect(read(3, 120_000)).toContain('at least 10 s ago, showed 2 positions.')
  })
})

it.each([
  [999, 999, 999],
  [1_000, 1_000, 1_000],
  [119_999, 119_000, 120_000],
  [120_000, 120_000, 120_000],
  [179_999, 120_000, 180_000],
])('reports an age of %d ms as at most %d, or as at least %d', (ms, most, least) => {
  expect([ageOf(ms), ageOf(ms, Math.ceil)]).toEqual([{ ms: most }, { ms: least }])
})
