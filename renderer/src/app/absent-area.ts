import type { Area } from '#shared/domain/instrument.ts'
import { t } from '../kit/say.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/** The words in place of an area that the venue does not have; null: it has it, as far as is known. */
export function absentWords(area: Area, { balances, positions }: Partial<Parts>): string | null {
  const part = { spot: balances, contract: positions }[area]
  return part?.isAbsent === true ? t(`noArea.${area}`) : null
}
