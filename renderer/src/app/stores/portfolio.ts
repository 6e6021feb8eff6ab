/** What main last told us: the newest of every part, and how main's clock relates to ours. State only; no calls. */
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { AccountView, PartName, PortfolioParts, SnapshotHeader, SnapshotPush } from '#shared/snapshot/snapshot.ts'

export type Parts = Encoded<PortfolioParts>

export const usePortfolioStore = defineStore('portfolio', () => {
  const header = shallowRef<SnapshotHeader | null>(null)
  const parts = shallowReactive<Partial<Parts>>({})
  const aheadMs = shallowRef<number | null>(null)
  const leftRuns = new Set<string>()

  /**
   * Takes in a push or a whole snapshot that arrived at `now` (our monotonic ms). Within a run a part never goes back
   * to an older version and the header never to an older seq, so late and repeated messages change nothing; another
   * run starts from nothing, and a run that was left never comes back.
   */
  function apply(message: SnapshotPush, now: number): void {
    if (leftRuns.has(message.runId)) return
    const known = header.value
    if (known?.runId !== message.runId) startRun(known)
    for (const name of Object.keys(message.parts) as PartName[]) takePart(name, message.parts[name])
    if (header.value && message.seq <= header.value.seq) return
    // The message that travelled fastest knows best how far main's clock is ahead. With any other one, data that waited
    // in a queue (a hidden window) would look younger than it is.
    aheadMs.value = Math.max(message.mono - now, aheadMs.value ?? -Infinity)
    const { runId, seq, mono, wall, account } = message
    header.value = { runId, seq, mono, wall, account }
  }

  function startRun(left: SnapshotHeader | null): void {
    if (left) leftRuns.add(left.runId)
    for (const name of Object.keys(parts) as PartName[]) Reflect.deleteProperty(parts, name)
    header.value = null
    aheadMs.value = null
  }

  function takePart<K extends PartName>(name: K, part: Partial<Parts>[K]): void {
    const held = parts[name]
    if (part && (!held || part.version > held.version)) parts[name] = part
  }

  const account = computed<AccountView | null>(() => header.value?.account ?? null)

  return { header, parts, aheadMs, account, apply }
})
