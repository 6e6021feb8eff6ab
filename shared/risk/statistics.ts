import type { Message } from '../domain/message.ts'
import { message } from '../words/message.ts'
import { BAR_MS, type Bar, type BarInterval } from '../domain/bar.ts'
import { sum, toFloat } from '../domain/decimal.ts'
import { modelAccount, type AccountModel } from './account/account-model.ts'
import { exposureOf } from './account/exposure.ts'
import { isHeld } from './account/position-model.ts'
import { historyFacts, notValued, type Exposed, type Unvalued } from './history-facts.ts'
import { unreadReason, type RiskInputs } from './inputs.ts'
import { alignReturns, type Aligned } from './series/align.ts'
import { assetStatistics } from './series/asset-statistics.ts'
import { correlationOf } from './series/correlation.ts'
import { NO_RETURNS, returnsOf, type ReturnSeries } from './series/return-series.ts'
import type { AssetStatistics, StatisticsReport, VarReport } from './statistics-report.ts'
import { shockAccount, yardstickOf } from './shock/shock-account.ts'
import { varReport } from './var/var-report.ts'
import { pnlOf } from './var/revaluation.ts'

/** The price history of an asset. */
export interface PriceHistory {
  /** Its instrument ("spot:BTCUSDT"); null: none. */
  readonly source: string | null
  /** Closed candles, oldest first. */
  readonly bars: (interval: BarInterval) => readonly Bar[]
}

export interface StatisticsInputs {
  readonly risk: RiskInputs
  readonly seriesOf: (asset: string) => PriceHistory
  /** The asset that betas are to, and whose days are the scenarios. */
  readonly benchmark: string
  /** The venue's clock now, ms, for the age of candles; null: not known. */
  readonly venueTime: number | null
}

/** Every figure that rests on price history. Pure and total: a figure that cannot be computed says why. */
export function statisticsOf(inputs: StatisticsInputs): StatisticsReport {
  const { risk, benchmark } = inputs
  const model = modelAccount(risk)
  const exposed = exposedBy(model)
  const unvalued = unvaluedIn(model)
  const yardstick = yardstickOf(model)
  const assets = withReferences(exposed, yardstick === null ? [benchmark] : [benchmark, yardstick])
  const series = new Map(
    assets.map(({ asset }) => [asset, returnsOf(inputs.seriesOf(asset).bars('1day'), BAR_MS['1day'])]),
  )
  const still = stillOf(series)
  const aligned = alignReturns(
    new Map([...series].map(([asset, own]) => [asset, still.has(asset) ? NO_RETURNS : own])),
    benchmark,
  )
  const unread = unreadReason(risk)
  const reason = unread ?? reasonAgainst(exposed, unvalued, aligned, yardstick)
  return {
    reportingCoin: risk.reportingCoin,
    history: historyFacts({
      benchmark,
      series,
      aligned,
      exposed,
      unvalued,
      still,
      reason: unread,
      basisUnseen: basisUnseenIn(model, exposed),
    }),
    assets: assetsOf(inputs, assets, series),
    correlation: correlationOf(
      series,
      assets.map(({ asset }) => asset),
    ),
    var: lossesOf(model, exposed, aligned, reason),
  }
}

/** If a history has at least this many days and no move, the market stood still or was not recorded. */
const STILL_DAYS = 5

/** The assets whose price never moved: their history says nothing about losses. */
function stillOf(series: ReadonlyMap<string, ReturnSeries>): ReadonlySet<string> {
  const isStill = ({ values }: ReturnSeries): boolean =>
    values.length >= STILL_DAYS && values.every((value) => value === 0)
  return new Set([...series].flatMap(([asset, own]) => (isStill(own) ? [asset] : [])))
}

/** The exposed assets that are held in more than one market: see `HistoryFacts`. */
function basisUnseenIn({ positions, spot, accounts }: AccountModel, exposed: readonly Exposed[]): readonly string[] {
  const marketsOf = Map.groupBy(
    [
      ...spot.assets.map(({ asset }) => ({ asset, market: 'held' })),
      ...accounts.flatMap(({ reported: { marginCoin: asset }, equity }) =>
        equity?.isZero() === true ? [] : [{ asset, market: 'held' }],
      ),
      ...positions.flatMap(({ priced }) =>
        priced ? [{ asset: priced.contract.baseAsset, market: priced.contract.name }] : [],
      ),
    ],
    ({ asset }) => asset,
  )
  const isSeveral = (asset: string): boolean => new Set(marketsOf.get(asset)?.map(({ market }) => market)).size > 1
  return exposed.flatMap(({ asset }) => (isSeveral(asset) ? [asset] : []))
}

/** Every exposed asset, the largest first. */
function exposedBy({ cashAssets, spot, accounts, positions, equity, pricing }: AccountModel): Exposed[] {
  const { assets } = exposureOf(cashAssets, spot, accounts, positions, equity, pricing)
  return assets.map(({ asset, value, holdingValue, contractValue }) => {
    const parts = value
      ? [value]
      : [holdingValue, contractValue].flatMap((part) => (part && !part.isZero() ? [part] : []))
    return { asset, value: value && toFloat(value), priced: parts.length === 0 ? null : toFloat(sum(parts)) }
  })
}

/** Contracts with positions that VaR leaves out: without a price, or without a known margin account. */
function unvaluedIn({ positions, accounts }: AccountModel): Unvalued[] {
  const coins = new Set(accounts.map(({ reported }) => reported.marginCoin))
  const reasons = new Map<string, Message>()
  for (const { position, priced, reason } of positions.filter(isHeld)) {
    if (!priced) reasons.set(position.contract, reason ?? message('figure.noPrice'))
    else if (!coins.has(position.marginCoin))
      reasons.set(position.contract, message('figure.noMarginAccount', { coin: position.marginCoin }))
  }
  return [...reasons].map(([contract, reason]) => ({ contract, reason }))
}

/** Adds the assets that others are measured against, held or not. */
function withReferences(exposed: readonly Exposed[], references: readonly string[]): readonly Exposed[] {
  const held = new Set(exposed.map(({ asset }) => asset))
  const others = [...new Set(references)].filter((asset) => !held.has(asset))
  return [...exposed, ...others.map((asset) => ({ asset, value: 0, priced: 0 }))]
}

function assetsOf(
  { seriesOf, risk, benchmark, venueTime }: StatisticsInputs,
  assets: readonly Exposed[],
  series: ReadonlyMap<string, ReturnSeries>,
): AssetStatistics[] {
  const cash = new Set(risk.cashAssets)
  const reference = series.get(benchmark) ?? null
  return assets.map(({ asset, value }) => {
    const { source, bars } = seriesOf(asset)
    const daily = series.get(asset) ?? NO_RETURNS
    const isCash = cash.has(asset)
    return assetStatistics({ asset, source, value, bars, daily, benchmark: reference, isCash, venueTime })
  })
}

/** VaR of the account as it is now, revalued in full under every day with returns. */
function lossesOf(
  model: AccountModel,
  exposed: readonly Exposed[],
  { days, returns }: Aligned,
  reason: Message | null,
): VarReport {
  const isKnown = reason === null
  const account = shockAccount(model)
  const { notModelled: names } = account
  return varReport({
    days: isKnown ? days : [],
    ...pnlOf(account, returns, isKnown ? days.length : 0),
    liquidationUnknown: names.length > 0 ? message('figure.liquidationUnknown', { names }) : null,
    values: new Map(exposed.map(({ asset, priced }) => [asset, priced])),
    otherwise: reason ?? message('figure.noHistory'),
  })
}

/** Why there is no VaR; null: there is. An asset without price or history must not look as if it could not lose. */
function reasonAgainst(
  exposed: readonly Exposed[],
  unvalued: readonly Unvalued[],
  { days, returns }: Aligned,
  yardstick: string | null,
): Message | null {
  // Totals are in the yardstick coin. If its moves are unknown, totals would look as if nothing moved.
  if (yardstick !== null && !returns.has(yardstick)) return message('figure.noHistoryOfCoin', { coin: yardstick })
  if (exposed.length === 0) {
    return notValued(unvalued.map(({ contract }) => contract)) ?? message('figure.nothingMoves')
  }
  const isCovered = exposed.some(({ asset, priced }) => priced !== null && returns.has(asset))
  return days.length === 0 || !isCovered ? message('figure.noHistoryOfHeld') : null
}
