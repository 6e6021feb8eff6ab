/**
 * What outlives the accounts screen while an account is added: the running task, what was typed, and the result of the
 * last key tried. State only; no calls. The secret is never here.
 */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef } from 'vue'
import type { Failure } from '#shared/domain/failure.ts'
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
  /** A tried key, under the name it was given. `isAgain`: whether the account existed before. */
  const tried = shallowRef<{
    readonly name: string
    readonly isAgain: boolean
    readonly answer: Result<AccountAdded, Failure>
  } | null>(null)
  const draft = reactive({ ...EMPTY })

  /** What was found out about the last key, until the trader has looked at it. */
  const found = computed(() =>
    tried.value?.answer.ok
      ? { name: tried.value.name, isAgain: tried.value.isAgain, ...tried.value.answer.value }
      : null,
  )
  /** Whether the accounts screen shows what a new key can do, or soon will: it continues from there by itself. */
  const isReporting = computed(
    () => running.value === 'add' || running.value?.startsWith('probe ') === true || found.value !== null,
  )

  function setRunning(task: Task | null): void {
    running.value = task
  }

  function setTried(key: typeof tried.value): void {
    tried.value = key
    if (found.value?.account && !found.value.isAgain) Object.assign(draft, EMPTY)
  }

  return { running, tried, draft, found, isReporting, setRunning, setTried }
})
