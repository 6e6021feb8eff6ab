/** The fields of a position as CSV. Amounts are in the margin coin unless their name says otherwise; rates are fractions. */
import { toText } from '#shared/domain/decimal.ts'
import type { CsvField } from '../kit/csv.ts'
import { coverOfRow, pnlAtLast, sizeOf, type PositionRow } from './position-rows.ts'

function sizeText(row: PositionRow): string | null {
  const size = sizeOf(row)
  return size && toText(size)
}

export const POSITION_CSV: readonly CsvField<PositionRow>[] = [
  { name: 'contract', of: ({ position }) => position.contract },
  { name: 'side', of: ({ position }) => position.side },
  { name: 'margin_mode', of: ({ position }) => position.marginMode },
  { name: 'margin_coin', of: ({ position }) => position.marginCoin },
  { name: 'leverage', of: ({ position }) => position.leverage },
  { name: 'contracts', of: ({ position }) => position.volume },
  { name: 'contracts_in_closing_orders', of: ({ position }) => position.pendingCloseVolume },
  { name: 'size', of: sizeText },
  { name: 'size_coin', of: ({ contract }) => contract?.multiplierCoin },
  { name: 'entry_price', of: ({ position }) => position.openPrice },
  { name: 'mark_price', of: ({ position }) => position.markPrice },
  { name: 'break_even_price', of: ({ risk }) => risk?.breakEven },
  { name: 'liquidation_price', of: ({ risk }) => risk?.liquidation?.headline },
  { name: 'liquidation_price_of_venue', of: ({ position }) => position.venueLiquidationPrice },
  { name: 'distance_to_liquidation', of: ({ risk }) => risk?.liquidation?.distance },
  { name: 'margin', of: ({ position }) => position.margin },
  { name: 'margin_rate', of: ({ risk }) => risk?.marginRate },
  { name: 'unrealised_pnl_since_opening', of: ({ risk }) => risk?.openPnl },
  { name: 'total_pnl', of: ({ risk }) => risk?.totalPnl },
  { name: 'last_price', of: ({ quote }) => quote?.last },
  { name: 'total_pnl_at_last_price', of: pnlAtLast },
  { name: 'return_on_margin', of: ({ risk }) => risk?.returnOnMargin },
  { name: 'return_on_value', of: ({ risk }) => risk?.returnOnValue },
  { name: 'trading_fees', of: ({ position }) => position.tradingFees },
  { name: 'funding_fees', of: ({ position }) => position.fundingFees },
  { name: 'value', of: ({ risk }) => risk?.value },
  { name: 'value_in_reporting_coin', of: ({ risk }) => risk?.notional },
  { name: 'exit_pnl_in_reporting_coin', of: ({ exit }) => exit?.exitPnl.value },
  { name: 'cover', of: (row) => coverOfRow(row).share },
]
