import { decimal, toText, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { Balance } from '#shared/domain/account.ts'
import type { AssetValue, Valuation } from '#shared/risk/report.ts'
import { formatAmount, NOT_APPLICABLE } from '../../format.ts'

export interface BalanceRow {
  readonly asset: string
  readonly total: string
  /** Held by open orders; a dash for none. */
  readonly locked: string
  /** In the reporting coin; null when there is no price. */
  readonly value: string | null
  /** Which prices made the value, for the hover. */
  readonly path: string
}

/** Spot holdings, most valuable first; what has no price is last and says so. Coins of which nothing is held are left out. */
export function balanceRows(
  valuation: Encoded<Valuation> | null,
  balances: readonly Encoded<Balance>[],
): readonly BalanceRow[] {
  const values = new Map(valuation?.assets.map((each) => [each.asset, each]))
  return balances
    .filter((balance) => !decimal(totalOf(balance)).isZero())
    .map((balance) => ({ balance, value: values.get(balance.asset) }))
    .toSorted((a, b) => compareValues(a.value?.value ?? null, b.value?.value ?? null))
    .map(({ balance, value }) => ({
      asset: balance.asset,
      total: formatAmount(totalOf(balance), { maxPlaces: 8 }),
      locked: decimal(balance.locked).isZero() ? NOT_APPLICABLE : formatAmount(balance.locked, { maxPlaces: 8 }),
      value: value?.value == null ? null : formatAmount(value.value, { places: 2 }),
      path: value === undefined ? 'not valued yet' : pathText(value),
    }))
}

/** How a value came about: "1 BTC = 62,410.5 by BTCUSDT". */
function pathText({ asset, rate, method, path }: Encoded<AssetValue>): string {
  if (method === 'self') return 'the reporting coin itself'
  if (rate === null) return 'no pair leads to the reporting coin: left out of equity'
  const through = method.startsWith('two-hop:') ? ` through ${method.slice('two-hop:'.length)}` : ''
  return `1 ${asset} = ${formatAmount(rate, { maxPlaces: 8 })} by ${path.join(' × ')}${through}`
}

function totalOf({ free, locked }: Encoded<Balance>): DecimalText {
  return toText(decimal(free).plus(locked))
}

function compareValues(a: DecimalText | null, b: DecimalText | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return decimal(b).comparedTo(decimal(a))
}
