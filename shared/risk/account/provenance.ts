/** Where each figure of a report comes from: its oldest read, and its doubtful prices. Pure. */
import type { KeepableRow } from '../../domain/account.ts'
import type { Area } from '../../domain/instrument.ts'
import { oldest } from '../../domain/oldest.ts'
import type { PriceFinding } from '../doubt/price-doubt.ts'
import type { RiskInputs } from '../inputs.ts'
import type { Provenance, Provenances } from '../report.ts'
import type { AccountModel } from './account-model.ts'
import type { UnitModel } from './margin-units.ts'
import { usable, type PositionModel } from './position-model.ts'
import { sourceOf, type PriceSource } from './prices.ts'

export function provenanceOf(
  model: AccountModel,
  {
    positionsReadAt,
    balancesReadAt = null,
    balances,
    priceFindings = [],
  }: Pick<RiskInputs, 'positionsReadAt' | 'balancesReadAt' | 'balances' | 'priceFindings'>,
): Provenances {
  const { positions, accounts, spot, pricing, units } = model
  const priced = (paths: readonly (readonly string[])[]): Provenance => {
    const used = sourcesOf(paths)
    return {
      readAt: oldest(used.map((source) => readAtOf(model, source))),
      doubts: priceFindings.filter((finding) => used.some((source) => isAbout(finding, source))),
    }
  }
  const marked = (some: readonly PositionModel[]): Provenance => ({
    readAt: oldest([positionsReadAt, ...some.filter(isMarkedByQuote).map((each) => readAtOf(model, markOf(each)))]),
    doubts: priceFindings.filter((finding) => some.some((each) => isAbout(finding, markOf(each)))),
  })
  const kept = accounts.map(({ reported }) => reported)
  const margin = together([marked(positions), keptOf([...positions.map(({ position }) => position), ...kept])])
  const amounts = { readAt: balancesReadAt, doubts: [] }
  const holdings = together([amounts, keptOf(balances ?? []), priced(spot.assets.map(({ path }) => path))])
  const coins = accounts.filter(({ equity }) => equity?.isZero() !== true)
  const coinPrices = priced(coins.map(({ reported }) => pricing(reported.marginCoin).path))
  const contract = together([margin, coinPrices])
  return {
    spot: holdings,
    positions: { readAt: positionsReadAt, doubts: marked(positions).doubts },
    margin,
    contract,
    equity: together([holdings, contract]),
    units: units.flatMap((unit) => doubtsOf(unit, marked)),
  }
}

function doubtsOf(
  { row, positions }: UnitModel,
  marked: (some: readonly PositionModel[]) => Provenance,
): Provenances['units'] {
  const { doubts } = marked(positions)
  return doubts.length === 0 ? [] : [{ unitId: row.id, doubts }]
}

/** A kept row is as old as its own read. */
function keptOf(rows: readonly KeepableRow[]): Provenance {
  return { readAt: oldest(rows.map(({ keptFrom = null }) => keptFrom)), doubts: [] }
}

function together(parts: readonly Provenance[]): Provenance {
  return {
    readAt: oldest(parts.map(({ readAt }) => readAt)),
    doubts: [...new Set(parts.flatMap(({ doubts }) => doubts))],
  }
}

const markOf = ({ position }: PositionModel): PriceSource => ({
  area: 'contract',
  instrument: position.contract,
  field: 'mark',
})

/** Whether the mark is from a quote: otherwise it is at least as new as its position. */
function isMarkedByQuote({ position }: PositionModel): boolean {
  return !usable(position.markPrice)
}

function sourcesOf(paths: readonly (readonly string[])[]): readonly PriceSource[] {
  return [...new Set(paths.flat())].map(sourceOf)
}

function readAtOf({ quoteOf }: AccountModel, { area, instrument, field }: PriceSource): number | null {
  const quote = quoteOf(area, instrument)
  return (field === 'index' ? quote?.indexAt : quote?.readAt) ?? null
}

/** Whether a finding is about this price. Findings of the mark anchor are about the mark. */
function isAbout(finding: PriceFinding, { area, instrument, field }: PriceSource): boolean {
  if (finding.area !== area || finding.instrument !== instrument) return false
  return FIELDS_OF[area === 'spot' ? 'spot' : field].has(finding.code === 'jump' ? finding.field : 'mark')
}

const FIELDS_OF: Readonly<Record<Extract<Area, 'spot'> | 'mark' | 'index', ReadonlySet<string>>> = {
  spot: new Set(['book', 'last']),
  mark: new Set(['mark']),
  index: new Set(['index']),
}
