import { describe, expect, it } from 'vitest'
import { barRows } from '../../../../../renderer/src/kit/chart/bar-rows.ts'
import { THEME } from './fixtures.ts'

const BARS = [
  { asset: 'BTC', cost: 12 },
  { asset: 'ETH', cost: 3 },
]

describe('barRows', () => {
  const { yAxis, tooltip } = barRows(
    BARS,
    {
      name: ({ asset }) => asset,
      text: ({ cost }) => `${String(cost)}.00`,
      tooltip: ({ asset }) => ({ title: asset, rows: [] }),
      left: 58,
      right: 70,
      margin: 62,
    },
    THEME,
  )

  it('has the first bar on top, with its name before it and its figure after it', () => {
    expect(yAxis).toMatchObject([
      { inverse: true, data: ['BTC', 'ETH'] },
      { inverse: true, data: ['12.00', '3.00'] },
    ])
  })

  it('is empty without bars', () => {
    const { formatter } = [tooltip].flat()[0] as { formatter: (params: unknown) => unknown }
    expect([[], [{ dataIndex: 2 }], { dataIndex: 2 }].map(formatter)).toEqual(['', '', ''])
  })
})
