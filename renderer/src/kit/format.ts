/** The one place where amounts, ratios, ages and times become text on the screen. */
import { computed } from 'vue'
import {
  decimal,
  magnitudeOf,
  parseDecimal,
  roundTo,
  toText,
  type Decimal,
  type DecimalText,
} from '#shared/domain/decimal.ts'
import { roundTowardMark } from '#shared/risk/account/liquidation.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import { HIDDEN } from '#shared/words/say.ts'
import { isHidden, type FigureKind } from './privacy.ts'
import { finer } from './reporting.ts'
import { grouped, t } from './say.ts'
import { timeZone } from './use-look.ts'

/** A real minus: as wide as a plus, and not a hyphen. */
export const MINUS = '\u2212'
/** Zero, not applicable and unknown are three facts: zero is printed as 0, these are the other two. */
export const NOT_APPLICABLE = '—'
export const UNKNOWN = '?'

/** Writes moments in the chosen zone, as Swedes write them; null: that is this computer's. */
const zoneWriter = computed(() => {
  if (timeZone.value === 'local') return null
  return new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: timeZone.value,
  })
})

export interface AmountStyle {
  /** Digits after the point, kept even when zero. */
  readonly places?: number
  /** At most this many digits after the point; zeros at the end are dropped. Without both, every digit is shown. */
  readonly maxPlaces?: number
  /** `always` puts a plus before gains too; zero never has a sign. */
  readonly sign?: 'always' | 'negative'
}

/** "48,210.55", "−1,073.10", "+312.40". Null is not known: "?". Never an exponent, never a float in between. */
export function formatAmount(value: DecimalText | null, style: AmountStyle = {}): string {
  return printed(read(value), style, 'amount')
}

/** A price of the market, an order or a position: still shown where only amounts are hidden. */
export function formatPrice(value: DecimalText | null, style: AmountStyle = {}): string {
  return printed(read(value), style, 'price')
}

/** The same for a computed float64. Null, or no finite number, is not known: "?". */
export function formatNumber(value: number | null, style: AmountStyle = {}, kind: FigureKind = 'amount'): string {
  return printed(value === null || !Number.isFinite(value) ? null : decimal(value), style, kind)
}

/** A number that reveals no amount and no price, and so is never hidden: a correlation, a count, basis points. */
export function formatRatio(value: DecimalText | number | null, style: AmountStyle = {}): string {
  return typeof value === 'number' ? formatNumber(value, style, 'ratio') : printed(read(value), style, 'ratio')
}

/**
 * An amount in the reporting coin: two decimals by default. `places` are meant for US dollars; a coin that is worth more
 * gets more of them.
 */
export function formatValue(
  value: DecimalText | number | null,
  { places = 2, sign }: Omit<AmountStyle, 'maxPlaces'> = {},
): string {
  const style = { places: places + finer.value, ...(sign && { sign }) }
  return typeof value === 'number' ? formatNumber(value, style) : formatAmount(value, style)
}

/** An amount with its coin: "1,200.00 USDT". */
export function formatMoney(value: DecimalText | null, coin: string): string {
  return `${formatAmount(value, { places: placesOf(coin) })} ${coin}`
}

/** Digits of a price of an unknown contract. */
const MOST_PRICE_PLACES = 8

/**
 * A liquidation price with the digits of its contract, rounded toward the mark: it never looks further away than it is.
 * "none" is a fact, not a blank: no price in reach liquidates the position.
 */
export function formatLiquidation(
  price: DecimalText | null,
  mark: DecimalText | null,
  places: number | undefined,
): string {
  if (price === null) return t('kit.none')
  // The careful way to round depends on the mark; without one every digit is shown.
  if (mark === null) return formatPrice(price)
  const shown = toText(roundTowardMark(decimal(price), decimal(mark), places ?? MOST_PRICE_PLACES))
  return formatPrice(shown, places === undefined ? {} : { places })
}

const SCALES = [
  { from: decimal('1e12'), suffix: 'T' },
  { from: decimal('1e9'), suffix: 'B' },
  { from: decimal('1e6'), suffix: 'M' },
  { from: decimal('1e3'), suffix: 'k' },
] as const

/** Three or four significant digits: "+13.5k", "97.5k", "1.20M", "812". For glances; hover shows every digit. */
export function formatCompact(value: DecimalText | null, style: Pick<AmountStyle, 'sign'> = {}): string {
  const amount = read(value)
  if (amount === null) return UNKNOWN
  if (isHidden('amount')) return HIDDEN
  const scale = SCALES.find(({ from }) => amount.abs().gte(from))
  if (!scale) return printAmount(amount, { ...style, places: compactPlaces(amount.abs()) })
  const scaled = amount.div(scale.from)
  return (
    printAmount(scaled, { ...style, places: scaled.abs().gte(100) ? 0 : scaled.abs().gte(10) ? 1 : 2 }) + scale.suffix
  )
}

function compactPlaces(size: Decimal): number {
  if (size.gte(100) || size.isZero()) return 0
  return size.gte('0.1') ? 2 : Math.min(8, 2 - magnitudeOf(size))
}

/** A fraction as per cent: 0.0667 is "6.7 %". Null is not known: "?". */
export function formatPercent(
  ratio: number | null,
  { places = 1, sign = 'negative' }: Omit<AmountStyle, 'maxPlaces'> = {},
): string {
  if (ratio === null || !Number.isFinite(ratio)) return UNKNOWN
  return `${printAmount(decimal(ratio).times(100), { places, sign })}\u202f%`
}

/** The same for a fraction that came as exact text. */
export function formatPercentText(ratio: DecimalText | null, style: Omit<AmountStyle, 'maxPlaces'> = {}): string {
  const amount = read(ratio)
  return formatPercent(amount === null ? null : amount.toNumber(), style)
}

/** "2.31×". Null is not known: "?". */
export function formatTimes(ratio: number | null): string {
  if (ratio === null || !Number.isFinite(ratio)) return UNKNOWN
  return `${printAmount(decimal(ratio), { places: 2 })}×`
}

/** -1, 0 or 1, for the colour of a figure; null is 0. Zero has no colour. */
function signOf(value: DecimalText | number | null): -1 | 0 | 1 {
  const amount = typeof value === 'number' ? decimal(value) : read(value)
  if (amount === null || amount.isZero()) return 0
  return amount.isNegative() ? -1 : 1
}

/** "up", "down" or nothing: the class of a figure whose sign means gain or loss. */
export function tone(value: DecimalText | number | null): 'up' | 'down' | '' {
  return { '-1': 'down', '0': '', '1': 'up' }[signOf(value)] as 'up' | 'down' | ''
}

/** How long ago, rounded up so that nothing looks younger than it is: "0.8 s", "12 s", "3 min 04 s", "2 h 05 min". */
export function formatAge(ms: number): string {
  const tenths = Math.ceil(ms / 100)
  if (tenths < 100) return t('kit.seconds', { seconds: grouped((tenths / 10).toFixed(1)) })
  return formatDuration(ms)
}

/** Rounded up in the smaller unit shown: "12 s", "3 min 04 s", "2 h 05 min", "3 d 04 h". */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return t('kit.seconds', { seconds })
  if (seconds < 3600) return t('kit.minutes', { minutes: Math.floor(seconds / 60), seconds: pad(seconds % 60) })
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 24 * 60) return t('kit.hours', { hours: Math.floor(minutes / 60), minutes: pad(minutes % 60) })
  const hours = Math.ceil(ms / 3_600_000)
  return t('kit.days', { days: Math.floor(hours / 24), hours: pad(hours % 24) })
}

/** Whole minutes, rounded up: "15 min". */
export function formatMinutes(ms: number): string {
  return t('kit.wholeMinutes', { minutes: Math.ceil(ms / 60_000) })
}

/** Signed milliseconds: "+12 ms". */
export function formatOffset(ms: number): string {
  return t('kit.ms', { ms: printAmount(decimal(Math.round(ms)), { sign: 'always' }) })
}

/** "14:03:11", in the chosen zone; UTC, if asked for, is marked: "12:03:11 UTC". */
export function formatTime(wallMs: number, zone?: 'utc'): string {
  return zone === 'utc' ? `${new Date(wallMs).toISOString().slice(11, 19)} UTC` : formatMoment(wallMs).slice(11)
}

/** "2026-11-20", in the chosen zone. */
export function formatDay(wallMs: number): string {
  return formatMoment(wallMs).slice(0, 10)
}

/** "2026-11-20 14:03:11", in the chosen zone: for times that may be days ago. */
export function formatMoment(wallMs: number): string {
  if (zoneWriter.value !== null) return zoneWriter.value.format(wallMs)
  // Read from each date, so that this computer may change its zone meanwhile.
  const at = new Date(wallMs)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(pad).join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`
}

/** What times and days are in: the words beside them. */
export function zoneName(zone = timeZone.value): string {
  return zone === 'local' || zone === 'utc' ? t(`kit.zone.${zone}`) : zone.replaceAll('_', ' ')
}

function read(value: DecimalText | null): Decimal | null {
  return value === null ? null : parseDecimal(value)
}

function printed(amount: Decimal | null, style: AmountStyle, kind: FigureKind): string {
  if (amount === null) return UNKNOWN
  return isHidden(kind) ? HIDDEN : printAmount(amount, style)
}

function printAmount(amount: Decimal, { places, maxPlaces, sign = 'negative' }: AmountStyle): string {
  const rounded = roundTo(amount, places ?? maxPlaces ?? 40, 'half-even')
  const digits = places === undefined ? rounded.abs().toFixed() : rounded.abs().toFixed(places)
  return signMark(rounded, sign) + grouped(digits)
}

function signMark(amount: Decimal, sign: 'always' | 'negative'): string {
  if (amount.isZero()) return ''
  if (amount.isNegative()) return MINUS
  return sign === 'always' ? '+' : ''
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
