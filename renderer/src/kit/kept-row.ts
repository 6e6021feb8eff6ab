/** The words for rows that could not be read, or not in every field. */
import type { KeepableRow } from '#shared/domain/account.ts'
import type { Gap } from '#shared/domain/gap.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { t } from './say.ts'

export type KeptRow = NonNullable<ReturnType<typeof keptRow>>

/** The earlier read a row is kept from, of unknown age if the machine slept since; null: it is from the newest read. */
export function keptRow(row: KeepableRow) {
  if (isConfirmed(row)) return null
  // Overdue from the start.
  return { reading: { readAt: row.keptFrom ?? null, expectEveryMs: 0 }, why: t('kit.notConfirmedWhy') }
}

/** Why fields of a row are not known, of the given fields or of all; null: none is missing. */
export function gapsWords(gaps: readonly Gap[], fields?: readonly string[]): string | null {
  const meant = gaps.filter(({ field }) => fields === undefined || fields.includes(field))
  return meant.length === 0 ? null : t('kit.gaps', { reasons: meant.map(({ reason }) => reason) })
}
