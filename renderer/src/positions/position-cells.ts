/** The text of each cell of the positions table. Words and figures only; the view decides row and place. */
import { toText, type DecimalText } from '#shared/domain/decimal.ts'
import {
  type AmountStyle,
  formatAmount,
  formatLiquidation,
  formatPercent,
  formatPrice,
  formatRatio,
  NOT_APPLICABLE,
  tone,
  UNKNOWN,
  formatValue,
} from '../kit/format.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import { gapsWords } from '../kit/kept-row.ts'
import { returnBasis, pnlBasis } from '../kit/use-look.ts'
import { say, t } from '../kit/say.ts'
import { figureWords, type FigureWords } from '../risk/figure-words.ts'
import { distanceSeverity, type Severity } from '#shared/risk/severity.ts'
import { openPnl, pnlAtLast, returnOf, sizeOf, type PositionRow } from './position-rows.ts'

/** The fields of the position behind a cell. */
const RESTS_ON = {
  leverage: ['leverage'],
  mark: ['markPrice'],
  entry: ['openPrice'],
  pnl: ['openPrice'],
  total: ['openPrice', 'averagePrice', 'closedPnl', 'tradingFees', 'fundingFees'],
  roe: ['openPrice', 'leverage'],
  roi: ['openPrice'],
  notional: ['averagePrice', 'marginCoin'],
  margin: ['margin'],
  pending: ['pendingCloseVolume'],
  unrealized: ['averagePrice'],
  fees: ['tradingFees'],
  funding: ['fundingFees'],
  closed: ['closedPnl'],
  breakEven: ['openPrice', 'tradingFees', 'fundingFees', 'maxFeeRate'],
  maintenance: ['maintenanceRate'],
  venueLiquidation: ['venueLiquidationPrice'],
} as const

/** Why a cell is not known, if that is for a field of the position that could not be read; null otherwise. */
export const gapOf = ({ position }: PositionRow, cell: keyof typeof RESTS_ON): string | null =>
  gapsWords(position.gaps, RESTS_ON[cell])

/** Why a size in coins is not known. */
export const sizeGap = ({ contract }: PositionRow): string | null =>
  contract === null || contract.kind === 'unlisted'
    ? t('positions.sizeUnknown')
    : gapsWords(contract.gaps, ['multiplier', 'multiplierCoin'])

/** Why a margin rate is not known. */
export const rateGap = ({ risk }: PositionRow): string | null =>
  risk !== null && risk.marginRate === null && risk.reason !== null ? say(risk.reason) : null

export const leverage = ({ position }: PositionRow): string => `${formatRatio(position.leverage)}×`

/** In the coin of the contract's face value: base coins (linear) or quote coins (inverse). */
export const size = (row: PositionRow): string => sizeText(row, { maxPlaces: 4 })

export const sizeInFull = (row: PositionRow): string => sizeText(row, {})

function sizeText(row: PositionRow, style: AmountStyle): string {
  const size = sizeOf(row)
  return size && row.contract ? `${formatAmount(toText(size), style)} ${row.contract.multiplierCoin}` : UNKNOWN
}

export const contracts = ({ position }: PositionRow): string =>
  t('kit.volume', { volume: formatAmount(position.volume) })

export const mark = (row: PositionRow): string => price(row, row.position.markPrice)

export const entry = (row: PositionRow): string => price(row, row.position.openPrice)

/** The unrealised profit at the chosen price. */
export const pnl = (row: PositionRow): string => gained(openPnl(row, pnlBasis.value), row)

export const pnlTone = (row: PositionRow): string => tone(openPnl(row, pnlBasis.value))

/** The P&L as a percentage of margin or of value at entry: "ROE +5.3 %". */
export const gain = (row: PositionRow): string =>
  t(`positions.${returnBasis.value}`, {
    share: formatPercent(returnOf(row, openPnl(row, pnlBasis.value), returnBasis.value), { sign: 'always' }),
  })

export const total = (row: PositionRow): string => gained(row.risk?.totalPnl ?? null, row)

export const totalInFull = ({ risk, position }: PositionRow): string =>
  `${formatAmount(risk?.totalPnl ?? null, { sign: 'always' })} ${position.marginCoin}`

export const totalTone = ({ risk }: PositionRow): string => tone(risk?.totalPnl ?? null)

export const roe = ({ risk }: PositionRow): string => formatPercent(risk?.returnOnMargin ?? null, { sign: 'always' })

export const roi = ({ risk }: PositionRow): string => formatPercent(risk?.returnOnValue ?? null, { sign: 'always' })

export const lastPnl = (row: PositionRow): string => gained(pnlAtLast(row), row)

export const lastPrice = (row: PositionRow): string => price(row, row.quote?.last ?? null)

export const last = (row: PositionRow): string => t('positions.last', { price: lastPrice(row) })

export const marginRate = ({ risk }: PositionRow): string => formatPercent(risk?.marginRate ?? null, { places: 2 })

export const requiredRate = ({ unit }: PositionRow): string => formatPercent(unit?.requiredRate ?? null, { places: 2 })

/** One of the liquidation prices; the headline is the nearer of ours and the venue's. */
export function liquidation({ position, risk, pricePlaces }: PositionRow, whose: 'headline' | 'own' | 'venue'): string {
  const view = risk?.liquidation
  return view ? formatLiquidation(view[whose], position.markPrice, pricePlaces) : UNKNOWN
}

/** A price with the decimal places of its contract; every digit when the contract is not known. */
function price({ pricePlaces }: PositionRow, value: DecimalText | null): string {
  return formatPrice(value, pricePlaces === undefined ? { maxPlaces: 8 } : { places: pricePlaces })
}

export function distance({ risk }: PositionRow): string {
  const view = risk?.liquidation
  if (!view) return UNKNOWN
  return view.distance === null ? NOT_APPLICABLE : formatPercent(view.distance, { sign: 'always' })
}

export const distanceTone = ({ risk }: PositionRow): Severity => distanceSeverity(risk?.liquidation?.distance ?? null)

export const notional = ({ risk }: PositionRow): string => formatValue(risk?.notional ?? null, { places: 0 })

export const margin = ({ position }: PositionRow): string =>
  `${formatAmount(position.margin, { places: Math.min(4, placesOf(position.marginCoin)) })}${coinSuffix(position.marginCoin)}`

export const breakEven = (row: PositionRow): string => price(row, row.risk?.breakEven ?? null)

export const funding = (row: PositionRow): string => gained(row.position.fundingFees, row)

export const fundingTone = ({ position }: PositionRow): string => tone(position.fundingFees)

/** The exit P&L in the reporting coin, to the cent; if it is not known, the reason. */
export const exitPnl = ({ exit }: PositionRow): FigureWords =>
  exit === null
    ? { text: UNKNOWN, title: t('positions.exitUnknown') }
    : figureWords(exit.exitPnl, { places: 2, sign: 'always' })

/** An amount gained or paid, in the margin coin. */
function gained(amount: DecimalText | null, { position: { marginCoin } }: PositionRow): string {
  return `${formatAmount(amount, { places: placesOf(marginCoin), sign: 'always' })}${coinSuffix(marginCoin)}`
}

/** Amounts of most rows are in dollars, as the header says; any other coin is named. */
const coinSuffix = (coin: string): string => (coin.startsWith('USD') ? '' : ` ${coin}`)
