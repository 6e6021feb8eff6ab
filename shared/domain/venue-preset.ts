/** A venue that can be picked by its name, as the window shows it. The dialect itself stays with main. */
import type { Addresses } from './addresses.ts'
import type { Area } from './instrument.ts'
import type { Message } from './message.ts'

/** How what a preset says is known; nothing of it was tried by this project. */
export const EVIDENCE_KINDS = ['documented', 'probedByOthers'] as const

interface Evidence {
  /** The day of the newest source, as 2026-09-23. */
  readonly date: string
  readonly kind: (typeof EVIDENCE_KINDS)[number]
  readonly sources: readonly string[]
}

export interface PresetView extends Addresses {
  readonly id: string
  readonly name: string
  /** Goes up with each change of what is said of the venue. */
  readonly version: number
  readonly covers: Area | 'both'
  readonly evidence: Evidence
  /** What is odd about the venue, one sentence each. */
  readonly quirks: readonly Message[]
  /** How it is spoken to otherwise than usual, one plain line each. */
  readonly differences: readonly Message[]
}

/** The preset an account was made from. */
export interface AccountPreset {
  readonly id: string
  /** What the venue is called; null: Plimsoll has no such preset any more. */
  readonly name: string | null
  readonly version: number
  /** What the newest version says otherwise than the one the account was made from, one line each. */
  readonly news: readonly Message[]
}
