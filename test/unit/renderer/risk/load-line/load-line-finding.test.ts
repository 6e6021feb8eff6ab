import { describe, expect, it } from 'vitest'
import { loadLineFinding } from '../../../../../renderer/src/risk/load-line/load-line-finding.ts'
import { ALL_PRICES, type MovedPrices } from '../../../../../renderer/src/risk/load-line/moved-prices.ts'
import { unit } from '../../kit/chart/fixtures.ts'

const findingOf = (moved: MovedPrices, ...units: ReturnType<typeof unit>[]): string =>
  loadLineFinding({ units, moved }).replaceAll('\u202f', ' ')
const finding = (...units: ReturnType<typeof unit>[]): string => findingOf(ALL_PRICES, ...units)

describe('loadLineFinding', () => {
  it('begins with the nearest, and adds the worst cross account if that is another', () => {
    const text = finding(
      unit('cross:USDT', { breachDown: -0.239 }),
      unit('isolated:XRP:isolated:short', { breachUp: 0.041 }),
    )
    expect(text).toBe('XRP short is liquidated if all prices rise 4.1 %; USDT cross at −23.9 %.')
  })

  it('names the cross account once when it is the nearest', () => {
    const text = finding(
      unit('cross:USDT', { breachDown: -0.5, breachUp: 0.1 }),
      unit('isolated:XRP:isolated:short', { breachUp: 0.4 }),
    )
    expect(text).toBe('USDT cross is liquidated if all prices rise 10.0 %.')
  })

  it.each([
    [{ kind: 'coin', asset: 'ETH' } as const, 'USDT cross is liquidated if ETH alone falls 23.9 %.'],
    [{ kind: 'beta', asset: 'BTC' } as const, 'USDT cross is liquidated if BTC falls 23.9 %, the rest by beta.'],
  ])('says which prices move', (moved, text) => {
    expect(findingOf(moved, unit('cross:USDT', { breachDown: -0.239 }))).toBe(text)
  })

  it.each([
    [{ kind: 'coin', asset: 'ETH' } as const, 'No move of ETH alone from −99 % to +200 % liquidates anything.'],
    [
      { kind: 'beta', asset: 'BTC' } as const,
      'No move of BTC, the rest by beta, from −99 % to +200 % liquidates anything.',
    ],
  ])('says which moves cannot liquidate anything', (moved, text) => {
    expect(findingOf(moved, unit('cross:USDT'))).toBe(text)
  })

  it('puts a unit that is below its requirement now first', () => {
    const text = finding(
      unit('cross:USDT', { state: 'inLiquidation' }),
      unit('isolated:XRP:isolated:short', { breachUp: 0.01 }),
    )
    expect(text).toBe('Below required margin now: USDT cross.')
  })

  it('never claims that nothing is held or liquidated while positions could not be read', () => {
    const partial = (state: 'noPosition' | 'ok') =>
      loadLineFinding({
        ...{ units: [unit('cross:USDT', { state })] },
        ...{ moved: ALL_PRICES, isPartial: true },
      })
    expect(partial('noPosition')).toBe('What a price move liquidates is unknown. Some positions could not be read.')
    expect(partial('ok')).toContain('liquidates anything that is modelled. Some positions could not be read.')
  })

  it('says when nothing can be liquidated', () => {
    expect(finding(unit('cross:USDT', { state: 'noPosition' }))).toBe('No position: no price move liquidates anything.')
    expect(finding(unit('cross:USDT'))).toBe('No common price move from −99 % to +200 % liquidates anything.')
  })

  it('always mentions a unit that is not modelled', () => {
    expect(finding(unit('cross:USDT'), unit('isolated:XRP:isolated:short', { state: 'notModelled' }))).toMatch(
      /anything that is modelled\. Not modelled: XRP short\.$/,
    )
    expect(finding(unit('isolated:XRP:isolated:short', { state: 'notModelled' }))).toBe(
      'What a price move liquidates is unknown. Not modelled: XRP short.',
    )
  })
})
