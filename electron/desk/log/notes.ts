/** What is stored about an account outside its journal: the trading mode, the order limits and the newest fire drill. */
import type { DrillCard } from '#shared/desk/drill.ts'
import type { TradingMode } from '#shared/desk/guard.ts'
import { sameLimits, USUAL_LIMITS, type OrderLimits } from '#shared/desk/order-limits.ts'
import type { Message } from '#shared/domain/message.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

export interface DeskNotes {
  mode(): TradingMode
  /**
   * Why the mode is not the chosen one, or why the mode, the limits or the newest drill will be lost after this run;
   * null: all is stored.
   */
  modeNote(): Message | null
  /** Applies from now on, even if it cannot be stored; `modeNote` then says so. */
  setMode(mode: TradingMode): void
  limits(): OrderLimits
  /** The same for the limits. */
  setLimits(limits: OrderLimits): void
  drill(): DrillCard | null
  setDrill(card: DrillCard): void
}

interface StoredNotes {
  readonly mode: TradingMode
  readonly limits: OrderLimits
  readonly drill: DrillCard | null
}

/** What an earlier run stored, or why it cannot be read. `kept` null: nothing was stored. */
export type EarlierNotes = { readonly kept: StoredNotes | null } | { readonly unreadable: Message }

/**
 * The notes of an earlier run. If they are unreadable, orders that add risk are halted until a person chooses a mode,
 * and the notes are not overwritten before that. `write` returns why it failed.
 */
export function deskNotes(earlier: EarlierNotes, write: (kept: StoredNotes) => Result<null, string>): DeskNotes {
  let { mode, limits, drill }: StoredNotes = 'unreadable' in earlier ? LOST : (earlier.kept ?? FRESH)
  /** What is on disk; null: unknown. */
  let written: StoredNotes | null = 'unreadable' in earlier ? null : { mode, limits, drill }
  let modeNote = 'unreadable' in earlier ? message('intent.modeUnread', { why: earlier.unreadable }) : null
  let isChosen = written !== null

  function keep(): void {
    const now = { mode, limits, drill }
    const kept = write(now)
    if (kept.ok) written = now
    modeNote = kept.ok ? null : notKept(now, written, kept.error)
  }

  return {
    mode: () => mode,
    modeNote: () => modeNote,
    setMode(next) {
      mode = next
      isChosen = true
      keep()
    },
    limits: () => limits,
    setLimits(next) {
      limits = next
      if (isChosen) keep()
    },
    drill: () => drill,
    setDrill(card) {
      drill = card
      if (isChosen) keep()
    },
  }
}

/** Notes that last only for this run. */
export function notesInMemory(): DeskNotes {
  return deskNotes({ kept: null }, () => ok(null))
}

const FRESH: StoredNotes = { mode: 'active', limits: USUAL_LIMITS, drill: null }
const LOST: StoredNotes = { mode: 'halted', limits: USUAL_LIMITS, drill: null }

/** Why the notes will be lost; null: the same notes are already on disk. */
function notKept({ mode, limits, drill }: StoredNotes, written: StoredNotes | null, why: string): Message | null {
  if (written?.mode !== mode) return message(`intent.modeUnkept.${mode}`, { why })
  if (!sameLimits(written.limits, limits)) return message('intent.limitsUnkept', { why })
  return written.drill === drill ? null : message('intent.drillUnkept', { why })
}
