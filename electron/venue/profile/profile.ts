/**
 * A venue profile: what a venue is called, where it is, and how it differs from the usual, as a JSON text that people
 * write, keep and hand on. It never holds a key.
 */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { AREAS, AREA_TITLE } from '#shared/domain/instrument.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { z } from 'zod'
import { checkBaseUrl } from '../http/base-url.ts'
import { DEFAULT_DIALECT } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { NO_KEYS, SECRET_NAME, dialectOf, profileSchema } from './profile-schema.ts'
import type { DialectFields } from './profile-schema.ts'

export interface VenueProfile extends Addresses {
  readonly name: string
  readonly dialect: Dialect
}

type ProfileFields = Pick<z.infer<typeof profileSchema>, 'name' | 'spotBaseUrl' | 'contractBaseUrl' | 'dialect'>

/** More problems than this help nobody. */
const MAX_PROBLEMS = 5

/** The profile in `text`; the error names each wrong field, what was expected and what it was. */
export function parseProfile(text: string): Result<VenueProfile, string> {
  let document: unknown
  try {
    // A file may begin with a byte order mark.
    document = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // The parser's own message quotes the text: only the place is taken from it.
    const place = error instanceof Error ? /\(line (\d+) column (\d+)\)$/.exec(error.message) : null
    return err(`this is not JSON${place ? `: look at line ${place[1] ?? ''}, column ${place[2] ?? ''}` : ''}`)
  }
  const read = profileSchema.safeParse(document)
  if (!read.success) {
    const problems = read.error.issues.flatMap((issue) => problemsOf(issue, document))
    const more = problems.length - MAX_PROBLEMS
    return err(problems.slice(0, MAX_PROBLEMS).join('; ') + (more > 0 ? `; and ${String(more)} more` : ''))
  }
  return ok(profileFrom(read.data))
}

/** The profile that was written down as `fields`. */
export function profileFrom({ name, spotBaseUrl, contractBaseUrl, dialect }: ProfileFields): VenueProfile {
  return {
    name,
    spotBaseUrl: spotBaseUrl === undefined ? null : normalUrl(spotBaseUrl),
    contractBaseUrl: contractBaseUrl === undefined ? null : normalUrl(contractBaseUrl),
    dialect: dialectOf(dialect ?? {}),
  }
}

/** The text of a profile: always the same for the same profile, and of the dialect only what is not as usual. */
export function formatProfile({ name, dialect, ...addresses }: VenueProfile): string {
  const places = [...areasAt(addresses)].map(([area, address]) => [`${area}BaseUrl`, address] as const)
  const document = { version: 1, name, ...Object.fromEntries(places), dialect: dialectFields(dialect) }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** What of a dialect is not as usual. */
export function dialectFields(dialect: Dialect): DialectFields {
  return differences(sorted(dialect), sorted(DEFAULT_DIALECT))
}

/** How a venue differs from the usual, one plain line for each difference. */
export function describeDialect(dialect: Dialect): readonly string[] {
  const fields = dialectFields(dialect)
  const lines = Object.entries(DESCRIPTIONS) as [keyof Dialect, (dialect: Dialect) => readonly string[]][]
  return lines.flatMap(([name, describe]) => (fields[name] === undefined ? [] : describe(dialect)))
}

const ID_WORDS = { number: 'numbers', string: 'text' } as const

const API_WORDS = {
  spot: { sapi: [], binance: ['Spot is spoken in the style of Binance (/api/v1, X-MBX-APIKEY).'] },
  contract: { v1: [], v2: ['Contract is spoken at version 2 of its private calls (/fapi/v2).'] },
} as const satisfies { readonly [A in Area]: Readonly<Record<Dialect['api'][A], readonly string[]>> }

const DESCRIPTIONS: { readonly [K in keyof Dialect]: (dialect: Pick<Dialect, K>) => readonly string[] } = {
  api: ({ api }) => [...API_WORDS.spot[api.spot], ...API_WORDS.contract[api.contract]],
  signGetQuery: () => ['The query of a GET is not signed.'],
  spotVersion: ({ spotVersion }) => [`Spot is called at version ${spotVersion.slice(1)} of its paths.`],
  paths: ({ paths }) => entries(paths).map(([name, path]) => `${name} is at ${path}.`),
  limits: ({ limits }) =>
    entries(limits).map(
      ([name, { count, windowMs }]) =>
        `${name}: at most ${String(count)} ${count === 1 ? 'call' : 'calls'} in ${seconds(windowMs)}.`,
    ),
  weightPerMinute: ({ weightPerMinute }) =>
    AREAS.filter((area) => weightPerMinute[area] !== DEFAULT_DIALECT.weightPerMinute[area]).map((area) => {
      const most = weightPerMinute[area]
      return `${AREA_TITLE[area]} calls may weigh ${most === null ? 'any amount' : `at most ${String(most)}`} a minute together.`
    }),
  numericEncoding: ({ numericEncoding }) =>
    AREAS.filter((area) => numericEncoding[area] !== DEFAULT_DIALECT.numericEncoding[area]).map(
      (area) => `${AREA_TITLE[area]} amounts are sent as ${ID_WORDS[numericEncoding[area]]}.`,
    ),
  batchIds: ({ batchIds }) => [`The ids of a batch cancel are sent as ${ID_WORDS[batchIds]}.`],
  triggerType: ({ triggerType }) => [
    `Condition orders say which way they fire as ${triggerType === 'text' ? '"3" or "4"' : '"3UP" or "4DOWN"'}.`,
  ],
  conditionPriceRequired: () => ['A condition order at market carries its trigger price as price too.'],
  marketOpen: ({ marketOpen }) => [
    marketOpen === 'contracts'
      ? 'A market order that opens a position counts in contracts.'
      : 'A market order that opens a position says with orderUnit that it counts in contracts.',
  ],
  marketClose: () => ['A close at market is sent as a limit order that trades at once, up to a protective price.'],
  openOrders: ({ openOrders }) =>
    AREAS.filter((area) => openOrders[area] !== 'unknown').map((area) =>
      openOrders[area] === 'wholeArea'
        ? `One call lists all open ${AREA_TITLE[area]} orders.`
        : `Open ${AREA_TITLE[area]} orders are listed one instrument at a time.`,
    ),
  openOrdersLimit: ({ openOrdersLimit }) => [
    `Spot is asked for at most ${String(openOrdersLimit)} open orders at once.`,
  ],
  depthLimit: ({ depthLimit }) =>
    AREAS.filter((area) => depthLimit[area] !== DEFAULT_DIALECT.depthLimit[area]).map(
      (area) => `${AREA_TITLE[area]} is asked for at most ${String(depthLimit[area])} levels of a book.`,
    ),
  symbolCase: ({ symbolCase }) => [`Spot symbols are sent in ${symbolCase} case.`],
  intervals: ({ intervals }) =>
    AREAS.flatMap((area) =>
      entries(intervals[area]).map(
        ([interval, word]) => `${AREA_TITLE[area]} candles of ${interval} are called ${word}.`,
      ),
    ),
  clockLeadMs: ({ clockLeadMs }) => [`Requests are stamped ${String(clockLeadMs)} ms early.`],
  headers: ({ headers }) => {
    const gone = Object.keys(DEFAULT_DIALECT.headers).filter((name) => headers[name] === undefined)
    const sent = entries(headers).filter(([name, value]) => DEFAULT_DIALECT.headers[name] !== value)
    return [
      ...sent.map(([name, value]) => `The header ${name}: ${value} is sent with every request.`),
      ...gone.map((name) => `The header ${name} is not sent.`),
    ]
  },
}

/** Fields whose areas stand for themselves: one may be told and the other left as usual. */
const PER_AREA: ReadonlySet<string> = new Set([
  'api',
  'weightPerMinute',
  'numericEncoding',
  'openOrders',
  'depthLimit',
  'intervals',
] satisfies (keyof Dialect)[])

function differences(given: object, usual: object): object {
  const usually = usual as Readonly<Record<string, unknown>>
  const changed = Object.entries(given as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usually[name]))
    .map(([name, value]) => [name, PER_AREA.has(name) ? differences(value as object, usually[name] as object) : value])
  return Object.fromEntries(changed) as object
}

/** The fields in the order of the default, and the names inside them in order. */
function sorted(dialect: Dialect): object {
  const byName = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      entries<unknown>(value as Readonly<Record<string, unknown>>).map(([name, member]) => [name, byName(member)]),
    )
  }
  const names = Object.keys(DEFAULT_DIALECT) as (keyof Dialect)[]
  return Object.fromEntries(names.map((name) => [name, byName(dialect[name])]))
}

/** What a record says, by name. */
function entries<V>(record: Readonly<Record<string, V | undefined>>): [string, V][] {
  const told = Object.entries(record).filter((entry): entry is [string, V] => entry[1] !== undefined)
  return told.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function seconds(ms: number): string {
  return ms % 1000 === 0 ? `${String(ms / 1000)} s` : `${String(ms)} ms`
}

function normalUrl(text: string): string {
  const checked = checkBaseUrl(text, 'profile')
  if (!checked.ok) throw new Error('expected an address that was checked')
  return checked.value
}

function problemsOf(issue: z.core.$ZodIssue, document: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => {
      const why = SECRET_NAME.test(name) ? NO_KEYS : 'there is no such field'
      return `${pathText([...issue.path, name.slice(0, 80)])}: ${why}`
    })
  }
  const at = pathText(issue.path)
  // An address can hold a password.
  const isAddress = /BaseUrl$/.test(at)
  if (issue.code === 'custom' && issue.params?.['whole'] === true) return [`${at}: ${issue.message}`]
  const expected = issue.code === 'custom' ? issue.message : 'an object'
  return [`${at}: expected ${expected}, was ${isAddress ? 'something else' : shown(valueAt(document, issue.path))}`]
}

/** `dialect.limits["spot.placeOrder"].count`, as it would be written in code. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (/^[A-Za-z_]\w*$/.test(String(part)) ? `.${String(part)}` : `[${JSON.stringify(part)}]`))
    .join('')
  return text === '' ? 'the profile' : text.replace(/^\./, '')
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[part]
        : undefined,
    document,
  )
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
