/**
 * What a host says about how fast we call it. 429 (or 410, or code -1003): slow down; polls are slowed first. 418: this
 * address is banned. Every further call may lengthen the ban, so nothing is sent before it ends, not even cancels.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { EXIT_SPACING_MS, type HostBudget } from '#shared/domain/budget.ts'
import type { Lane } from '../port.ts'

const BACK_OFF = { firstMs: 10_000, longestMs: 300_000 }
/**
 * A cancel or close may be sent again this soon after a 429: after one rate window. While the venue refuses exits too,
 * the pause doubles, up to the longest. So exits are never blocked for minutes, but they do slow down when a ban may be
 * near.
 */
const ACT_PAUSE = { firstMs: 2_000, longestMs: 8_000 }
/**
 * Published bans last from 2 minutes to 3 days, and so do ours if the venue names no time. A named time gets a margin:
 * it is in whole seconds, and our next call may arrive faster than the answer did.
 */
const BAN = { firstMs: 120_000, longestMs: 3 * 86_400_000, marginMs: 1_000 }
/** The longest pause a Retry-After header can ask for. */
const LONGEST_ASKED_MS = 3_600_000

/** A pause or a ban, and how much of it is left. */
export interface Pause {
  readonly state: Exclude<HostBudget['state'], 'open'>
  readonly leftMs: number
  readonly isAsked: boolean
}

export class HostGate {
  readonly #clock: Clock
  #state: HostBudget['state'] = 'open'
  /** Monotonic ms: when the newest pause began and when it ends. */
  #since = -Infinity
  #until = -Infinity
  #isAsked = false
  /** Whether the present ban is known only from a file. A file may be wrong, so exits test it. */
  #isHearsay = false
  /** When the newest call of any lane was sent. */
  #wentAt = -Infinity
  /** Pauses in a row without a good answer between them. Each is twice as long. */
  #strikes = 0
  /** Exits refused in a row although they kept to a pause. */
  #refusedActs = 0
  /** Length of the newest ban, ms; 0 after a good answer. */
  #banMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Ms until calls of this lane may be sent; 0: now. */
  pauseFor(lane: Lane): number {
    const until = lane === 'act' ? Math.min(this.#exitAt(), this.#until) : this.#until
    return Math.max(0, until - this.#clock.mono())
  }

  /** Whether a ban blocks calls of this lane entirely. */
  isShut(lane: Lane): boolean {
    return this.state() === 'banned' && !(lane === 'act' && this.#isHearsay)
  }

  /** The present pause or ban; null: none. */
  pause(): Pause | null {
    const state = this.state()
    return state === 'open' ? null : { state, leftMs: this.resumesInMs(), isAsked: this.#isAsked }
  }

  /**
   * Continues a pause from an earlier process. The file may be wrong, so a pause is no longer than our own would be,
   * and a ban stops only the other lanes. Exits are tried one at a time, and the venue's answer then counts.
   */
  resume({ state, leftMs, isAsked }: Pause): void {
    const left = Math.min(leftMs, state === 'banned' ? BAN.longestMs + BAN.marginMs : BACK_OFF.longestMs)
    this.#close(state, left, isAsked)
    this.#isHearsay = state === 'banned'
  }

  /** Call it when a call is sent. */
  went(): void {
    this.#wentAt = this.#clock.mono()
  }

  state(): HostBudget['state'] {
    return this.#clock.mono() >= this.#until ? 'open' : this.#state
  }

  resumesInMs(): number {
    return Math.max(0, this.#until - this.#clock.mono())
  }

  /** Whether the venue named the length of the pause; otherwise we chose it. */
  isAsked(): boolean {
    return this.state() !== 'open' && this.#isAsked
  }

  /** The call sent at `sentAt` was answered "too many requests". Calls sent before the pause began do not count. */
  slowDown(sentAt: number, retryAfterMs: number, lane: Lane): void {
    if (this.isShut('act') || sentAt < this.#since) return
    // The refusal that starts a pause comes from the pace before it, so it does not make exits wait longer.
    if (lane === 'act' && this.state() === 'backingOff') this.#refusedActs++
    const pause = Math.min(BACK_OFF.firstMs * 2 ** this.#strikes++, BACK_OFF.longestMs)
    const askedMs = Math.min(retryAfterMs, LONGEST_ASKED_MS)
    this.#close('backingOff', Math.max(pause, askedMs), askedMs >= pause)
  }

  /**
   * The answer was "banned". The host is shut for as long as the venue asks, or for our own time if it names none (0).
   * A second ban right after the first lasts at least twice as long, as the first wait was too short.
   */
  ban(sentAt: number, retryAfterMs: number): void {
    if (this.state() === 'banned' && sentAt < this.#since) return
    const named = retryAfterMs > 0 ? retryAfterMs + BAN.marginMs : BAN.firstMs
    this.#banMs = Math.max(named, Math.min(2 * this.#banMs, BAN.longestMs))
    this.#close('banned', this.#banMs, retryAfterMs > 0 && this.#banMs === named)
  }

  /**
   * Takes note of a good answer. To an exit during a pause it means that exits are accepted; during a ban known from a
   * file, that there is no ban; to a call sent after the pause, that all is well again.
   */
  content(sentAt: number, lane: Lane): void {
    if (this.#isHearsay && sentAt >= this.#since) {
      this.#isHearsay = false
      this.#until = this.#clock.mono()
    }
    if (lane === 'act' && sentAt >= this.#since) this.#refusedActs = 0
    if (sentAt < this.#until) return
    this.#refusedActs = 0
    this.#strikes = 0
    this.#banMs = 0
  }

  /** When the next exit may be sent. */
  #exitAt(): number {
    if (this.#isHearsay) return this.#wentAt + ACT_PAUSE.longestMs
    if (this.#state === 'banned') return this.#until
    return Math.max(this.#since + this.#actPauseMs(), this.#wentAt + EXIT_SPACING_MS)
  }

  #actPauseMs(): number {
    return Math.min(ACT_PAUSE.firstMs * 2 ** Math.max(0, this.#refusedActs - 1), ACT_PAUSE.longestMs)
  }

  #close(state: 'backingOff' | 'banned', pauseMs: number, isAsked: boolean): void {
    this.#state = state
    this.#isHearsay = false
    this.#isAsked = isAsked
    this.#since = this.#clock.mono()
    this.#until = this.#since + pauseMs
  }
}
