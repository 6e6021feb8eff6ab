/** The fields of an exit as CSV. Money is in the reporting coin; positive costs are paid. */
import type { CsvField } from '../../kit/csv.ts'
import type { Exit } from './exit-cells.ts'

export const EXIT_CSV: readonly CsvField<Exit>[] = [
  { name: 'area', of: ({ area }) => area },
  { name: 'instrument', of: ({ instrument }) => instrument },
  { name: 'side', of: ({ side }) => side },
  { name: 'size', of: ({ size }) => size },
  { name: 'value', of: ({ notional }) => notional.value },
  { name: 'mid_price', of: ({ mid }) => mid },
  { name: 'average_price', of: ({ averagePrice }) => averagePrice },
  { name: 'size_beyond_book', of: ({ unfilled }) => unfilled },
  { name: 'slippage_bps', of: ({ slippageBps }) => slippageBps.value },
  { name: 'spread_cost', of: ({ spreadCost }) => spreadCost.value },
  { name: 'depth_cost', of: ({ depthCost }) => depthCost.value },
  { name: 'impact_cost', of: ({ impactCost }) => impactCost.value },
  { name: 'fee', of: ({ fee }) => fee.value },
  { name: 'cost', of: ({ cost }) => cost.value },
  { name: 'exit_pnl', of: ({ exitPnl }) => exitPnl.value },
  { name: 'seconds_at_a_tenth_of_volume', of: ({ participationSeconds }) => participationSeconds.value },
]
