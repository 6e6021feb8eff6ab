import { computed, type ComputedRef } from 'vue'
import type { DrillCard, DrillCheck } from '#shared/desk/drill.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useWallNow } from '../app/use-wall-clock.ts'
import { formatAge, formatDuration } from '../kit/format.ts'
import { t } from '../kit/say.ts'

/** An older drill proves little about today. */
const LASTS_MS = 7 * 24 * 3_600_000

/** The newest fire drill of the open account, as it ages; null while there is none. */
export function useDrill(): {
  readonly card: ComputedRef<DrillCard | null>
  readonly summary: ComputedRef<string | null>
  readonly mark: ComputedRef<'failed' | 'old' | null>
} {
  const portfolio = usePortfolioStore()
  const wallNow = useWallNow()
  const card = computed(() => portfolio.parts.desk?.data?.drill ?? null)
  const ageMs = computed(() => Math.max(0, (wallNow.value ?? 0) - (card.value?.at ?? 0)))
  return {
    card,
    summary: computed(() => card.value && drillSummary(card.value, ageMs.value)),
    mark: computed(() => drillMark(card.value, ageMs.value)),
  }
}

/**
 * `failed`: the way out did not work. `old`: it worked, but too long ago to rely on. null: nothing to show. That no
 * drill was ever run is shown only where drills are run.
 */
export function drillMark(card: DrillCard | null, ageMs: number): 'failed' | 'old' | null {
  if (card === null) return null
  if (countOf(card, 'failed') > 0) return 'failed'
  return ageMs > LASTS_MS ? 'old' : null
}

/** "Last drill 2 d 03 h ago · flat in ~3.1 s · 1 warning". */
export function drillSummary(card: DrillCard, ageMs: number): string {
  return t('accounts.drill.summary', { age: formatDuration(ageMs), flat: flatIn(card), found: foundBy(card) })
}

function flatIn({ flatten }: DrillCard): Message {
  if (flatten === null) return message('accounts.drill.flatUnknown')
  if (flatten.likelyMs === 0) return message('accounts.drill.flatAlready')
  return message('accounts.drill.flatIn', { time: formatAge(flatten.likelyMs) })
}

function foundBy(card: DrillCard): readonly Message[] {
  const failed = countOf(card, 'failed')
  const warnings = countOf(card, 'warning')
  if (failed + warnings === 0) return [message('accounts.drill.noWarnings')]
  return [
    ...(failed > 0 ? [message('accounts.drill.failed', { count: failed })] : []),
    ...(warnings > 0 ? [message('accounts.drill.warnings', { count: warnings })] : []),
  ]
}

function countOf({ checks }: DrillCard, wanted: DrillCheck['verdict']): number {
  return checks.filter(({ verdict }) => verdict === wanted).length
}
