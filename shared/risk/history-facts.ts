import type { Message } from '../domain/message.ts'
import { message } from '../words/message.ts'
import { figure, none, type Figure } from './number/figure.ts'
import { total } from './number/moments.ts'
import type { Aligned } from './series/align.ts'
import { suspectMoves, type ReturnSeries } from './series/return-series.ts'
import type { HistoryFacts } from './statistics-report.ts'

/** An asset with its net exposure in the reporting coin. null: a part is unpriced; 0: a benchmark that is not held. */
export interface Exposed {
  readonly asset: string
  readonly value: number | null
  /** The part of the exposure that has a price and is revalued; null: none has. */
  readonly priced: number | null
}

/** A contract with positions that cannot be valued, and why. These positions are in no exposure. */
export interface Unvalued {
  readonly contract: string
  readonly reason: Message
}

/**
 * What the statistics rest on. Shares are of the gross exposure of priced assets. There is no share if there is no
 * exposure, if a position or a part of an asset cannot be valued, or, for the given `reason`, if not all holdings are
 * known. `still`: assets whose history shows no move.
 */
export function historyFacts({
  benchmark,
  series,
  aligned: { days, returns, proxies },
  exposed,
  unvalued,
  basisUnseen,
  still,
  reason,
}: {
  readonly benchmark: string
  readonly series: ReadonlyMap<string, ReturnSeries>
  readonly aligned: Aligned
  readonly exposed: readonly Exposed[]
  readonly unvalued: readonly Unvalued[]
  readonly basisUnseen: readonly string[]
  readonly still: ReadonlySet<string>
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
      ...exposed.flatMap((each) => {
        const why = uncoveredReason(each, returns.has(each.asset), still.has(each.asset))
        return why === null ? [] : [{ asset: each.asset, value: each.value, reason: why }]
      }),
      ...unvalued.map(({ contract, reason: why }) => ({ asset: contract, value: null, reason: why })),
    ],
    basisUnseen,
    suspects: [...series].flatMap(([asset, own]) => suspectMoves(own).map((suspect) => ({ asset, ...suspect }))),
  }
}

/** Why an asset is not, or only partly, in VaR; null: it is. */
function uncoveredReason({ value, priced }: Exposed, hasReturns: boolean, isStill: boolean): Message | null {
  if (value === null && priced === null) return message('figure.noPrice')
  if (!hasReturns) return message(isStill ? 'figure.historyStill' : 'figure.noHistory')
  return value === null ? message('figure.partUnpriced') : null
}

/** Names what cannot be valued; null if there is nothing. */
export function notValued(names: readonly string[]): Message | null {
  return names.length === 0 ? null : message('figure.notValued', { names })
}

function grossOf(exposed: readonly Exposed[]): number {
  return total(exposed.map(({ value }) => Math.abs(value ?? 0)))
}
