/** What is kept of an account between runs besides its journal: the trading mode, and the newest fire drill. */
import type { DrillCard } from '#shared/desk/drill.ts'
import type { TradingMode } from '#shared/desk/guard.ts'
import type { Message } from '#shared/domain/message.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

export interface DeskNotes {
  mode(): TradingMode
  /** Why the mode is none that a person chose, or it or the newest drill will not last; null: all of it is kept. */
  modeNote(): Message | null
  /** It counts from now on, whether or not it can be written down: `modeNote` tells. */
  setMode(mode: TradingMode): void
  drill(): DrillCard | null
  setDrill(card: DrillCard): void
}

export interface Kept {
  readonly mode: TradingMode
  readonly drill: DrillCard | null
}

/** What an earlier run left: nothing, something, or something that can not be read, and why. */
export type Earlier = { readonly kept: Kept | null } | { readonly unreadable: Message }

/**
 * Notes as an earlier run left them. Those that can not be read halt what adds risk until a person chooses a mode, and
 * are not written over before that. `write` gives why it could not.
 */
export function deskNotes(earlier: Earlier, write: (kept: Kept) => Result<null, string>): DeskNotes {
  let { mode, drill }: Kept = 'unreadable' in earlier ? LOST : (earlier.kept ?? FRESH)
  /** What is on disk; null: not known. */
  let written: Kept | null = 'unreadable' in earlier ? null : { mode, drill }
  let modeNote = 'unreadable' in earlier ? message('intent.modeUnread', { why: earlier.unreadable }) : null
  let isChosen = written !== null

  function keep(): void {
    const kept = write({ mode, drill })
    if (kept.ok) written = { mode, drill }
    modeNote = kept.ok ? null : notKept({ mode, drill }, written, kept.error)
  }

  return {
    mode: () => mode,
    modeNote: () => modeNote,
    setMode(next) {
      mode = next
      isChosen = true
      keep()
    },
    drill: () => drill,
    setDrill(card) {
      drill = card
      if (isChosen) keep()
    },
  }
}

/** Notes that are gone with this run. */
export function notesInMemory(): DeskNotes {
  return deskNotes({ kept: null }, () => ok(null))
}

const FRESH: Kept = { mode: 'active', drill: null }
const LOST: Kept = { mode: 'halted', drill: null }

/** null: what could not be written is on disk already. */
function notKept({ mode, drill }: Kept, written: Kept | null, why: string): Message | null {
  if (written?.mode !== mode) return message(`intent.modeUnkept.${mode}`, { why })
  return written.drill === drill ? null : message('intent.drillUnkept', { why })
}
