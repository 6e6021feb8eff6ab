/** How long a Retry-After header asks us to wait: in seconds, or until a date on the venue's clock. */

/** The two headers as received. */
export interface RetryAfter {
  readonly text: string
  /** The Date header of the same answer; null: none. */
  readonly date: string | null
}

/** Bans are published as up to 3 days: no header can ask for more. */
const LONGEST_MS = 3 * 86_400_000
const SECONDS = /^\d{1,12}(?:\.\d{1,6})?$/
/** The three date formats of HTTP: two end in GMT; that of C's asctime has no zone and means GMT too. */
const WITH_ZONE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/
const OF_C = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/
const LONGEST_TEXT = 40

/** Ms to wait after the answer; 0: not understood, or already past. `now`: venue time, ms. */
export function retryAfterMs(asked: RetryAfter | null, now: number): number {
  if (asked === null) return 0
  const text = asked.text.trim()
  if (text.length > LONGEST_TEXT) return 0
  const until = dateOf(text)
  const answered = dateOf(asked.date?.trim() ?? '')
  const ms = SECONDS.test(text) ? Number.parseFloat(text) * 1000 : until - (Number.isNaN(answered) ? now : answered)
  return ms > 0 ? Math.min(Math.ceil(ms), LONGEST_MS) : 0
}

/** NaN: not a date. */
function dateOf(text: string): number {
  if (text.length > LONGEST_TEXT) return NaN
  if (WITH_ZONE.test(text)) return Date.parse(text)
  return OF_C.test(text) ? Date.parse(`${text} GMT`) : NaN
}
