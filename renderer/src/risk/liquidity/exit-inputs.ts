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
import { input, type HowInput } from '../how/methods.ts'
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
    input(t(isSpot ? 'liquidity.input.held' : 'liquidity.input.contracts'), formatAmount(exit.size), heldAge),
    input(t('liquidity.column.notional'), formatValue(exit.notional.value), valuedAge),
    input(t('liquidity.input.book', { instrument: exit.instrument }), price(exit.mid), bookAge),
    input(t('liquidity.input.average'), price(exit.averagePrice), bookAge),
    input(t('liquidity.input.worst', { count: exit.levelsUsed }), price(exit.worstPrice), bookAge),
    input(t('how.impactCost.title'), formatAmount(exit.unfilled, { maxPlaces: 8 }), bookAge),
    input(t('how.ewmaVolatility.title'), formatPercent(volatility?.value ?? null), ageOf(parts.statistics).ageMs),
    ...(isStressed ? stressInputs(exit) : []),
    input(
      t(exit.feeRate === null ? 'liquidity.fee.unknown' : FEE_BASIS[exit.area][exit.feeRate.basis]),
      formatPercentText(exit.feeRate?.rate ?? null, { places: 3 }),
      exit.feeRate?.basis === 'most' && !isSpot ? heldAge : null,
    ),
    ...(isSpot
      ? []
      : [
          input(
            t('liquidity.input.largest'),
            contract ? formatAmount(contract.maxMarketVolume) : UNKNOWN,
            ageOf(parts.instruments).ageMs,
          ),
          input(t('liquidity.input.pnlSoFar'), pnlSoFar(exit.key, parts), valuedAge),
        ]),
  ]
}

function stressInputs({ stressed: { volatilityFactor, isFactorAssumed } }: Exit): readonly HowInput[] {
  return [
    input(
      t(isFactorAssumed ? 'liquidity.input.factorAssumed' : 'liquidity.input.factor'),
      formatRatio(volatilityFactor, { places: 2 }),
    ),
    depthLeft(),
  ]
}

/** Profit at the mark, before the cost of closing. */
export function pnlSoFar(key: string, parts: Partial<Parts>): string {
  const risk = parts.risk?.data?.positions.find((each) => each.key === key)
  return risk === undefined ? NOT_APPLICABLE : formatValue(risk.totalPnlValue, { sign: 'always' })
}
