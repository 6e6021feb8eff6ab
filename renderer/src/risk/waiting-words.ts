import type { Message } from '#shared/domain/message.ts'
import type { StatisticsReport } from '#shared/risk/statistics-report.ts'
import { message } from '#shared/words/message.ts'
import { say, sayAll } from '../kit/say.ts'

/**
 * What figures of price history wait for: "Waiting for daily candles: 12 of 16 assets." `held`: how many assets are
 * held, used while there is no report; null: not known. `reason`: why the figure itself is missing.
 */
export function waitingWords(
  report: Pick<StatisticsReport, 'assets'> | null,
  held: number | null,
  reason: Message | null = null,
): string {
  if (report === null && held === null) return say(message('kit.waiting'))
  const have = report?.assets.filter(({ observations }) => observations > 0).length ?? 0
  const all = report?.assets.length ?? held ?? 0
  const progress = report === null || have < all ? [message('risk.candles', { have, all })] : []
  return sayAll(...progress, !(report === null || reason === null) && reason)
}
