import type { DecimalText } from '#shared/domain/decimal.ts'
import { formatAmount, formatValue } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import { hairlineAt } from '../kit/chart/axis.ts'
import { BAR, barRows } from '../kit/chart/bar-rows.ts'
import type { ExposureView } from './exposure-view.ts'
import type { ChartOption } from '../kit/chart/register.ts'
import type { ChartTheme } from '../kit/chart/theme.ts'
import type { TooltipContent } from '../kit/chart/tooltip.ts'

/**
 * Diverging bars, largest first: what is held beside what contracts add, with a mark at the net. Colours tell the
 * sources apart; the side of zero tells long from short.
 */
export function exposureOption(view: ExposureView, theme: ChartTheme, coin: string): ChartOption {
  const { bars } = view
  return {
    ...barRows(
      bars,
      {
        name: ({ asset }) => asset,
        text: ({ netText }) => netText,
        tooltip: (bar) => exposureTooltip(bar, theme, coin),
        left: 58,
        right: 70,
        margin: 58,
      },
      theme,
    ),
    series: [
      {
        ...stacked(theme),
        id: 'holdings',
        color: theme.holdings,
        data: bars.map((bar) => bar.holdings),
        markLine: hairlineAt(0, theme),
      },
      { ...stacked(theme), id: 'contracts', color: theme.contracts, data: bars.map((bar) => bar.contracts) },
      {
        type: 'scatter',
        id: 'net',
        symbol: 'rect',
        symbolSize: [3, 20],
        z: 5,
        itemStyle: { color: theme.ink, borderColor: theme.surface, borderWidth: 1 },
        data: bars.map((bar, index) => [bar.net, index]),
      },
    ],
  }
}

export function exposureTooltip(
  { asset, source }: ExposureView['bars'][number],
  theme: ChartTheme,
  coin: string,
): TooltipContent {
  const money = (value: DecimalText | null): string => `${formatValue(value, { sign: 'always' })} ${coin}`
  return {
    title: asset,
    rows: [
      { label: t('overview.exposure.holdings'), value: money(source.holdingValue), color: theme.holdings },
      { label: t('overview.exposure.contracts'), value: money(source.contractValue), color: theme.contracts },
      { label: t('overview.exposure.net'), value: money(source.value), color: theme.ink, strong: true },
      {
        label: t('overview.exposure.units'),
        value: `${formatAmount(source.delta, { sign: 'always', maxPlaces: 8 })} ${asset}`,
      },
    ],
  }
}

function stacked(theme: ChartTheme) {
  return { ...BAR, stack: 'exposure', itemStyle: { borderColor: theme.surface, borderWidth: 0.5 } } as const
}
