import type { Instrument } from '#shared/domain/instrument.ts'
import type { Position } from '#shared/domain/account.ts'
import { messageKey, type Fact, type Message } from '#shared/domain/message.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { listed, message, positionTitle, verbatim } from '#shared/words/message.ts'
import { contractsIn } from '../app/contracts.ts'
import { say } from '../kit/say.ts'

/**
 * What each margin unit is called on screen, by unit id: "USDT cross", "XRP short". A name is put into words when asked
 * for: an account has hundreds of units, of which few are shown.
 */
export type UnitLabels = Pick<ReadonlyMap<string, string>, 'get'>

/** The most names before the rest is counted. */
const MOST_NAMED = 8

/**
 * Names for margin units. A cross account is named by its coin. An isolated position is named by base asset and side,
 * or by contract and side if two units would share a name or the instrument is not known.
 */
export function unitLabels(
  units: readonly Pick<MarginUnit, 'id' | 'mode' | 'marginCoin' | 'positionKey'>[],
  positions: readonly Pick<Position, 'key' | 'contract' | 'side'>[],
  instruments: readonly Encoded<Instrument>[],
): UnitLabels {
  const held = new Map(positions.map((position) => [position.key, position]))
  const contracts = contractsIn(instruments)
  const nameOf = (
    unit: (typeof units)[number],
    known: ReadonlyMap<string, { readonly baseAsset: string }>,
  ): Message => {
    if (unit.mode === 'cross') return message('risk.unit.cross', { coin: unit.marginCoin })
    const position = unit.positionKey === null ? undefined : held.get(unit.positionKey)
    if (position === undefined) return verbatim(unit.positionKey ?? unit.id)
    const { contract, side } = position
    return message(`risk.unit.${side}`, { name: known.get(contract)?.baseAsset ?? contract })
  }
  const names = new Map(units.map((unit) => [unit.id, { unit, name: nameOf(unit, contracts) }]))
  const uses = Map.groupBy(names.values(), ({ name }) => messageKey(name))
  return {
    get(unitId) {
      const found = names.get(unitId)
      if (found === undefined) return undefined
      const isUnique = uses.get(messageKey(found.name))?.length === 1
      return say(isUnique ? found.name : nameOf(found.unit, new Map()))
    },
  }
}

/** Names for the units of an account that is not in front, by what their ids tell. */
export function unitLabelsOf(unitIds: readonly string[]): UnitLabels {
  return new Map(
    unitIds.map((id) => {
      const [, mode, of = ''] = /^(cross|isolated):(.*)$/.exec(id) ?? []
      if (mode === 'cross') return [id, say(message('risk.unit.cross', { coin: of }))]
      return [id, mode === undefined ? id : say(message('plain', { text: positionTitle(of) }))]
    }),
  )
}

/** The name of one unit; its id when nothing better is known. */
export function labelOf(labels: UnitLabels, unitId: string): string {
  return labels.get(unitId) ?? unitId
}

/** The names of the first few units, and how many more there are. */
export function namesOf(labels: UnitLabels, unitIds: readonly string[]): Fact {
  return listed(unitIds, MOST_NAMED, (id) => labelOf(labels, id))
}
