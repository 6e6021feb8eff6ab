/**
 * A venue profile: the venue's name, its addresses and its differences from the default dialect, as JSON that people
 * write, keep and share. It never holds a key.
 */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { inARow, message } from '#shared/words/message.ts'
import type { z } from 'zod'
import { checkBaseUrl } from '../http/base-url.ts'
import { DEFAULT_DIALECT, type Dialect } from './dialect.ts'
import {
  PER_AREA,
  SECRET_NAME,
  dialectOf,
  profileSchema,
  type DialectFields,
  type ProfileProblem,
} from './profile-schema.ts'

export interface VenueProfile extends Addresses {
  readonly name: string
  readonly dialect: Dialect
}

type ProfileFields = Pick<z.infer<typeof profileSchema>, 'name' | 'spotBaseUrl' | 'contractBaseUrl' | 'dialect'>

/** Showing more problems at once does not help. */
const MAX_PROBLEMS = 5

/** The profile in `text`. The error names each wrong field, the expected value and the actual one. */
export function parseProfile(text: string): Result<VenueProfile, Message> {
  let document: unknown
  try {
    // A file may begin with a byte order mark.
    document = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // Only the position is taken from the parser's message, because the message quotes the text.
    const place = error instanceof Error ? /\(line (\d+) column (\d+)\)$/.exec(error.message) : null
    const [, line = '', column = ''] = place ?? []
    return err(place ? message('profile.notJsonAt', { line, column }) : message('profile.notJson'))
  }
  const read = profileSchema.safeParse(document)
  if (!read.success) {
    const problems = read.error.issues.flatMap((issue) => problemsOf(issue, document))
    const more = problems.length - MAX_PROBLEMS
    const others = more > 0 ? [message('profile.more', { count: more })] : []
    return err(inARow([...problems.slice(0, MAX_PROBLEMS), ...others]))
  }
  return ok(profileFrom(read.data))
}

export function profileFrom({ name, spotBaseUrl, contractBaseUrl, dialect }: ProfileFields): VenueProfile {
  return {
    name,
    spotBaseUrl: spotBaseUrl === undefined ? null : normalUrl(spotBaseUrl),
    contractBaseUrl: contractBaseUrl === undefined ? null : normalUrl(contractBaseUrl),
    dialect: dialectOf(dialect ?? {}),
  }
}

/**
 * The text of a profile, always the same for the same profile. It holds only those dialect fields that differ from the
 * default.
 */
export function formatProfile({ name, dialect, ...addresses }: VenueProfile): string {
  const places = [...areasAt(addresses)].map(([area, address]) => [`${area}BaseUrl`, address] as const)
  const document = { version: 1, name, ...Object.fromEntries(places), dialect: dialectFields(dialect) }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The fields of a dialect that differ from the default. */
export function dialectFields(dialect: Dialect): DialectFields {
  return differences(sorted(dialect), sorted(DEFAULT_DIALECT))
}

function differences(given: object, usual: object): object {
  const usually = usual as Readonly<Record<string, unknown>>
  const changed = Object.entries(given as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usually[name]))
    .map(([name, value]) => [
      name,
      (PER_AREA as readonly string[]).includes(name) ? differences(value as object, usually[name] as object) : value,
    ])
  return Object.fromEntries(changed) as object
}

/** The fields in the order of the default dialect, with the names inside them sorted. */
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

/** The defined entries of a record, by name. */
export function entries<V>(record: Readonly<Record<string, V | undefined>>): [string, V][] {
  const defined = Object.entries(record).filter((entry): entry is [string, V] => entry[1] !== undefined)
  return defined.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function normalUrl(text: string): string {
  const checked = checkBaseUrl(text, 'profile')
  if (!checked.ok) throw new Error('expected an address that was checked')
  return checked.value
}

function problemsOf(issue: z.core.$ZodIssue, document: unknown): readonly Message[] {
  const problemAt = (path: readonly PropertyKey[], problem: Message) =>
    message('profile.problem', { path: pathText(path), problem })
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) =>
      problemAt(
        [...issue.path, name.slice(0, 80)],
        message(SECRET_NAME.test(name) ? 'profile.noKeys' : 'profile.noField'),
      ),
    )
  }
  // Every custom issue of the schema has this form.
  const wrong = issue.code === 'custom' ? (issue.params as ProfileProblem) : { expected: message('expected.object') }
  if ('problem' in wrong) return [problemAt(issue.path, wrong.problem)]
  // An address may contain a password.
  const isAddress = /BaseUrl$/.test(String(issue.path.at(-1)))
  const was = isAddress ? message('expected.somethingElse') : shown(valueAt(document, issue.path))
  return [problemAt(issue.path, message('expected.but', { what: wrong.expected, was }))]
}

/** Written as in code: `dialect.limits["spot.placeOrder"].count`. */
function pathText(path: readonly PropertyKey[]): Fact {
  const text = path
    .map((part) => (/^[A-Za-z_]\w*$/.test(String(part)) ? `.${String(part)}` : `[${JSON.stringify(part)}]`))
    .join('')
  return text === '' ? message('profile.itself') : text.replace(/^\./, '')
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

function shown(value: unknown): Fact {
  if (value === undefined) return message('expected.nothing')
  if (Array.isArray(value)) return message('expected.list')
  if (typeof value === 'object' && value !== null) return message('expected.object')
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
