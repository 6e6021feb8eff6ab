/**
 * A probe's report as text for an issue: the findings and the dialect. It is made only of codes, figures and settings,
 * so it cannot contain anything of the account: no key, name, balance, amount or order id, and no text from the venue.
 */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import type { ProbeFact, ProbeReport } from '#shared/domain/probe.ts'
import type { Dialect } from '../profile/dialect.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describeDialect } from '../profile/differences.ts'
import { dialectFields } from '../profile/profile.ts'
import { dialectOf, type DialectFields } from '../profile/profile-schema.ts'

interface IssueFacts extends Addresses {
  readonly report: ProbeReport
  readonly dialect: Dialect
  /** The relevant versions, by name. */
  readonly versions: Readonly<Record<string, string>>
  /** Keys and secrets to remove from the text. */
  readonly withheld: readonly string[]
}

export function issueText({ report, dialect, versions, withheld, ...addresses }: IssueFacts): string {
  const hosts = [...areasAt(addresses)].map(([area, address]) => [area, hostOf(address)] as const)
  const cleaned = clean(dialectFields(dialect)) as DialectFields
  const places = [...areasAt(addresses)].map(([area, address]) => [`${area}BaseUrl`, cleanAddress(address)] as const)
  const profile = { version: 1, name: hosts[0]?.[1] ?? '', ...Object.fromEntries(places), dialect: cleaned }
  const differences = describeDialect(dialectOf(cleaned)).map(inEnglish)
  const text = [
    '## Plimsoll venue report',
    '',
    ...Object.entries(versions).map(([name, version]) => `- ${name} ${version}`),
    ...hosts.map(([area, host]) => `- ${area}: ${host}`),
    `- verdict: ${report.verdict}`,
    '',
    '| step | outcome | found |',
    '| --- | --- | --- |',
    ...report.steps.map(({ id, outcome, facts }) => `| ${id} | ${outcome} | ${facts.map(factText).join('<br>')} |`),
    '',
    ...(differences.length === 0 ? [] : ['Differs from the usual:', '', ...differences.map((line) => `- ${line}`), '']),
    '```json',
    JSON.stringify(profile, null, 2),
    '```',
    '',
  ].join('\n')
  return withheld.filter(({ length }) => length > 0).reduce((kept, secret) => kept.replaceAll(secret, HIDDEN), text)
}

const HIDDEN = '[withheld]'

/** `timesOff area=spot row=candle hours=8`. */
function factText({ code, ...figures }: ProbeFact): string {
  return [code, ...Object.entries(figures).map(([name, value]) => `${name}=${figureText(value)}`)].join(' ')
}

function figureText(value: unknown): string {
  if (Array.isArray(value)) return value.map(figureText).join(',')
  if (typeof value === 'number') return String(Math.round(value * DIGITS) / DIGITS)
  return typeof value === 'string' ? cleanName(value) : String(value)
}

/** Figures keep 8 decimal places. */
const DIGITS = 1e8

/** Names of instruments and endpoints, and our own words. They go into a table. */
function cleanName(text: string): string {
  return /^[\p{L}\p{N}._:/-]{1,64}$/u.test(text) ? text : HIDDEN
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? HIDDEN
}

function cleanAddress(address: string): string {
  const url = URL.parse(address)
  return url === null ? HIDDEN : `${url.origin}${url.pathname === '/' ? '' : cleanPath(url.pathname)}`
}

/** Keeps the words of a path. Replaces the values of its query and anything that could be a token. */
function cleanPath(path: string): string {
  const [way = '', query] = path.split('?', 2)
  const names = (query ?? '').split('&').map((pair) => `${word(pair.split('=', 1)[0] ?? '')}=${ELSE}`)
  return way.split('/').map(word).join('/') + (query === undefined ? '' : `?${names.join('&')}`)
}

const ELSE = 'x'

/** Keeps a word of letters, or a short one. */
function word(text: string): string {
  return /^[A-Za-z_]{0,20}$|^[\w-]{1,6}$/.test(text) ? text : ELSE
}

/** Keeps numbers, switches and words. Replaces any longer text. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('/') ? cleanPath(value) : word(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      /^[A-Za-z.-]{1,32}$|^\d{1,2}[a-z]{1,6}$/.test(name) ? name : ELSE,
      clean(member),
    ]),
  )
}
