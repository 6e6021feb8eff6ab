import { NUMBER_FORMATS } from '#shared/words/number-format.ts'
import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { encode, decimal } from '#shared/domain/decimal.ts'
import { BY_HAND } from '../../../../../renderer/src/app/stores/what-if.ts'
import { setNumbers } from '../../../../../renderer/src/kit/say.ts'
import { alteredWords } from '../../../../../renderer/src/risk/stress/altered.ts'
import { moveRows, moveText, readMove } from '../../../../../renderer/src/risk/stress/moves.ts'

const none = { holdingValue: null, contractValue: null }
const exposures = encode([
  { asset: 'ETH', delta: decimal(-3), value: decimal(-9_000), ...none },
  { asset: 'WEN', delta: decimal(5), value: null, ...none },
])

describe('readMove', () => {
  it.each([
    ['-20', -0.2],
    ['−5,5', null],
    ['−5.5 %', -0.055],
    ['+12\u202f%', 0.12],
    ['356.8', 3.568],
    ['-100', -1],
    ['-100.1', null],
    ['1001', null],
    ['', null],
    ['-', null],
    ['1e400', null],
  ])('reads %j as %j', (typed, move) => {
    expect(readMove(typed)).toBe(move)
  })
})

describe('moveText', () => {
  it.each(NUMBER_FORMATS)('is what readMove reads, in the format %s', (format) => {
    onTestFinished(() => setNumbers('commaPoint'))
    setNumbers(format)
    for (const move of [-1, -0.2005, -0.0001, 0, 0.055, 3.568, 10]) {
      expect(readMove(moveText(move))).toBe(Math.round(move * 1000) / 1000 || 0)
    }
  })

  it('has a sign, and no sign at zero', () => {
    expect([-0.2, -0.0001, 0.055].map(moveText)).toEqual(['−20.0', '0.0', '+5.5'])
  })
})

describe('moveRows', () => {
  const result = [{ asset: 'ETH', move: -0.1, pnl: 900 }]

  it('has the benchmark first, then exposed assets, then the rest', () => {
    const rows = moveRows(exposures, { named: { ETH: -0.1 }, others: 0.02 }, result, 'BTC')
    expect(
      rows.map(({ asset, exposure, move, pnl, isFollowing }) => [asset, exposure, move, pnl, isFollowing]),
    ).toEqual([
      ['BTC', 'none', 0.02, null, true],
      ['ETH', '−9.00k', -0.1, 900, false],
      ['WEN', '?', 0.02, null, true],
      [null, '', 0.02, null, false],
    ])
  })

  it('shows cash once it moves', () => {
    const depeg = [{ asset: 'USDT', move: -0.05, pnl: -600 }]
    const assets = moveRows(exposures, { named: { USDT: -0.05 }, others: 0 }, depeg, 'BTC').map(({ asset }) => asset)
    expect(assets).toEqual(['BTC', 'ETH', 'WEN', 'USDT', null])
  })
})

describe('alteredWords', () => {
  const byHand = (named: Record<string, number>, others: number) => {
    const moves = { named, others }
    return { id: BY_HAND, name: verbatim('Moves by hand'), about: verbatim(''), close: moves, low: moves }
  }
  const plain = (text: string) => text.replaceAll('\u202f', ' ')

  it('names moves, scenarios and what is left out', () => {
    expect(plain(alteredWords(byHand({ BTC: -0.2, ETH: 0, SOL: 0.05 }, -0.1), 2, 1))).toBe(
      'BTC −20.0 %, SOL +5.0 %, others −10.0 %; without 2 positions and 1 order',
    )
    expect(alteredWords({ ...byHand({}, -0.1), id: 'x', name: verbatim('FTX') }, 0, 0)).toBe('FTX')
    expect(alteredWords(null, 0, 3)).toBe('without 3 orders')
  })

  it('counts moves when there are too many to name', () => {
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`A${String(index)}`, 0.1]))
    expect(alteredWords(byHand(many, 0), 0, 0)).toMatch(/A3 .*, 2 more$/)
  })
})
