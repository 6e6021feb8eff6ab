/**
 * Runs in a process of its own with TZ and LC_ALL set, and prints how this system formats fixed moments and amounts.
 * `same` must not depend on zone or language; `local` holds the times as the screen shows them.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { cleanLine, logLine } from '#electron/log/line.ts'
import { readStatement } from '#electron/update/statement.ts'
import { retryAfterMs } from '#electron/venue/http/retry-after.ts'
import { decimal, parseDecimal, toText } from '#shared/domain/decimal.ts'
import { flowAdjusted } from '#shared/risk/performance/account-returns.ts'
import { message } from '#shared/words/message.ts'
import { sayIn } from '#shared/words/say.ts'
import { dayText } from '../../renderer/src/kit/chart/number-text.ts'
import { formatAge, formatAmount, formatDuration, formatMoment, formatTime } from '../../renderer/src/kit/format.ts'
import { timeZone as chosenZone } from '../../renderer/src/kit/use-look.ts'
import { asJsonLines } from '../../renderer/src/journal/journal-text.ts'
import { CHOSEN, MOMENTS } from './zones.ts'

const DAY_MS = 86_400_000
/** The last moment at which a statement valid until this day is accepted. */
const LAST = Date.parse('2026-04-05T23:59:59.999Z')

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

function isBelieved(at: number): boolean {
  const about = { version: '2.0.0', minVersion: '1.0.0', platform: 'linux', arch: 'x64', notAfter: '2026-04-05' }
  const bytes = Buffer.from(JSON.stringify({ ...about, sha512: 'A'.repeat(86) + '==' }))
  const signature = sign(null, bytes, privateKey).toString('base64')
  return readStatement(bytes, signature, [pem, pem], { version: '1.0.0', platform: 'linux', arch: 'x64' }, at).ok
}

const AMOUNTS = ['1234567.125', '-0.5', '1e3', '0.00000001']
const TYPED = ['1234.5', '1,234.5', '1.234,5', '1,234', '١٢٣٤', '१२३४', '1 234', '1’234']

const lines = MOMENTS.map((at) => logLine(at, 'started', {}))

/** The times as a screen set to this zone shows them. */
function shownIn(zone: string): readonly string[] {
  chosenZone.value = zone
  const texts = MOMENTS.map(formatMoment)
  chosenZone.value = 'local'
  return texts
}

const same = {
  log: lines,
  cleaned: lines.map(cleanLine),
  utc: MOMENTS.map((at) => [formatTime(at, 'utc'), dayText(at)]),
  chosen: CHOSEN.map(shownIn),
  json: MOMENTS.map((createdAt) => asJsonLines([{ createdAt } as never])),
  ages: MOMENTS.map((at) => [formatAge(at % (3 * DAY_MS)), formatDuration(at % (3 * DAY_MS))]),
  days: flowAdjusted(
    MOMENTS.map((at, index) => ({ day: Date.parse(dayText(at)), equity: 1_000 + index })),
    [{ day: Date.parse(dayText(MOMENTS[2] ?? 0)), amount: 5 }],
  ),
  retry: [
    'Sun, 05 Apr 2026 02:30:00 GMT',
    'Sunday, 05-Apr-26 02:30:00 GMT',
    'Sun Apr  5 02:30:00 2026',
    'Sun, 05 Apr 2026 02:30:00',
  ].map((text) => retryAfterMs({ text, date: 'Sun, 05 Apr 2026 02:00:00 GMT' }, 0)),
  statement: [isBelieved(LAST), isBelieved(LAST + 1)],
  amounts: AMOUNTS.map((text) => formatAmount(toText(decimal(text)))),
  typed: TYPED.map((text) => parseDecimal(text)?.toFixed() ?? null),
  words: [sayIn('en'), sayIn('zh')].map((say) => say(message('account.asRead', { age: { ms: 5_025_000 } }))),
}

const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
const local = MOMENTS.map(formatMoment)
console.log(JSON.stringify({ timeZone, locale, same, local }))
