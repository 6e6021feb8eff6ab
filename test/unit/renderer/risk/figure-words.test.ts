import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { figure, none } from '#shared/risk/number/figure.ts'
import { figureWords, shown } from '../../../../renderer/src/risk/figure-words.ts'

const bare = (value: number): string => `${String(value)} bps`

describe('shown', () => {
  it('gives the figure in its own format, with more on hover', () => {
    expect(shown(figure(12.5), bare)).toEqual({ text: '12.5 bps', title: undefined })
    expect(shown(figure(0), bare, 'against mid')).toEqual({ text: '0 bps', title: 'against mid' })
  })

  it('is a question mark without a figure: hover gives only the reason', () => {
    expect(shown(none(message('figure.noAsks')), bare, 'against mid')).toEqual({
      text: '?',
      title: 'The book has no asks.',
    })
  })
})

describe('figureWords', () => {
  it('rounds to whole units by default; hover shows the cents', () => {
    expect(figureWords(figure(1234.567))).toEqual({ text: '1,235', title: '1,234.57' })
    expect(figureWords(figure(1234.567), { places: 2, sign: 'always' })).toEqual({
      text: '+1,234.57',
      title: '+1,234.57',
    })
  })

  it('never makes a figure from a missing one', () => {
    expect(figureWords(none(message('figure.noPrice')))).toEqual({ text: '?', title: 'No price.' })
  })
})
