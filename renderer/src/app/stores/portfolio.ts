/** Main's newest report: every part, and how main's clock relates to ours. State only; no calls. */
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { patched } from '#shared/domain/patch.ts'
import type {
  AccountView,
  LiveAccount,
  Part,
  PartName,
  Parts,
  PushedPart,
  SnapshotHeader,
  SnapshotPush,
} from '#shared/snapshot/snapshot.ts'

/** What main has told so far. Plain: putting a large account together and drawing it are each a task of their own. */
interface Taken {
  readonly header: SnapshotHeader | null
  readonly parts: Partial<Parts>
  readonly aheadMs: number | null
}

const NOTHING: Taken = { header: null, parts: {}, aheadMs: null }

export const usePortfolioStore = defineStore('portfolio', () => {
  const header = shallowRef<SnapshotHeader | null>(null)
  const parts = shallowReactive<Partial<Parts>>({})
  const aheadMs = shallowRef<number | null>(null)
  const leftRuns = new Set<string>()
  let taken = NOTHING

  /**
   * Takes in a push or a whole snapshot that arrived `at` (our monotonic ms); `show` brings it on screen. Within a run a
   * part never goes back to an older version, nor the header to an older seq, so late and repeated messages change
   * nothing. Another run starts from nothing, and a run that was left never comes back. Returns false, and takes
   * nothing, if the message builds on one that is missing here.
   */
  function take(message: SnapshotPush, at: number): boolean {
    if (leftRuns.has(message.runId)) return true
    const held = taken.header?.runId === message.runId ? taken : NOTHING
    const news = Object.entries(message.parts) as [PartName, PushedPart][]
    const fresh = news.filter(([name, { version }]) => version > (held.parts[name]?.version ?? -1))
    if (fresh.some(([name, part]) => 'change' in part && part.change.from !== held.parts[name]?.version)) return false
    if (taken.header && held === NOTHING) leftRuns.add(taken.header.runId)
    const became = Object.fromEntries(fresh.map(([name, part]) => [name, partOf(part, held.parts[name])]))
    const now = { ...held, parts: { ...held.parts, ...became } }
    const isLate = held.header !== null && message.seq <= held.header.seq
    // The fastest message shows best how far main's clock is ahead. With any other one, data that waited in a queue (a
    // hidden window) would look younger than it is.
    const ahead = Math.max(message.mono - at, held.aheadMs ?? -Infinity)
    taken = isLate ? now : { ...now, header: headerOf(message), aheadMs: ahead }
    return true
  }

  /** What was taken in comes on screen. */
  function show(): void {
    for (const name of Object.keys(parts) as PartName[]) {
      if (taken.parts[name] === undefined) Reflect.deleteProperty(parts, name)
    }
    Object.assign(parts, taken.parts)
    aheadMs.value = taken.aheadMs
    header.value = taken.header
  }

  const account = computed<AccountView | null>(() => header.value?.account ?? null)

  /** Every connected account, if there are several. */
  const live = computed<readonly LiveAccount[]>(() => header.value?.live ?? [])
  /** Their totals. */
  const all = computed(() => header.value?.all ?? null)

  /** The newest header that was taken in. */
  const newest = (): SnapshotHeader | null => taken.header

  return { header, parts, aheadMs, account, live, all, take, show, newest }
})

/** A message without its parts. */
function headerOf({ runId, seq, mono, wall, account, live, all }: SnapshotHeader): SnapshotHeader {
  return { runId, seq, mono, wall, account, live, all }
}

/** Unchanged data stay the same objects, row by row, so that nothing is computed from them again. */
function partOf(pushed: PushedPart, held: Part<unknown> | undefined): unknown {
  if (!('change' in pushed)) return pushed
  const { change, ...part } = pushed
  return { ...part, data: patched(held?.data, change.patch) }
}
