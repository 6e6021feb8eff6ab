import { heldOf, type Balance } from '#shared/domain/account.ts'
import { decimal, encode, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import { sourceOf } from '#shared/risk/account/prices.ts'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import type { AssetValue, Valuation } from '#shared/risk/report.ts'
import { decodeBalance } from '#shared/domain/decode.ts'
import { formatAmount, formatPrice, NOT_APPLICABLE, formatValue } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import { gapsWords, keptRow } from '../kit/kept-row.ts'

/** A holding, and its value once it is known. */
export interface Holding {
  readonly balance: Encoded<Balance>
  readonly value: Encoded<AssetValue> | undefined
}

/** Spot holdings, most valuable first and unpriced ones last; coins with no balance are left out. */
export function holdingsOf(
  valuation: Encoded<Valuation> | null,
  balances: readonly Encoded<Balance>[],
): readonly Holding[] {
  const values = new Map(valuation?.assets.map((each) => [each.asset, each]))
  return balances
    .filter(({ free, locked }) => Number(free) !== 0 || Number(locked) !== 0 || free === null || locked === null)
    .map((balance) => ({ balance, value: values.get(balance.asset) }))
    .toSorted((a, b) => compareValues(a.value?.value ?? null, b.value?.value ?? null))
}

/** Free and held by open orders together; null: one of them is not known. */
export const totalOf = (balance: Encoded<Balance>): DecimalText | null => encode(heldOf(decodeBalance(balance)))

/** One holding as text. There may be hundreds; only those in sight are made. */
export function balanceRow({ balance, value }: Holding, doubts: readonly PriceFinding[] = []) {
  return {
    asset: balance.asset,
    total: formatAmount(totalOf(balance), { maxPlaces: 8 }),
    /** Held by open orders. */
    locked:
      balance.locked !== null && decimal(balance.locked).isZero()
        ? NOT_APPLICABLE
        : formatAmount(balance.locked, { maxPlaces: 8 }),
    gap: gapsWords(balance.gaps),
    kept: keptRow(balance),
    value: value?.value == null ? null : formatValue(value.value),
    path: value === undefined ? t('overview.path.notValued') : pathText(value),
    doubts: doubts.filter((doubt) => value?.path.some((step) => isPriceOf(doubt, step))),
  }
}

function isPriceOf({ area, instrument }: PriceFinding, step: string): boolean {
  const source = sourceOf(step)
  return source.area === area && source.instrument === instrument
}

/** How a value came about: "1 BTC = 62,410.5 by BTCUSDT". */
function pathText({ asset, quantity, rate, method, path }: Encoded<AssetValue>): string {
  if (method === 'self') return t('overview.path.itself')
  if (method === 'fixed') return t('overview.path.fixed')
  if (quantity === null) return t('overview.path.unread')
  if (rate === null) return t('overview.path.none')
  const made = { asset, rate: formatPrice(rate, { maxPlaces: 8 }), pairs: path.join(' × ') }
  return method.startsWith('two-hop:')
    ? t('overview.path.through', { ...made, coin: method.slice('two-hop:'.length) })
    : t('overview.path.by', made)
}

function compareValues(a: DecimalText | null, b: DecimalText | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return Number(b) - Number(a)
}
