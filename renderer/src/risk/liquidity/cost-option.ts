import { t } from '../../kit/say.ts'
import { hairlineAt } from '../../kit/chart/axis.ts'
import { BAR, barRows } from '../../kit/chart/bar-rows.ts'
import { compactText, figureText } from '../../kit/chart/number-text.ts'
import type { ChartOption } from '../../kit/chart/register.ts'
import type { ChartTheme } from '../../kit/chart/theme.ts'
import type { TooltipContent } from '../../kit/chart/tooltip.ts'
import { UNKNOWN } from '../../kit/format.ts'
import { gapLeftOut } from './exit-cells.ts'
import { COST_PARTS, type CostView } from './cost-view.ts'

/**
 * The parts differ by lightness, the same in both themes; no colour means gain or danger. The palest is outlined, or it
 * could not be told from the ground.
 */
export function costColors(theme: ChartTheme): Readonly<Record<(typeof COST_PARTS)[number]['id'], string>> {
  return {
    markGap: theme.line,
    spreadCost: theme.lineStrong,
    depthCost: theme.accent,
    impactCost: theme.ink,
    fee: theme.inkFaint,
  }
}

/** Stacked bars, dearest first; a gap between mark and mid that is a gain lies left of zero. */
export function costOption({ bars }: CostView, theme: ChartTheme, coin: string): ChartOption {
  const colors = costColors(theme)
  return {
    ...barRows(
      bars,
      {
        name: ({ name }) => name,
        text: ({ cost }) => compactText(cost),
        tooltip: (bar) => costTooltip(bar, theme, coin),
        left: 100,
        right: 56,
        margin: 48,
        splitNumber: 3,
      },
      theme,
    ),
    series: COST_PARTS.map(({ id }, index) => ({
      ...BAR,
      stack: 'cost',
      id,
      color: colors[id],
      itemStyle:
        id === 'markGap'
          ? { borderColor: theme.lineStrong, borderWidth: 1 }
          : { borderColor: theme.surface, borderWidth: 0.5 },
      data: bars.map(({ exit }) => exit[id].value ?? 0),
      ...(index === 0 ? { markLine: hairlineAt(0, theme) } : {}),
    })),
  }
}

function costTooltip({ name, cost, exit }: CostView['bars'][number], theme: ChartTheme, coin: string): TooltipContent {
  const colors = costColors(theme)
  return {
    title: name,
    rows: [
      ...COST_PARTS.map(({ id, method }) => ({
        label: t(`how.${method}.title`),
        value: exit[id].value === null ? UNKNOWN : `${figureText(exit[id].value)} ${coin}`,
        color: colors[id],
      })),
      {
        label: t(gapLeftOut(exit) === null ? 'liquidity.column.cost' : 'liquidity.costGapless'),
        value: `${figureText(cost)} ${coin}`,
        strong: true,
      },
    ],
  }
}
