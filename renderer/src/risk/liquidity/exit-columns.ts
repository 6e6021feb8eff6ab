import { t } from '../../kit/say.ts'
import type { Column } from '../../kit/use-data-table.ts'
import { name, notional, type Exit } from './exit-cells.ts'

/** `coin` is the reporting coin: every amount of money is in it. */
export const exitColumns = (coin: string): readonly Column<Exit>[] => [
  { id: 'name', ...wordsOf('name'), width: 144, sort: name },
  {
    id: 'notional',
    header: t('liquidity.column.notional'),
    title: t('liquidity.column.notionalHint', { coin }),
    width: 76,
    align: 'end',
    sort: (row) => row.notional.value,
    figure: notional,
  },
  {
    id: 'share',
    ...wordsOf('share'),
    width: 130,
    align: 'end',
    sort: ({ depthShare }) => depthShare.find(({ bps }) => bps === 25)?.share.value ?? null,
  },
  { id: 'slippage', ...wordsOf('slippage'), width: 72, align: 'end', sort: ({ slippageBps }) => slippageBps.value },
  { id: 'cost', ...wordsOf('cost'), width: 72, align: 'end', sort: ({ cost }) => cost.value },
  { id: 'pnl', ...wordsOf('pnl'), width: 84, align: 'end', sort: ({ exitPnl }) => exitPnl.value },
  {
    id: 'time',
    ...wordsOf('time'),
    width: 84,
    align: 'end',
    sort: ({ participationSeconds }) => participationSeconds.value,
  },
  { id: 'age', ...wordsOf('age'), width: 64, align: 'end', sort: ({ readAt }) => readAt },
]

function wordsOf(
  id: 'name' | 'share' | 'slippage' | 'cost' | 'pnl' | 'time' | 'age',
): Pick<Column<Exit>, 'header' | 'title'> {
  return { header: t(`liquidity.column.${id}`), title: t(`liquidity.column.${id}Hint`) }
}
