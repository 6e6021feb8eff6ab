import type { Instrument } from '#shared/domain/instrument.ts'
import type { Position } from '#shared/domain/account.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'

type Unit = Pick<MarginUnit, 'id' | 'mode' | 'marginCoin' | 'positionKey'>
type HeldPosition = Pick<Position, 'key' | 'contract' | 'side'>

/** What each margin unit is called on screen, by unit id: "USDT cross", "XRP short". */
export type UnitLabels = ReadonlyMap<string, string>

/**
 * Names for margin units. A cross account goes by its coin. An isolated position goes by base asset and side, or by
 * contract and side where two units would share a name or the instrument is not known.
 */
export function unitLabels(
  units: readonly Unit[],
  positions: readonly HeldPosition[],
  instruments: readonly (Instrument | Encoded<Instrument>)[],
): UnitLabels {
  const held = new Map(positions.map((position) => [position.key, position]))
  const baseAssets = new Map(
    instruments.flatMap((each) => (each.area === 'contract' ? [[each.name, each.baseAsset] as const] : [])),
  )
  const shortName = (unit: Unit): string => {
    if (unit.mode === 'cross') return `${unit.marginCoin} cross`
    const position = unit.positionKey === null ? undefined : held.get(unit.positionKey)
    if (position === undefined) return unit.positionKey ?? unit.id
    return `${baseAssets.get(position.contract) ?? position.contract} ${position.side}`
  }
  const fullName = (unit: Unit): string => {
    const position = unit.positionKey === null ? undefined : held.get(unit.positionKey)
    return position === undefined ? shortName(unit) : `${position.contract} ${position.side}`
  }
  const uses = Map.groupBy(units, shortName)
  return new Map(
    units.map((unit) => {
      const name = shortName(unit)
      return [unit.id, uses.get(name)?.length === 1 ? name : fullName(unit)]
    }),
  )
}

/** The name of one unit; its id when nothing better is known. */
export function labelOf(labels: UnitLabels, unitId: string): string {
  return labels.get(unitId) ?? unitId
}
