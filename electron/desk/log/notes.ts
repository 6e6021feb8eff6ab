/**
 * What is stored about an account outside its journal: the trading mode, the order limits, what a flatten does with
 * Spot, and the newest fire drill.
 */
import type { SpotPolicy } from '#shared/desk/action.ts'
import type { DrillCard } from '#shared/desk/drill.ts'
import type { TradingMode } from '#shared/desk/guard.ts'
import { sameLimits, USUAL_LIMITS, type OrderLimits } from '#shared/desk/order-limits.ts'
import type { Message } from '#shared/domain/message.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

export type DeskNotes = ReturnType<typeof deskNotes>

interface StoredNotes {
  readonly mode: TradingMode
  readonly limits: OrderLimits
  readonly spotPolicy: SpotPolicy
  readonly drill: DrillCard | null
}

/** What an earlier run stored, or why it cannot be read. `kept` null: nothing was stored. */
export type EarlierNotes = { readonly kept: StoredNotes | null } | { readonly unreadable: Message }

/**
 * The notes of an earlier run. If they are unreadable, orders that add risk are halted until a person chooses a mode,
 * and the notes are not overwritten before that. `write` returns why it failed.
 */
export function deskNotes(earlier: EarlierNotes, write: (kept: StoredNotes) => Result<null, string>) {
  let now: StoredNotes = 'unreadable' in earlier ? LOST : (earlier.kept ?? FRESH)
  /** What is on disk; null: unknown. */
  let written: StoredNotes | null = 'unreadable' in earlier ? null : now
  let modeNote = 'unreadable' in earlier ? message('intent.modeUnread', { why: earlier.unreadable }) : null
  let isChosen = written !== null

  function keep(change: Partial<StoredNotes>): void {
    now = { ...now, ...change }
    if (!isChosen) return
    const kept = write(now)
    if (kept.ok) written = now
    modeNote = kept.ok ? null : notKept(now, written, kept.error)
  }

  return {
    mode: () => now.mode,
    /**
     * Why the mode is not the chosen one, or why the mode, the limits, the policy or the newest drill will be lost after
     * this run; null: all is stored.
     */
    modeNote: () => modeNote,
    /** Applies from now on, even if it cannot be stored; `modeNote` then says so. */
    setMode(mode: TradingMode): void {
      isChosen = true
      keep({ mode })
    },
    limits: () => now.limits,
    /** The same for the limits. */
    setLimits: (limits: OrderLimits): void => keep({ limits }),
    spotPolicy: () => now.spotPolicy,
    /** The same for what a flatten does with Spot. */
    setSpotPolicy: (spotPolicy: SpotPolicy): void => keep({ spotPolicy }),
    drill: () => now.drill,
    setDrill: (drill: DrillCard): void => keep({ drill }),
  }
}

/** Notes that last only for this run. */
export function notesInMemory(): DeskNotes {
  return deskNotes({ kept: null }, () => ok(null))
}

const FRESH: StoredNotes = { mode: 'active', limits: USUAL_LIMITS, spotPolicy: 'keep', drill: null }
const LOST: StoredNotes = { ...FRESH, mode: 'halted' }

/** Why the notes will be lost; null: the same notes are already on disk. */
function notKept(
  { mode, limits, spotPolicy, drill }: StoredNotes,
  written: StoredNotes | null,
  why: string,
): Message | null {
  if (written?.mode !== mode) return message(`intent.modeUnkept.${mode}`, { why })
  if (!sameLimits(written.limits, limits)) return message('intent.limitsUnkept', { why })
  if (written.spotPolicy !== spotPolicy) return message('intent.policyUnkept', { why })
  return written.drill === drill ? null : message('intent.drillUnkept', { why })
}
