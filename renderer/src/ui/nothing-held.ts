import type { RiskReport } from '#shared/risk/report.ts'

type Read = Pick<RiskReport, 'incomplete'> | null | undefined

/** Whether positions may be held whose rows could not be read; false while nothing was read at all. */
export function arePositionsPartial(risk: Read): boolean {
  return risk?.incomplete.includes('positions') === true
}

/** Why no position is listed: none is held (`known`), or, where rows could not be read, that is not known. */
export function nothingHeld(risk: Read, known = 'No open positions.'): string {
  return arePositionsPartial(risk) ? 'Not known: the rows of positions could not be read.' : known
}
