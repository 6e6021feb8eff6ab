/**
 * `npm run check`: a trader's look at a venue before trusting it. Plain Node, no window, no keychain. Standard output
 * holds the answer and nothing else; everything else that is said goes to standard error.
 */
import { coversWords, evidenceWords } from '#shared/domain/venue-preset.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describeDialect, issueText } from '../venue/venue.ts'
import type { KeyPair } from '../vault/client.ts'
import type { VenuePreset } from '../venue/venue.ts'
import { badInput, checkAccount, checkDocument } from './check-account.ts'
import type { Check } from './check-account.ts'
import { readArguments, readKey, readVenue } from './check-input.ts'
import { formatReport, summarise } from './summary.ts'
import { systemClock } from './system-clock.ts'
import { VERSIONS } from './versions.ts'

const REFUSED = 2
const STOPPED = 130

const say = (line: string): void => void process.stderr.write(`check: ${line}\n`)
const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Until the verdict is known, an end is no good end. */
process.exitCode = REFUSED
// Whoever reads may stop reading: what it has is all it wants.
process.stdout.on('error', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('stopped')
    process.exit(STOPPED)
  })
}

const asked = readArguments(process.argv.slice(2))
const isJson = asked.ok ? asked.value.json : process.argv.includes('--json')
if (asked.ok && asked.value.help !== null) {
  process.exitCode = 0
  process.stdout.write(asked.value.help)
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
  if (!isJson && 'evidence' in profile.value) describePreset(profile.value).forEach(say)
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
  if (report && verdict !== 'badInput') print(formatReport({ verdict, steps: report.steps }))
  const differences = profile ? describeDialect(profile.dialect).map(inEnglish) : []
  if (differences.length > 0)
    print(`\nThis venue differs from the usual\n${differences.map((line) => `  ${line}`).join('\n')}`)
  if (snapshot) print(`\n${summarise(snapshot)}`)
}

/** What is known of a venue by its name, before anything is asked of it. */
function describePreset({ name, covers, evidence, quirks }: VenuePreset): readonly string[] {
  return [`${name}: ${coversWords(covers)}. ${evidenceWords(evidence)}`, ...quirks.map((quirk) => `  ${quirk}`)]
}
