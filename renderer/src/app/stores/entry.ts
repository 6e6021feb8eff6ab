/**
 * What outlives the accounts screen while an account is added: the running task, what was typed, and the newest probe of
 * a key. State only; no calls. The secret is never here.
 */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef } from 'vue'
import type { Failure } from '#shared/domain/failure.ts'
import type { StepProgress } from '#shared/domain/probe.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountAdded, VenueProfileView } from '#shared/ipc/contract.ts'

/** The running task: a way in, or a stored account by its id. */
export type Task =
  | 'demo'
  | 'add'
  | `open ${string}`
  | `probe ${string}`
  | `forget ${string}`
  | `disconnect ${string}`
  | `export ${string}`
  | `change ${string}`
  | `addReading ${string}`
  | `dropReading ${string}`

/** A venue profile: the text of its file, which main reads again when the key is tried, and its content. */
export interface UsedProfile {
  readonly text: string
  readonly view: VenueProfileView
}

const EMPTY = {
  /** A venue by its id, or `OTHER_VENUE`; null before one is picked. */
  venue: null as string | null,
  name: '',
  spotBaseUrl: '',
  contractBaseUrl: '',
  apiKey: '',
  isWatchOnly: false,
  profile: null as UsedProfile | null,
  /** The text of a profile that is not in use yet; null while none is being entered. */
  profileText: null as string | null,
}

export const useEntryStore = defineStore('entry', () => {
  const running = shallowRef<Task | null>(null)
  const key = shallowRef<{
    /** Its account, by id and name; the id is null for a new account. */
    readonly accountId: string | null
    readonly name: string
    /** null: it is being tried. */
    readonly answer: Result<AccountAdded | null, Failure> | null
  } | null>(null)
  /** The checks of that key so far; empty before the first. */
  const steps = shallowRef<readonly StepProgress[]>([])
  const isCancelling = shallowRef(false)
  const draft = reactive({ ...EMPTY })

  /** What was found out about the key, until the trader has looked at it. */
  const found = computed(() => (key.value?.answer?.ok ? key.value.answer.value : null))
  /** The key whose checks the trader cancelled; null: none. */
  const cancelled = computed(() => (key.value?.answer?.ok && found.value === null ? key.value : null))
  /** What the accounts screen shows of the key in place of everything else: its checks, and then its report. */
  const probe = computed(() => {
    if (key.value === null || (key.value.answer === null ? steps.value.length === 0 : found.value === null)) return null
    return { name: key.value.name, isAgain: key.value.accountId !== null, found: found.value, steps: steps.value }
  })
  /** Whether the accounts screen shows what a key can do, or soon will: it continues from there by itself. */
  const isReporting = computed(() => key.value?.answer === null || found.value !== null)

  function setRunning(task: Task | null): void {
    running.value = task
  }

  function setKey(next: typeof key.value): void {
    key.value = next
    if (next?.answer === null) {
      steps.value = []
      isCancelling.value = false
    }
    if (next?.accountId === null && found.value?.account) Object.assign(draft, EMPTY)
  }

  /** Main reports the checks of a key, which may not be that of this page. */
  function setSteps(next: readonly StepProgress[]): void {
    if (key.value?.answer === null) steps.value = next
  }

  function setCancelling(): void {
    isCancelling.value = true
  }

  return {
    running,
    key,
    steps,
    isCancelling,
    draft,
    found,
    cancelled,
    probe,
    isReporting,
    setRunning,
    setKey,
    setSteps,
    setCancelling,
  }
})
