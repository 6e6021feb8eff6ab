/** The inputs of the figures of one exit. */
import { t } from '../../kit/say.ts'
import type { DecimalText } from '#shared/domain/decimal.ts'
import { contractsIn } from '../../app/contracts.ts'
import {
  formatAmount,
  formatPercent,
  formatPercentText,
  formatPrice,
  formatRatio,
  NOT_APPLICABLE,
  UNKNOWN,
  formatValue,
} from '../../kit/format.ts'
import type { AgeView, Reading } from '#shared/snapshot/freshness.ts'
import { figureReading } from '#shared/snapshot/figure-age.ts'
import type { HowInput } from '../how/methods.ts'
import { name, type Exit } from './exit-cells.ts'
import { depthLeft } from './stressed.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/** The source of a fee rate. */
const FEE_BASIS = {
  contract: { own: 'liquidity.fee.own', listed: 'liquidity.fee.listed', most: 'liquidity.fee.most' },
  spot: { own: 'liquidity.fee.own', listed: 'liquidity.fee.listed', most: 'liquidity.fee.assumed' },
} as const

/** The ages of all inputs tick with `ageOf`. */
export function exitInputs(
  exit: Exit,
  parts: Partial<Parts>,
  ageOf: (reading: Reading | null | undefined) => AgeView,
  isStressed = false,
): readonly HowInput[] {
  const isSpot = exit.area === 'spot'
  const contract = contractsIn(parts.instruments?.data ?? []).get(exit.instrument)
  const asset = isSpot ? name(exit) : (contract?.baseAsset ?? '')
  const volatility = parts.statistics?.data?.assets.find((each) => each.asset === asset)?.dailyVolatility ?? null
  const bookAge = ageOf({ readAt: exit.readAt, expectEveryMs: null }).ageMs
  const heldAge = ageOf(isSpot ? parts.balances : parts.positions).ageMs
  const valuedAge = ageOf(figureReading(parts, isSpot ? 'spot' : 'contract')).ageMs
  const price = (value: DecimalText | null): string => formatPrice(value, { maxPlaces: 8 })
  return [
    {
      label: t(isSpot ? 'liquidity.input.held' : 'liquidity.input.contracts'),
      text: formatAmount(exit.size),
      ageMs: heldAge,
    },
    { label: t('liquidity.column.notional'), text: formatValue(exit.notional.value), ageMs: valuedAge },
    { label: t('liquidity.input.book', { instrument: exit.instrument }), text: price(exit.mid), ageMs: bookAge },
    { label: t('liquidity.input.average'), text: price(exit.averagePrice), ageMs: bookAge },
    { label: t('liquidity.input.worst', { count: exit.levelsUsed }), text: price(exit.worstPrice), ageMs: bookAge },
    { label: t('liquidity.part.impactCost'), text: formatAmount(exit.unfilled, { maxPlaces: 8 }), ageMs: bookAge },
    {
      label: t('how.ewmaVolatility.title'),
      text: formatPercent(volatility?.value ?? null),
      ageMs: ageOf(parts.statistics).ageMs,
    },
    ...(isStressed ? stressInputs(exit) : []),
    {
      label: t(exit.feeRate === null ? 'liquidity.fee.unknown' : FEE_BASIS[exit.area][exit.feeRate.basis]),
      text: formatPercentText(exit.feeRate?.rate ?? null, { places: 3 }),
      ageMs: exit.feeRate?.basis === 'most' && !isSpot ? heldAge : null,
    },
    ...(isSpot
      ? []
      : [
          {
            label: t('liquidity.input.largest'),
            text: contract ? formatAmount(contract.maxMarketVolume) : UNKNOWN,
            ageMs: ageOf(parts.instruments).ageMs,
          },
          { label: t('liquidity.input.pnlSoFar'), text: pnlSoFar(exit.key, parts), ageMs: valuedAge },
        ]),
  ]
}

function stressInputs({ stressed: { volatilityFactor, isFactorAssumed } }: Exit): readonly HowInput[] {
  return [
    {
      label: t(isFactorAssumed ? 'liquidity.input.factorAssumed' : 'liquidity.input.factor'),
      text: formatRatio(volatilityFactor, { places: 2 }),
      ageMs: null,
    },
    depthLeft(),
  ]
}

/** Profit at the mark, before the cost of closing. */
export function pnlSoFar(key: string, parts: Partial<Parts>): string {
  const risk = parts.risk?.data?.positions.find((each) => each.key === key)
  return risk === undefined ? NOT_APPLICABLE : formatValue(risk.totalPnlValue, { sign: 'always' })
}
