import type { Message } from '../domain/message.ts'
import { message } from '../words/message.ts'
import { figure, none, type Figure } from './number/figure.ts'
import { total } from './number/moments.ts'
import type { Aligned } from './series/align.ts'
import { suspectMoves, type ReturnSeries } from './series/return-series.ts'
import type { HistoryFacts, Uncovered } from './statistics-report.ts'

/**
 * An asset with its net exposure in the reporting coin; null when not all of it has a price, 0 for a benchmark that is
 * not held.
 */
export interface Exposed {
  readonly asset: string
  readonly value: number | null
  /** What of it has a price, and so is revalued; null when nothing has. */
  readonly priced: number | null
}

/** Which assets are held in several markets, and whose history shows no move. */
export interface Markets {
  readonly basisUnseen: readonly string[]
  readonly still: ReadonlySet<string>
}

/** A contract with positions that can not be valued, and why: they are in no asset's exposure. */
export interface Unvalued {
  readonly contract: string
  readonly reason: Message
}

/**
 * What the figures rest on. Shares are of gross exposure, assets without a price left out; they are none where nothing
 * is exposed, a position or a part of an asset can not be valued or, for `reason`, not all of what is held is known.
 */
export function historyFacts({
  benchmark,
  series,
  aligned: { days, returns, proxies },
  exposed,
  unvalued,
  markets: { basisUnseen, still },
  reason,
}: {
  readonly benchmark: string
  readonly series: ReadonlyMap<string, ReturnSeries>
  readonly aligned: Aligned
  readonly exposed: readonly Exposed[]
  readonly unvalued: readonly Unvalued[]
  readonly markets: Markets
  readonly reason: Message | null
}): HistoryFacts {
  const proxied = new Set(proxies.map(({ asset }) => asset))
  const gross = grossOf(exposed)
  const partly = exposed.filter(({ value, priced }) => value === null && priced !== null)
  const unknown =
    reason ?? notValued([...partly.map(({ asset }) => asset), ...unvalued.map(({ contract }) => contract)])
  const nothing = exposed.some(({ value }) => value === null)
    ? message('figure.exposedUnpriced')
    : message('figure.nothingExposed')
  const shareOf = (belongs: (asset: string) => boolean): Figure =>
    unknown === null ? figure(grossOf(exposed.filter(({ asset }) => belongs(asset))) / gross, nothing) : none(unknown)
  return {
    benchmark,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    scenarios: days.length,
    gaps: total([...series.values()].map(({ gaps }) => gaps)),
    share: {
      own: shareOf((asset) => returns.has(asset) && !proxied.has(asset)),
      proxied: shareOf((asset) => proxied.has(asset)),
      uncovered: shareOf((asset) => !returns.has(asset)),
    },
    proxies,
    uncovered: [
      ...exposed.flatMap((each) => uncoveredAsset(each, returns.has(each.asset), still.has(each.asset)) ?? []),
      ...unvalued.map(({ contract, reason: why }) => ({ asset: contract, value: null, reason: why })),
    ],
    basisUnseen,
    suspects: [...series].flatMap(([asset, own]) => suspectMoves(own).map((suspect) => ({ asset, ...suspect }))),
  }
}

function uncoveredAsset({ asset, value, priced }: Exposed, hasReturns: boolean, isStill: boolean): Uncovered | null {
  if (value === null && priced === null) return { asset, value, reason: message('figure.noPrice') }
  if (!hasReturns)
    return { asset, value, reason: isStill ? message('figure.historyStill') : message('figure.noHistory') }
  return value === null ? { asset, value, reason: message('figure.partUnpriced') } : null
}

/** That these are not valued; null of none. */
export function notValued(names: readonly string[]): Message | null {
  return names.length === 0 ? null : message('figure.notValued', { names })
}

function grossOf(exposed: readonly Exposed[]): number {
  return total(exposed.map(({ value }) => Math.abs(value ?? 0)))
}
