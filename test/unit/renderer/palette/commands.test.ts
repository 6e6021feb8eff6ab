import { describe, expect, it } from 'vitest'
import { findCommands, MOST_FOUND, type Command, type Group } from '../../../../renderer/src/palette/commands.ts'

const named = (group: Group, name: string): Command => ({ group, name, run: () => undefined })
const found = (all: readonly Command[], text: string): readonly string[] =>
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

  it('is the ways out, the screens and the accounts for an empty text', () => {
    expect(found(ALL, '  ')).toEqual(['Positions', 'Flatten, keep Spot…'])
  })

  it('begins with the name as it was typed', () => {
    const all = [named('instrument', 'ETH/USDT: no position'), named('position', 'Show E-ETH-USDT')]
    expect(found(all, 'E-ETH-USDT')[0]).toBe('Show E-ETH-USDT')
  })

  it('begins with what only shows the instrument, because Enter runs the first', () => {
    const all = [...ALL, named('instrument', 'E-BTC-USDT: 1 position')]
    expect(found(all, 'btc')[0]).toBe('E-BTC-USDT: 1 position')
  })

  it('is limited to a readable number', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => named('position', `Close ${index}`))
    expect(found(many, 'close')).toHaveLength(MOST_FOUND)
  })
})
