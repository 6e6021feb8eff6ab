import { describe, expect, it } from 'vitest'
import { verbatim } from '#shared/words/message.ts'
import { findCommands, MOST_FOUND, type Group, type Named } from '../../../../renderer/src/palette/commands.ts'

const named = (group: Group, name: string): Named => ({
  name,
  command: { group, title: verbatim(name), run: () => undefined },
})
const found = (all: readonly Named[], text: string): readonly string[] =>
  findCommands(all, text).map(({ name }) => name)

const ALL = [
  named('screen', 'Positions'),
  named('position', 'Close long E-BTC-USDT cross at market…'),
  named('position', 'Close short E-ETH-USDT cross at market…'),
  named('wayOut', 'Flatten, keep Spot…'),
  named('orders', 'Cancel all orders of BTC/USDT…'),
]

describe('what a search text finds', () => {
  it('contains each of its words, in any order and letter case', () => {
    expect(found(ALL, 'btc CLOSE')).toEqual(['Close long E-BTC-USDT cross at market…'])
    expect(found(ALL, 'btc sol')).toEqual([])
  })

  it('lists names with a word that begins with the text first, and then by group', () => {
    const all = [named('screen', 'Underwater'), named('window', 'Water'), named('wayOut', 'Water out')]
    expect(found(all, 'water')).toEqual(['Water out', 'Water', 'Underwater'])
  })

  it('treats the parts of a pair as separate words', () => {
    expect(found([named('screen', 'Usdtiny'), named('orders', 'BTC/USDT')], 'usdt')[0]).toBe('BTC/USDT')
  })

  it('is the ways out, the screens and the window for an empty text', () => {
    expect(found(ALL, '  ')).toEqual(['Positions', 'Flatten, keep Spot…'])
  })

  it('is limited to a readable number', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => named('position', `Close ${index}`))
    expect(found(many, 'close')).toHaveLength(MOST_FOUND)
  })
})
