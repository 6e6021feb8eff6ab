/** A venue that can be selected by name, as the window shows it. The dialect stays in main. */
import type { Addresses } from './addresses.ts'
import type { Area } from './instrument.ts'
import type { Message } from './message.ts'

/** The evidence for a preset: this project tried none of these venues itself. */
export const EVIDENCE_KINDS = ['documented', 'probedByOthers'] as const

export interface PresetView extends Addresses {
  readonly id: string
  readonly name: string
  /** Rises with each change of the preset. */
  readonly version: number
  readonly covers: Area | 'both'
  readonly evidence: {
    /** The day of the newest source, as 2026-09-23. */
    readonly date: string
    readonly kind: (typeof EVIDENCE_KINDS)[number]
    readonly sources: readonly string[]
  }
  /** Peculiarities of the venue, one sentence each. */
  readonly quirks: readonly Message[]
  /** How its interface differs from the usual, one line each. */
  readonly differences: readonly Message[]
}

/** The preset an account was made from. */
export interface AccountPreset {
  readonly id: string
  /** The venue's name; null: Plimsoll has no such preset any more. */
  readonly name: string | null
  readonly version: number
  /** Changes between the account's version and the newest, one line each. */
  readonly news: readonly Message[]
}
