import type { Column } from '../../kit/use-data-table.ts'
import { name, type Exit } from './exit-cells.ts'

/** `coin` is the reporting coin: every amount of money is in it. */
export const exitColumns = (coin: string): readonly Column<Exit>[] => [
  { id: 'name', header: 'Exit', title: 'What is held, and what trading out of it does', width: 144, sort: name },
  {
    id: 'notional',
    header: 'Value',
    title: `At the mark, or at the price used; ${coin}, as all money here`,
    width: 76,
    align: 'end',
    sort: ({ notional }) => notional.value,
  },
  {
    id: 'share',
    header: 'Of 10, 25, 50 bp',
    title: 'Size over what the book holds so near to mid; by the share within 25 bp',
    width: 130,
    align: 'end',
    sort: ({ depthShare }) => depthShare.find(({ bps }) => bps === 25)?.share.value ?? null,
  },
  {
    id: 'slippage',
    header: 'Slippage',
    title: 'Average price against mid',
    width: 72,
    align: 'end',
    sort: ({ slippageBps }) => slippageBps.value,
  },
  {
    id: 'cost',
    header: 'Cost',
    title: 'Mark to mid, spread, book, beyond it and fee',
    width: 72,
    align: 'end',
    sort: ({ cost }) => cost.value,
  },
  {
    id: 'pnl',
    header: 'P&L closed',
    title: 'Profit so far less all costs',
    width: 84,
    align: 'end',
    sort: ({ exitPnl }) => exitPnl.value,
  },
  {
    id: 'time',
    header: 'Clips, time',
    title: 'Orders it takes and what they wait by the venue’s limits; time at a tenth of the volume',
    width: 84,
    align: 'end',
    sort: ({ participationSeconds }) => participationSeconds.value,
  },
  { id: 'age', header: 'Book', title: 'How old its book is', width: 64, align: 'end', sort: ({ readAt }) => readAt },
]
