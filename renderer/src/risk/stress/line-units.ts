import type { AccountModel } from '#shared/risk/account/account-model.ts'
import type { LoadLine } from '#shared/risk/report.ts'
import type { LoadLineUnit } from '../load-line/load-line-view.ts'

/** Margin units as they stand, each with where it is liquidated along this line. */
export function lineUnits({ units }: Pick<AccountModel, 'units'>, { breaches }: LoadLine): readonly LoadLineUnit[] {
  const [down, up] = (['down', 'up'] as const).map(
    (side) =>
      new Map(breaches.flatMap(({ unitId, direction, shock }) => (direction === side ? [[unitId, shock]] : []))),
  )
  return units.map(({ row }) => ({
    ...row,
    breachDown: down?.get(row.id) ?? null,
    breachUp: up?.get(row.id) ?? null,
  }))
}
