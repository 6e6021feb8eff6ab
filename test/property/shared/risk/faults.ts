import { isDecimal } from '#shared/domain/decimal.ts'

/** Paths in a report at which a number is not finite, or a figure has neither a number nor a reason. */
export function faultsOf(report: unknown, path = ''): string[] {
  if (typeof report === 'number') return Number.isFinite(report) ? [] : [`${path}: ${report}`]
  if (isDecimal(report)) return report.isFinite() ? [] : [`${path}: ${report.toString()}`]
  if (typeof report !== 'object' || report === null) return []
  const isFigure = 'value' in report && 'reason' in report && Object.keys(report).length === 2
  const isEmpty = isFigure && (report.value === null) === (report.reason === null)
  return [
    ...(isEmpty ? [`${path}: neither a number nor a reason`] : []),
    ...Object.entries(report).flatMap(([key, member]) => faultsOf(member, `${path}.${key}`)),
  ]
}
