import { computed, type ComputedRef } from 'vue'
import type { Health } from '#shared/domain/snapshot.ts'
import { formatDuration } from '../format.ts'
import { usePortfolioStore } from '../stores/portfolio.ts'
import { useMainClock } from '../ui/use-freshness.ts'

export interface Connection {
  readonly tone: '' | 'amber' | 'red'
  readonly word: string
  readonly why: string
}

const PHASES: Record<Health['phase'], Pick<Connection, 'tone' | 'word'>> = {
  connecting: { tone: '', word: 'connecting' },
  live: { tone: '', word: 'live' },
  blind: { tone: 'red', word: 'blind' },
}

/** How we stand with main and the venue, the worst first; waits count down by themselves. */
export function useConnection(): ComputedRef<Connection> {
  const portfolio = usePortfolioStore()
  const { mainNow, silentMs } = useMainClock()
  return computed(() => {
    if (silentMs.value !== null) {
      return { tone: 'red', word: 'core silent', why: 'Plimsoll’s core sends nothing; no figure is current.' }
    }
    const part = portfolio.parts.health
    const health = part?.data
    if (!part || !health || mainNow.value === null) return { ...PHASES.connecting, why: 'Nothing was heard yet.' }
    const since = mainNow.value - (part.readAt ?? mainNow.value)
    const shut = health.budget.hosts
      .map(({ area, state, resumesInMs }) => ({ area, state, leftMs: resumesInMs - since }))
      .filter(({ state, leftMs }) => state !== 'open' && leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs)[0]
    if (shut) {
      const [tone, verb] = shut.state === 'banned' ? (['red', 'banned'] as const) : (['amber', 'backing off'] as const)
      const word = `${shut.area} ${verb} ${formatDuration(shut.leftMs)}`
      return { tone, word, why: 'The venue told us to send less; calls go out again when the time is up.' }
    }
    return { ...PHASES[health.phase], why: health.failure?.message ?? 'The last round of reads was clean.' }
  })
}
