import { computed, type ComputedRef } from 'vue'
import type { Health } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { formatDuration } from '../kit/format.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useMainClock } from './use-freshness.ts'
import { shutHosts, type ShutHost } from './shut-hosts.ts'
import { say } from '../kit/say.ts'

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
    return (
      shutWords(health.budget.hosts, since) ?? {
        ...PHASES[health.phase],
        why: health.failure ? say(health.failure.message) : 'The last round of reads was clean.',
      }
    )
  })
}

const SHUT = {
  banned: {
    tone: 'red',
    verb: 'banned',
    asked: 'The venue has banned this address, for this long by its own word.',
    own: 'The venue has banned this address. How long is ours: it named no time, or banned again at once after one.',
  },
  backingOff: {
    tone: 'amber',
    verb: 'backing off',
    asked: 'The venue told us to send less, for this long by its own word.',
    own: 'The venue told us to send less. How long is ours: it named no time, or too short a one.',
  },
} as const

/** Areas that were shut in one go differ by as little. */
const ALIKE_MS = 2_000

/** What is shut, the worst first; null when all is open. The wait is said before the areas: the end may not fit. */
function shutWords(hosts: readonly HostBudget[], since: number): Connection | null {
  const shut = shutHosts(hosts, since).toSorted((a, b) => Number(b.state === 'banned') - Number(a.state === 'banned'))
  const [worst] = shut
  if (!worst) return null
  const word = alikeOf(shut)
    .map(([first, ...others]) => {
      const areas = [first, ...others].map(({ area }) => area).join(', ')
      return `${SHUT[first.state].verb} ${formatDuration(first.leftMs)}: ${areas}`
    })
    .join('; ')
  const why = [...new Set(shut.map(({ state, isAsked }) => SHUT[state][isAsked ? 'asked' : 'own']))].join(' ')
  return { tone: SHUT[worst.state].tone, word, why: `${word}. ${why}` }
}

/** Those that wait for the same about as long, together; each lot begins with the one that waits longest. */
function alikeOf(shut: readonly ShutHost[]): readonly (readonly [ShutHost, ...ShutHost[]])[] {
  const lots: [ShutHost, ...ShutHost[]][] = []
  for (const one of shut) {
    const lot = lots.at(-1)
    if (lot?.[0].state === one.state && lot[0].leftMs - one.leftMs < ALIKE_MS) lot.push(one)
    else lots.push([one])
  }
  return lots
}
