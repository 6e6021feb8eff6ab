/**
 * The way in to an account, as far as it outlives the accounts screen: what is under way, what was typed, and what came
 * of the last key that was tried. State only; no calls. The secret is never here.
 */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef } from 'vue'
import type { Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountAdded, VenueProfileView } from '#shared/ipc/contract.ts'

/** What is under way: a door, or a stored account by its id. */
export type Task =
  | 'demo'
  | 'add'
  | `open ${string}`
  | `probe ${string}`
  | `forget ${string}`
  | `disconnect ${string}`
  | `export ${string}`

/** A key that was tried, under the name it was given. */
export interface TriedKey {
  readonly name: string
  /** Of an account that was there before. */
  readonly isAgain: boolean
  readonly answer: Result<AccountAdded, Failure>
}

/** A venue profile: its file's text, which main reads again when the key is tried, and what it says. */
export interface UsedProfile {
  readonly text: string
  readonly view: VenueProfileView
}

export interface Draft {
  /** A venue by its id, or `OTHER_VENUE`; null before one is picked. */
  venue: string | null
  name: string
  spotBaseUrl: string
  contractBaseUrl: string
  apiKey: string
  isWatchOnly: boolean
  profile: UsedProfile | null
  /** A profile's text that is not in use yet; null while none is being given. */
  profileText: string | null
}

const EMPTY: Readonly<Draft> = {
  venue: null,
  name: '',
  spotBaseUrl: '',
  contractBaseUrl: '',
  apiKey: '',
  isWatchOnly: false,
  profile: null,
  profileText: null,
}

export const useEntryStore = defineStore('entry', () => {
  const running = shallowRef<Task | null>(null)
  const tried = shallowRef<TriedKey | null>(null)
  const draft = reactive<Draft>({ ...EMPTY })

  /** What was found out about the last key, until it was looked at. */
  const found = computed(() =>
    tried.value?.answer.ok
      ? { name: tried.value.name, isAgain: tried.value.isAgain, ...tried.value.answer.value }
      : null,
  )
  /** The accounts screen shows what a new key can do, or will in a moment: it leads on from there itself. */
  const isReporting = computed(
    () => running.value === 'add' || running.value?.startsWith('probe ') === true || found.value !== null,
  )

  function setRunning(task: Task | null): void {
    running.value = task
  }

  function setTried(key: TriedKey | null): void {
    tried.value = key
    if (found.value?.account && !found.value.isAgain) Object.assign(draft, EMPTY)
  }

  return { running, tried, draft, found, isReporting, setRunning, setTried }
})
