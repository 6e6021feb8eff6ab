import { hairlineAt } from '../../kit/chart/axis.ts'
import { BAR, barRows } from '../../kit/chart/bar-rows.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import { t } from '../../kit/say.ts'
import type { FundingView } from './funding-view.ts'

/** Bars either side of zero: what is paid to the left, what is received to the right. */
export function fundingOption({ bars }: FundingView, theme: ChartTheme, coin: string): ChartOption {
  return {
    ...barRows(
      bars,
      {
        name: ({ asset }) => asset,
        text: ({ text }) => text,
        tooltip: ({ asset, value, text }) => ({
          title: asset,
          rows: [
            { label: t(value < 0 ? 'funding.paidDay' : 'funding.receivedDay'), value: `${text} ${coin}`, strong: true },
          ],
        }),
        left: 58,
        right: 70,
        margin: 62,
      },
      theme,
    ),
    series: [
      {
        ...BAR,
        id: 'funding',
        data: bars.map(({ value }) => ({
          value,
          itemStyle: { color: value < 0 ? theme.holdings : theme.contracts },
        })),
        markLine: hairlineAt(0, theme),
      },
    ],
  }
}
