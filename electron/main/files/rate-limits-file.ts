/**
 * What the rate limits must know about the previous run: how many calls were just made, and until when a host asked for
 * a pause or banned this address. One small file for all hosts.
 */
import { z } from 'zod'
import type { Clock } from '#shared/domain/clock.ts'
import type { KeptLimits, LimitsMemory } from '../../venue/venue.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const ms = z.number().nonnegative()
const pause = z.object({ state: z.enum(['backingOff', 'banned']), leftMs: ms, isAsked: z.boolean() })
const entry = z.object({
  /** When it was written, by the wall clock and since the machine started. */
  at: z.number(),
  since: z.number(),
  coversMs: ms,
  weight: ms,
  pause: pause.nullable(),
})
const schema = z.object({ version: z.literal(1), hosts: z.record(z.string(), entry) })

type Entry = z.infer<typeof entry>

/** No limit looks further back. */
const FORGOTTEN_MS = 600_000

/**
 * `sinceBoot`: ms since the machine started, the same for every process. If the file is unreadable or unwritable, the
 * limits are kept only in memory.
 */
export function openLimitsFile(file: string, clock: Clock, sinceBoot: () => number): LimitsMemory {
  const hosts = new Map(Object.entries(hostsIn(file)))

  /** The shorter of two measures, so that a wall clock that was set forward does not end a ban. */
  function ageOf({ at, since }: Entry): number {
    const byWall = Math.max(0, clock.wall() - at)
    // The machine has restarted since.
    return sinceBoot() < since ? byWall : Math.min(byWall, sinceBoot() - since)
  }

  function isOver(kept: Entry): boolean {
    return ageOf(kept) > Math.max(FORGOTTEN_MS, kept.pause?.leftMs ?? 0)
  }

  return {
    read(host) {
      const kept = hosts.get(host)
      return kept ? { ...kept, ageMs: ageOf(kept) } : null
    },
    write(host, kept: KeptLimits) {
      const { coversMs, weight } = kept
      const before = hosts.get(host)?.pause ?? null
      const isPauseNew = kept.pause !== null && !(before && before.leftMs >= kept.pause.leftMs)
      hosts.set(host, { at: clock.wall(), since: sinceBoot(), coversMs, weight, pause: kept.pause })
      for (const [name, each] of hosts) if (isOver(each)) hosts.delete(name)
      // Only a new pause is forced to disk. By the time a machine is up again after a power failure, call counts are
      // old, but a ban is not.
      writeJsonFile(file, { version: 1, hosts: Object.fromEntries(hosts) }, isPauseNew)
    },
  }
}

/** A newer version's file is read as far as possible: a ban applies to this version too. */
function hostsIn(file: string): Readonly<Record<string, Entry>> {
  const read = readJsonFile(file, schema)
  if (!read.ok || !read.value.exists) return {}
  const { content, newer } = read.value
  const found = content ?? schema.pick({ hosts: true }).safeParse(newer?.json).data
  return found?.hosts ?? {}
}
