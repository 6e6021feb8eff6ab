/**
 * A venue profile: what a venue is called, where it is, and how it differs from the usual, as a JSON text that people
 * write, keep and hand on. It never holds a key.
 */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
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
export function entries<V>(record: Readonly<Record<string, V | undefined>>): [string, V][] {
  const told = Object.entries(record).filter((entry): entry is [string, V] => entry[1] !== undefined)
  return told.toSorted(([a], [b]) => (a < b ? -1 : 1))
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
