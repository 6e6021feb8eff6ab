/** How long a Retry-After header asks us to wait: seconds, or a date, which counts by the venue's clock. */

/** Both headers as they came. */
export interface RetryAfter {
  readonly text: string
  /** When the answer was made, by the venue; null: it did not say. */
  readonly date: string | null
}

/** Bans are published as up to 3 days: no header can ask for more. */
const LONGEST_MS = 3 * 86_400_000
const SECONDS = /^\d{1,12}(?:\.\d{1,6})?$/
/** The three forms a date has in HTTP: with GMT at its end, or of C, which has no zone and means the same. */
const WITH_ZONE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/
const OF_C = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/
const LONGEST_TEXT = 40

/** Ms to wait from the answer on; 0: nothing that can be understood, or a moment that has passed. `now`: venue time. */
export function retryAfterMs(asked: RetryAfter | null, now: number): number {
  if (asked === null) return 0
  const text = asked.text.trim()
  if (text.length > LONGEST_TEXT) return 0
  const until = dateOf(text)
  const ms = SECONDS.test(text)
    ? Number.parseFloat(text) * 1000
    : until - (asked.date === null ? now : from(asked, now))
  return ms > 0 ? Math.min(Math.ceil(ms), LONGEST_MS) : 0
}

function from({ date }: RetryAfter, now: number): number {
  const made = dateOf(date?.trim() ?? '')
  return Number.isNaN(made) ? now : made
}

/** NaN: no date. */
function dateOf(text: string): number {
  if (text.length > LONGEST_TEXT) return NaN
  if (WITH_ZONE.test(text)) return Date.parse(text)
  return OF_C.test(text) ? Date.parse(`${text} GMT`) : NaN
}
