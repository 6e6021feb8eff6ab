import { message } from '#shared/words/message.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figure, none } from '#shared/risk/number/figure.ts'
import type { RiskComponent } from '#shared/risk/statistics-report.ts'
import { componentOption, componentTooltip } from '../../../../../renderer/src/risk/var/component-option.ts'
import {
  componentFinding,
  componentTable,
  viewComponents,
} from '../../../../../renderer/src/risk/var/component-view.ts'
import { THEME } from '../../kit/chart/fixtures.ts'

const component = (asset: string, es: number | null): RiskComponent => ({
  confidence: 0.95,
  asset,
  value: 1_000,
  componentVar: figure(10),
  componentEs: es === null ? none(message('figure.noHistory')) : figure(es),
  marginalVar: figure(0.0412),
  incrementalVar: none(message('figure.tooFew.days', { needed: 100, count: 42 })),
})
const mixed = [component('BTC', 60), component('ETH', -20), component('SOL', 30), component('WEN', null)]

describe('viewComponents', () => {
  it('steps from zero to the sum, positive contributions first', () => {
    const view = viewComponents(mixed, 10)
    expect(view?.steps.map(({ name, from, to, kind }) => [name, from, to, kind])).toEqual([
      ['BTC', 0, 60, 'adds'],
      ['SOL', 60, 90, 'adds'],
      ['ETH', 90, 70, 'takesOff'],
      ['all', 0, 70, 'total'],
    ])
    expect(view?.missing).toEqual(['WEN'])
  })

  it('combines small ones into one step when there is no room, and still reaches the sum', () => {
    const view = viewComponents(mixed, 3)
    expect(view?.steps.map(({ name }) => name)).toEqual(['BTC', '2 others', 'all'])
    expect(view?.steps.at(-2)?.to).toBe(70)
  })

  it('always ends at the total, whatever the room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 45 }),
        (values, limit) => {
          const view = viewComponents(
            values.map((es, index) => component(`A${String(index)}`, es)),
            limit,
          )
          const total = values.reduce((sum, each) => sum + each, 0)
          expect(view?.steps.at(-2)?.to).toBe(total)
          expect(view?.steps.at(-1)).toMatchObject({ from: 0, to: total, kind: 'total' })
          expect(view?.steps.length).toBeLessThanOrEqual(Math.max(limit, 3))
        },
      ),
    )
  })

  it('is null when no asset has a component', () => {
    expect(viewComponents([component('WEN', null)], 5)).toBeNull()
  })
})

describe('componentOption', () => {
  it('stacks an invisible base and the step, separately on each side of zero', () => {
    const view = viewComponents([component('A', 10), component('B', -30), component('C', 5)], 5)
    if (view === null) throw new Error('expected a view')
    const series = componentOption(view, THEME, 'USDT').series as { id: string; data: unknown[] }[]
    const data = (id: string): unknown => series.find((each) => each.id === id)?.data
    const lengths = (id: string): unknown => (data(id) as { value: number }[]).map(({ value }) => value)
    expect(data('baseAbove')).toEqual([0, 10, 0, 0])
    expect(data('baseBelow')).toEqual([0, 0, 0, 0])
    expect(lengths('above')).toEqual([10, 5, 15, 0])
    expect(lengths('below')).toEqual([0, 0, -15, -15])
  })

  it('gives step, share and exposure', () => {
    const view = viewComponents(mixed, 10)
    const [step] = view?.steps ?? []
    if (view === null || step === undefined) throw new Error('expected a step')
    expect(componentTooltip(step, view, 'USDT').rows.map(({ value }) => value)).toEqual([
      '+60.00 USDT',
      '85.7\u202f%',
      '+1,000 USDT',
    ])
  })
})

describe('componentFinding and componentTable', () => {
  it('name the largest contribution, the largest reduction, and what is not included', () => {
    const view = viewComponents(mixed, 10)
    if (view === null) throw new Error('expected a view')
    expect(componentFinding(view, 'USDT', false)).toBe(
      'BTC contributes 85.7\u202f% to the 70.00 USDT of ES. ETH reduces ES by 20.00. Not included: WEN.',
    )
    expect(componentFinding(view, 'USDT', true)).toContain('to the 70.00 USDT of ES of what is covered.')
  })

  it('give reasons where there are no figures', () => {
    const { rows, columns } = componentTable(mixed, 'USDT', false)
    expect(componentTable(mixed, 'USDT', true).columns).toContain('of ES, covered part only')
    expect(rows.every((row) => row.length === columns.length)).toBe(true)
    expect(rows[0]).toEqual([
      'BTC',
      '+1,000',
      '+60.00',
      '85.7\u202f%',
      '+10.00',
      '+0.0412',
      '— Needs 100 days; there are 42.',
    ])
    expect(rows[3]?.[2]).toBe('— No price history.')
  })
})
