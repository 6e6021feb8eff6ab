import { t } from '../../kit/say.ts'
import type { Column } from '../../kit/use-data-table.ts'
import { name, notional, type Exit } from './exit-cells.ts'

/** A column of figures, its head explained on hover. */
const figures = (
  id: 'share' | 'slippage' | 'cost' | 'pnl' | 'time' | 'age',
  width: number,
  more: Partial<Column<Exit>>,
): Column<Exit> => {
  const words = { header: t(`liquidity.column.${id}`), title: t(`liquidity.column.${id}Hint`) }
  return { id, ...words, width, align: 'end', ...more }
}

/** `coin`: the reporting coin. All money is in it. */
export const exitColumns = (coin: string): readonly Column<Exit>[] => [
  { id: 'name', header: t('liquidity.column.name'), title: t('liquidity.column.nameHint'), width: 150, sort: name },
  {
    id: 'notional',
    header: t('liquidity.column.notional'),
    title: t('liquidity.column.notionalHint', { coin }),
    width: 76,
    align: 'end',
    sort: (row) => row.notional.value,
    figure: notional,
  },
  figures('share', 130, {
    spare: 2,
    sort: ({ depthShare }) => depthShare.find(({ bps }) => bps === 25)?.share.value ?? null,
  }),
  figures('slippage', 72, { spare: 3, sort: ({ slippageBps }) => slippageBps.value }),
  figures('cost', 72, { sort: ({ cost }) => cost.value }),
  figures('pnl', 118, { spare: 1, sort: ({ exitPnl }) => exitPnl.value }),
  figures('time', 138, { sort: ({ participationSeconds }) => participationSeconds.value }),
  figures('age', 68, { spare: 4, sort: ({ readAt }) => readAt }),
]
