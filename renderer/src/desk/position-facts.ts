/** The facts of a position that a trader needs while deciding on it. */
import { wrongWay } from '#shared/desk/book-price.ts'
import { CLOSING_SIDE, type Position } from '#shared/domain/account.ts'
import { decimal, toText, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import { roundTowardMark } from '#shared/risk/account/liquidation.ts'
import type { PositionRisk } from '#shared/risk/report.ts'
import { formatAmount, formatLiquidation, formatPrice, UNKNOWN } from '../kit/format.ts'
import { keptRow } from '../kit/kept-row.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import { t } from '../kit/say.ts'
import { contractsIn } from '../app/contracts.ts'
import { isPercent } from '#shared/words/amount-text.ts'
import { MOST_PERCENT } from './draft.ts'
import { positionsReading } from '#shared/snapshot/figure-age.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/** Decimal places of a price when the contract is not known. */
const MOST_PLACES = 8

const GONE = {
  reading: null,
  held: UNKNOWN,
  mark: UNKNOWN,
  breakEven: UNKNOWN,
  quoteAsset: '',
  awayFromMark: () => UNKNOWN,
  line: [],
}

export type PositionFacts = ReturnType<typeof positionFactsOf>

export function positionFactsOf(key: string, parts: Partial<Parts>) {
  const position = parts.positions?.data?.find((each) => each.key === key)
  if (!position) return GONE
  const risk = parts.risk?.data?.positions.find((each) => each.key === key) ?? null
  const contract = contractsIn(parts.instruments?.data ?? []).get(position.contract)
  const places = contract?.pricePrecision ?? undefined
  const price = (value: DecimalText | null): string =>
    formatPrice(value, places === undefined ? { maxPlaces: MOST_PLACES } : { places })
  const volume = formatAmount(position.volume)
  return {
    // A kept position is as old as the last read that had it.
    reading: keptRow(position)?.reading ?? positionsReading(parts),
    held: t('kit.volume', { volume }),
    mark: price(position.markPrice),
    breakEven: price(risk?.breakEven ?? null),
    quoteAsset: contract?.quoteAsset ?? '',
    /** The price that lies the typed percentage from the mark, on the worse side for a close, rounded toward the mark. */
    awayFromMark: (percent: string) => price(awayFromMark(position, percent, places)),
    /** The position on one line. */
    line: [
      { name: t('desk.fact.held'), text: t(`desk.held.${position.side}`, { volume }) },
      { name: t('desk.fact.entry'), text: price(position.openPrice) },
      { name: t('risk.price.mark'), text: price(position.markPrice) },
      { name: t('desk.fact.liquidation'), text: liquidationText(position, risk, places) },
      { name: t('kit.pnl'), text: pnlText(position, risk) },
    ],
  }
}

function awayFromMark(
  { side, markPrice }: Encoded<Position>,
  percent: string,
  places = MOST_PLACES,
): DecimalText | null {
  if (markPrice === null || !isPercent(percent, MOST_PERCENT.capped)) return null
  const mark = decimal(markPrice)
  const bound = wrongWay(CLOSING_SIDE[side], mark, decimal(percent))
  return toText(roundTowardMark(bound, mark, places))
}

function liquidationText(
  { markPrice }: Encoded<Position>,
  risk: Encoded<PositionRisk> | null,
  places: number | undefined,
): string {
  return risk?.liquidation ? formatLiquidation(risk.liquidation.headline, markPrice, places) : UNKNOWN
}

function pnlText({ marginCoin }: Encoded<Position>, risk: Encoded<PositionRisk> | null): string {
  return `${formatAmount(risk?.totalPnl ?? null, { places: placesOf(marginCoin), sign: 'always' })} ${marginCoin}`
}
