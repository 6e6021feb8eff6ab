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

export const usePortfolioStore = defineStore('portfolio', () => {
  const header = shallowRef<SnapshotHeader | null>(null)
  const parts = shallowReactive<Partial<Parts>>({})
  const aheadMs = shallowRef<number | null>(null)
  const leftRuns = new Set<string>()

  /**
   * Takes in a push or a whole snapshot that arrived at `now` (our monotonic ms). Within a run a part never goes back
   * to an older version, nor the header to an older seq, so late and repeated messages change nothing. Another run
   * starts from nothing, and a run that was left never comes back. Returns false, and takes nothing, if the message
   * builds on one that is missing here.
   */
  function apply(message: SnapshotPush, now: number): boolean {
    if (leftRuns.has(message.runId)) return true
    const known = header.value
    if (known?.runId !== message.runId) startRun(known)
    const news = Object.entries(message.parts) as [PartName, PushedPart][]
    const fresh = news.filter(([name, { version }]) => version > (parts[name]?.version ?? -1))
    if (fresh.some(([name, part]) => 'change' in part && part.change.from !== parts[name]?.version)) return false
    Object.assign(parts, Object.fromEntries(fresh.map(([name, part]) => [name, partOf(part, parts[name])])))
    if (header.value && message.seq <= header.value.seq) return true
    // The fastest message shows best how far main's clock is ahead. With any other one, data that waited in a queue (a
    // hidden window) would look younger than it is.
    aheadMs.value = Math.max(message.mono - now, aheadMs.value ?? -Infinity)
    header.value = headerOf(message)
    return true
  }

  function startRun(left: SnapshotHeader | null): void {
    if (left) leftRuns.add(left.runId)
    for (const name of Object.keys(parts) as PartName[]) Reflect.deleteProperty(parts, name)
    header.value = null
    aheadMs.value = null
  }

  const account = computed<AccountView | null>(() => header.value?.account ?? null)

  /** Every connected account, if there are several. */
  const live = computed<readonly LiveAccount[]>(() => header.value?.live ?? [])
  /** Their totals. */
  const all = computed(() => header.value?.all ?? null)

  return { header, parts, aheadMs, account, live, all, apply }
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
