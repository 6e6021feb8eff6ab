import type { RiskReport } from '#shared/risk/report.ts'

/** Why no position is listed: none is held (`known`), or, where rows could not be read, that is not known. */
export function nothingHeld(risk: Pick<RiskReport, 'incomplete'> | null, known = 'No open positions.'): string {
  return risk?.incomplete.includes('positions') === true ? 'Not known: the rows of positions could not be read.' : known
}
