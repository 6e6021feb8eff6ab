import type { Encoded } from '#shared/domain/decimal.ts'
import type { Contract, Instrument } from '#shared/domain/instrument.ts'
import { memoise } from '#shared/domain/memoise.ts'

/** The contracts of a snapshot, by the name that positions and orders use. */
export const contractsIn = memoise(
  (instruments: readonly Encoded<Instrument>[]): ReadonlyMap<string, Encoded<Contract>> =>
    new Map(instruments.flatMap((each) => (each.area === 'contract' ? [[each.name, each] as const] : []))),
)
