import { computed, type ComputedRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import type { Health } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { areaTitle, failureMessage, inARow, message, withoutRepeats } from '#shared/words/message.ts'
import { formatDuration } from '../kit/format.ts'
import { say, t } from '../kit/say.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useMainClock } from './use-freshness.ts'
import { shutHosts, type ShutHost } from './shut-hosts.ts'

interface Connection {
  readonly tone: '' | 'amber' | 'red'
  readonly word: string
  readonly why: string
}

const TONES = { connecting: '', live: '', blind: 'red' } as const satisfies Record<Health['phase'], Connection['tone']>

/** The state of our connection to main and the venue, worst first; waits count down by themselves. */
export function useConnection(): ComputedRef<Connection> {
  const portfolio = usePortfolioStore()
  const { mainNow, silentMs } = useMainClock()
  return computed(() => {
    if (silentMs.value !== null) {
      return { tone: 'red', word: t('app.connection.silent'), why: t('app.connection.silentWhy') }
    }
    const part = portfolio.parts.health
    const health = part?.data
    if (!part || !health || mainNow.value === null) {
      return { tone: TONES.connecting, word: t('app.connection.connecting'), why: t('app.connection.unheard') }
    }
    const since = mainNow.value - (part.readAt ?? mainNow.value)
    return (
      shutWords(health.budget.hosts, since) ?? {
        tone: TONES[health.phase],
        word: t(`app.connection.${health.phase}`),
        why: say(whyOf(health)),
      }
    )
  })
}

function whyOf({ phase, failure }: Health): Message {
  const why = failure ? failureMessage(failure) : message('app.connection.clean')
  return phase === 'blind' ? inARow([why, BY_HAND]) : why
}

/** The way out while we send nothing. */
const BY_HAND = message('app.connection.byHand')

/** Areas that were shut at the same time differ by no more than this. */
const ALIKE_MS = 2_000

/** What is shut, worst first; null when all is open. The wait comes before the areas, because the end may not fit. */
function shutWords(hosts: readonly HostBudget[], since: number): Connection | null {
  const shut = shutHosts(hosts, since).toSorted((a, b) => Number(b.state === 'banned') - Number(a.state === 'banned'))
  const [worst] = shut
  if (!worst) return null
  const word = alikeOf(shut)
    .map(([first, ...others]) => {
      const areas = [first, ...others].map(({ area }) => areaTitle(area))
      return t(`app.connection.${first.state}`, { time: formatDuration(first.leftMs), areas })
    })
    .reduce((one, other) => t('kit.both', { one, other }))
  const whys = shut.map(({ state, isAsked }) => message(`app.connection.${state}${isAsked ? 'Asked' : 'Own'}`))
  const byHand = worst.state === 'banned' ? [BY_HAND] : []
  const why = t('app.connection.why', { state: word, why: inARow([...withoutRepeats(whys), ...byHand]) })
  return { tone: worst.state === 'banned' ? 'red' : 'amber', word, why }
}

/** Groups those that wait about equally long; each group begins with the longest wait. */
function alikeOf(shut: readonly ShutHost[]): readonly (readonly [ShutHost, ...ShutHost[]])[] {
  const lots: [ShutHost, ...ShutHost[]][] = []
  for (const one of shut) {
    const lot = lots.at(-1)
    if (lot?.[0].state === one.state && lot[0].leftMs - one.leftMs < ALIKE_MS) lot.push(one)
    else lots.push([one])
  }
  return lots
}
