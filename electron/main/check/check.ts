/**
 * `npm run check`: a trader's look at a venue before trusting it. Plain Node, no window, no keychain. Standard output
 * holds only the answer; everything else goes to standard error.
 */
import type { Message } from '#shared/domain/message.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { languageOf, sayIn } from '#shared/words/say.ts'
import { describeDialect, issueText } from '../../venue/venue.ts'
import type { KeyPair } from '../../vault/client.ts'
import type { VenuePreset } from '../../venue/venue.ts'
import { trustTheSystem } from '../lifecycle/certificates.ts'
import { badInput, checkAccount, checkDocument } from './check-account.ts'
import type { Check } from './check-account.ts'
import { readArguments, readKey, readVenue } from './input.ts'
import { formatHelp, formatReport, summarise } from './summary.ts'
import { systemClock } from '../system-clock.ts'
import { VERSIONS } from '../versions.ts'

const REFUSED = 2
const STOPPED = 130

const asked = readArguments(process.argv.slice(2))
const { LC_ALL, LC_MESSAGES, LANG } = process.env
const language = (asked.ok && asked.value.language) || languageOf(LC_ALL || LC_MESSAGES || LANG || '')
const textOf = sayIn(language)
const say = (line: Message): void => void process.stderr.write(`check: ${textOf(line)}\n`)
const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** If the process ends before the verdict is known, that is not a success. */
process.exitCode = REFUSED
// The reader may close the pipe early, as `head` does.
process.stdout.on('error', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say(message('check.stopped'))
    process.exit(STOPPED)
  })
}

trustTheSystem()

const isJson = asked.ok ? asked.value.json : process.argv.includes('--json')
if (asked.ok && asked.value.help) {
  process.exitCode = 0
  print(formatHelp(textOf))
} else {
  const check = await perform()
  const isReadable = check.verdict === 'healthy' || check.verdict === 'limited'
  process.exitCode = isReadable ? 0 : REFUSED
  if (isJson) print(JSON.stringify(checkDocument(check), null, 2))
  else if (!isReadable && check.reason !== null) say(check.reason)
}

async function perform(): Promise<Check> {
  if (!asked.ok) return badInput(asked.error)
  const profile = readVenue(asked.value)
  if (!profile.ok) return badInput(profile.error)
  if (!isJson && 'evidence' in profile.value) tellPreset(profile.value)
  const key = await readKey(process.stdin, say)
  if (!key.ok) return badInput(key.error)
  const progress = isJson ? () => undefined : say
  const check = await checkAccount(profile.value, key.value, systemClock, { progress, wait: say })
  if (asked.value.report) printReport(check, key.value)
  else if (!isJson) printCheck(check)
  return check
}

function printReport({ report, profile }: Check, { apiKey, apiSecret }: KeyPair): void {
  if (report === null || profile === null) return
  print(issueText({ ...profile, report, versions: VERSIONS, withheld: [apiKey, apiSecret] }))
}

function printCheck({ verdict, report, profile, snapshot }: Check): void {
  if (report && verdict !== 'badInput') print(formatReport({ verdict, steps: report.steps }, textOf))
  const differences = profile ? describeDialect(profile.dialect).map(textOf) : []
  if (differences.length > 0) print(`\n${[textOf(message('check.differs')), ...differences].join('\n  ')}`)
  if (snapshot) print(`\n${summarise(snapshot, textOf)}`)
}

/** Shows what is known about a venue picked by name, before it is contacted. */
function tellPreset({ name, covers, evidence, quirks }: VenuePreset): void {
  const known = message('preset.evidence', { kind: message(`preset.kind.${evidence.kind}`), date: evidence.date })
  const verified = message('preset.notVerified')
  say(message('check.preset', { name, covers: message(`preset.covers.${covers}`), verified, evidence: known }))
  for (const quirk of quirks) say(verbatim(`  ${textOf(quirk)}`))
}
