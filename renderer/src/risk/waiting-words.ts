import type { Message } from '#shared/domain/message.ts'
import { say } from '../kit/say.ts'
import type { StatisticsReport } from '#shared/risk/statistics-report.ts'

type Known = Pick<StatisticsReport, 'assets'>

/**
 * What figures of price history wait for, in words: "Waiting for daily candles: 12 of 16 assets." `held` is how many assets
 * there are while no report says so itself, null when that is not known either. `reason` is the figure's own.
 */
export function waitingWords(report: Known | null, held: number | null, reason: Message | null = null): string {
  if (report === null)
    return held === null
      ? 'Waiting for the first read from the venue.'
      : `Waiting for daily candles: 0 of ${held} assets.`
  const have = report.assets.filter(({ observations }) => observations > 0).length
  const progress =
    have < report.assets.length ? `Waiting for daily candles: ${have} of ${report.assets.length} assets.` : ''
  return [progress, reason === null ? '' : say(reason)].filter((each) => each !== '').join(' ')
}
