import { describe, expect, it } from 'vitest'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { exposureOption, exposureTooltip } from '../../../../renderer/src/overview/exposure-option.ts'
import { exposureFinding, exposureTable, viewExposure } from '../../../../renderer/src/overview/exposure-view.ts'
import { THEME } from '../kit/chart/fixtures.ts'

const asset = (name: string, holding: number | null, contract: number | null) =>
  encode({
    asset: name,
    delta: decimal(1),
    value: holding === null ? null : decimal(holding).plus(contract ?? 0),
    holdingValue: holding === null ? null : decimal(holding),
    contractValue: contract === null ? null : decimal(contract),
  })

function exposure(...assets: ReturnType<typeof asset>[]) {
  const report = fixtureSnapshot().parts.risk.data
  if (report === null) throw new Error('expected a fixture with a risk report')
  return { ...report.exposure, assets }
}

const mixed = exposure(
  asset('SOL', 100, 50),
  asset('ETH', 2_000, -9_000),
  asset('WEN', null, null),
  asset('BTC', 300, 0),
)

describe('viewExposure', () => {
  it('sorts by absolute size, and names what has no price instead of drawing it as zero', () => {
    const view = viewExposure(mixed, 10)
    expect(view.bars.map((bar) => bar.asset)).toEqual(['ETH', 'BTC', 'SOL'])
    expect(view.unpriced).toEqual(['WEN'])
  })

  it('says how many did not fit', () => {
    expect(viewExposure(mixed, 2)).toMatchObject({ more: 1, bars: [{ asset: 'ETH' }, { asset: 'BTC' }] })
  })
})

describe('exposureOption', () => {
  const option = exposureOption(viewExposure(mixed, 10), THEME, 'USDT')

  it('stacks holdings against contracts in the colors of their source and marks the net', () => {
    expect(option.series).toMatchObject([
      { id: 'holdings', stack: 'exposure', color: 'holdings', data: [2_000, 300, 100] },
      { id: 'contracts', stack: 'exposure', color: 'contracts', data: [-9_000, 0, 50] },
      {
        id: 'net',
        data: [
          [-7_000, 0],
          [300, 1],
          [150, 2],
        ],
      },
    ])
    expect(option.animation).toBe(false)
  })

  it('writes the net of every bar with its sign', () => {
    expect(option.yAxis).toMatchObject([{ data: ['ETH', 'BTC', 'SOL'] }, { data: ['−7.00k', '+300', '+150'] }])
  })

  it('shows exact figures in the tooltip', () => {
    const [bar] = viewExposure(mixed, 1).bars
    if (bar === undefined) throw new Error('expected a bar')
    expect(exposureTooltip(bar, THEME, 'USDT').rows.map(({ value }) => value)).toEqual([
      '+2,000.00 USDT',
      '−9,000.00 USDT',
      '−7,000.00 USDT',
      '+1 ETH',
    ])
  })
})

describe('exposureFinding and exposureTable', () => {
  it('give net, gross and the largest', () => {
    expect(exposureFinding(mixed, 'USDT')).toMatch(/^Net \+.+, gross .+ USDT \(.+× equity\); largest: ETH −7\.00k\.$/)
    expect(exposureFinding(exposure(), 'USDT')).toBe('No exposure: everything is cash.')
  })

  it('list every asset, with ? where there is no price', () => {
    const { rows } = exposureTable(mixed, 'USDT')
    expect(rows).toHaveLength(4)
    expect(rows[2]).toEqual(['WEN', '+1', '?', '?', '?'])
  })
})
