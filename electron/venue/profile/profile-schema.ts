/** The schema of a venue profile. The `params` of an issue say what was expected, or what is wrong. */
import { z } from 'zod'
import { AREAS } from '#shared/domain/instrument.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { SHORTEST_CUT_LIST } from '#shared/desk/facts.ts'
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import { EVIDENCE_KINDS } from '#shared/domain/venue-preset.ts'
import { checkBaseUrl } from '../http/base-url.ts'
import type { EndpointName, Interval } from '../endpoints/calls.ts'
import { MOST_EARLY_MS } from '../clock/venue-clock.ts'
import { DEFAULT_DIALECT, type Dialect, type Limit } from './dialect.ts'
import { ENDPOINTS, ENDPOINT_NAMES, authenticationOf, endpointsOf, pathOf, rowOf } from '../endpoints/table.ts'
import { SIGNING } from '../client/sign.ts'
import { INTERVALS } from '../endpoints/params.ts'

/** A dialect as written in a profile: omitted fields have their default, in each area separately. */
export type DialectFields = z.infer<typeof dialectFieldsSchema>

const MAX_CALLS = 100_000
/** No call waits longer than this for a place within its own limit, so that no profile can hold an exit back. */
const LONGEST_WINDOW_MS = 60_000
/** The slowest allowed pace of a limit, ms per call. */
const SLOWEST_MS = 10_000
/** The interface's own limit. */
const MAX_OPEN_ORDERS = 1000
const MAX_WEIGHT = 10_000_000
/** Room for the heaviest cancel and the heaviest read. With less, a read could hold up a cancel for a minute. */
const MIN_WEIGHT = 2 * Math.max(...ENDPOINT_NAMES.map((name) => ENDPOINTS[name].weight))

/** Header names that suggest a secret. */
export const SECRET_NAME =
  /key|secret|passw|passphrase|token|credential|auth|cookie|signature|session|bearer|jwt|^x-api/i

/** The `params` of an issue: what was expected, or what is wrong. */
export type ProfileProblem = { readonly expected: Fact } | { readonly problem: Message }

function leaf<T>(expected: Fact, is: (value: unknown) => boolean) {
  return z.custom<T>(is, { params: { expected } satisfies ProfileProblem })
}

function whole(min: number, max: number) {
  const isWhole = (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  return leaf<number>(message('expected.whole', { least: String(min), most: String(max) }), isWhole)
}

function text(expected: Message, pattern: RegExp) {
  return leaf<string>(expected, (value) => typeof value === 'string' && pattern.test(value))
}

function oneOf<const T extends readonly string[]>(words: T) {
  const expected = message('expected.oneOf', { words: words.map((word) => JSON.stringify(word)) })
  return leaf<T[number]>(expected, (value) => typeof value === 'string' && words.includes(value))
}

const yesOrNo = leaf<boolean>(message('expected.yesOrNo'), (value) => typeof value === 'boolean')

/** An object with some of `names`, and no others. */
function someOf<K extends string, V>(names: readonly K[], value: z.ZodType<V>) {
  const optional = value.optional()
  const shape = Object.fromEntries(names.map((name) => [name, optional])) as unknown as Record<
    K,
    z.ZodOptional<z.ZodType<V>>
  >
  return z.strictObject(shape) as unknown as z.ZodType<Partial<Record<K, V>>>
}

const perArea = <V>(value: z.ZodType<V>) => someOf(AREAS, value).optional()

// No empty segment, no `.` or `..`, and nothing to escape: a URL parser must not change what was signed.
const path = text(
  message('profile.path'),
  /^(?=.{2,400}$)(\/(?!\.{1,2}(\/|\?|$))[\w.-]+)+\/?(\?[\w.-]+=[\w.,-]+(&[\w.-]+=[\w.,-]+)*)?$/,
)
const limit: z.ZodType<Limit> = z.strictObject({ count: whole(1, MAX_CALLS), windowMs: whole(1, LONGEST_WINDOW_MS) })
const weight = leaf<number | null>(
  message('profile.weight', { least: String(MIN_WEIGHT), most: String(MAX_WEIGHT) }),
  (value) => value === null || whole(MIN_WEIGHT, MAX_WEIGHT).safeParse(value).success,
)
const headers = leaf<Record<string, string>>(
  message('profile.headers'),
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Headers that Plimsoll or the connection sets. */
const OURS =
  /^(x-ch-.*|content-.*|accept|accept-encoding|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|via|origin|referer|proxy-.*|futures-version)$/i
const MAX_HEADERS = 16
const HEADER_NAME = /^[\w-]{1,64}$/
const HEADER_TEXT = /^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/

export const dialectFieldsSchema = z
  .strictObject({
    api: z
      .strictObject({ spot: oneOf(['sapi', 'binance']).optional(), contract: oneOf(['v1', 'v2']).optional() })
      .optional(),
    signGetQuery: yesOrNo.optional(),
    spotVersion: oneOf(['v1', 'v2']).optional(),
    paths: someOf<EndpointName, string>(ENDPOINT_NAMES, path).optional(),
    limits: someOf<EndpointName, Limit>(ENDPOINT_NAMES, limit).optional(),
    weightPerMinute: perArea(weight),
    numericEncoding: perArea(oneOf(['string', 'number'])),
    batchIds: oneOf(['number', 'string']).optional(),
    triggerType: oneOf(['number', 'text', 'label']).optional(),
    conditionPriceRequired: yesOrNo.optional(),
    marketOpen: oneOf(['refused', 'contracts', 'orderUnit']).optional(),
    marketClose: oneOf(['market', 'limitIoc']).optional(),
    openOrders: perArea(oneOf(['unknown', 'wholeArea', 'perInstrument'])),
    openOrdersLimit: whole(SHORTEST_CUT_LIST, MAX_OPEN_ORDERS).optional(),
    depthLimit: perArea(whole(5, 100)),
    symbolCase: oneOf(['verbatim', 'upper', 'lower']).optional(),
    intervals: perArea(
      someOf<Interval, string>([...INTERVALS] as Interval[], text(message('profile.interval'), /^\w{1,16}$/)),
    ),
    clockLeadMs: whole(0, MOST_EARLY_MS).optional(),
    headers: headers.optional(),
  } satisfies Record<keyof Dialect, z.ZodType>)
  .superRefine((fields, context) => {
    const refuse = (name: keyof Dialect, problem: Message | null): void => {
      if (problem !== null)
        context.addIssue({ code: 'custom', path: [name], params: { problem } satisfies ProfileProblem })
    }
    const dialect = dialectOf(fields)
    refuse('headers', headersProblem(fields.headers ?? {}))
    refuse('paths', missingProblem(dialect.paths, dialect) ?? pathsProblem(dialect))
    refuse('limits', missingProblem(dialect.limits, dialect) ?? slowProblem(dialect))
    refuse('openOrders', listsProblem(dialect))
  })

/**
 * The dialect of an account. An earlier version accepted slower limits; those are dropped, and the table's limits
 * apply.
 */
export const storedDialectSchema = z.preprocess((stored) => {
  const dialect = z.looseObject({ limits: z.record(z.string(), z.unknown()) }).safeParse(stored)
  if (!dialect.success) return stored
  const usable = Object.entries(dialect.data.limits).filter(([, stated]) => {
    const read = limit.safeParse(stated)
    return read.success && !isSlow(read.data)
  })
  return { ...dialect.data, limits: Object.fromEntries(usable) }
}, dialectFieldsSchema)

const profileFields = {
  version: leaf<1>('1', (value) => value === 1),
  name: text(
    message('profile.name', { most: ACCOUNT_LIMITS.name }),
    new RegExp(`^(?! )[^\\p{C}\\p{Zl}\\p{Zp}]{1,${String(ACCOUNT_LIMITS.name)}}(?<! )$`, 'u'),
  ),
  // Omitted: the venue has no such area.
  spotBaseUrl: baseUrl(ACCOUNT_LIMITS.spotBaseUrl).optional(),
  contractBaseUrl: baseUrl(ACCOUNT_LIMITS.contractBaseUrl).optional(),
  dialect: dialectFieldsSchema.optional(),
}

export const profileSchema = z.strictObject(profileFields).superRefine(({ spotBaseUrl, contractBaseUrl }, context) => {
  if (spotBaseUrl === undefined && contractBaseUrl === undefined)
    context.addIssue({ code: 'custom', params: { problem: message('profile.noAddress') } satisfies ProfileProblem })
})

const source = text(message('profile.source'), /^\S.{0,199}$/u)

/** A preset: a profile, its evidence, and the venue's quirks. */
export const presetSchema = z
  .strictObject({
    ...profileFields,
    id: text(message('profile.id'), /^[a-z][a-z0-9]{1,31}$/),
    presetVersion: whole(1, 10_000),
    covers: oneOf(['spot', 'contract', 'both']),
    evidence: z.strictObject({
      date: text(message('profile.day'), /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
      kind: oneOf(EVIDENCE_KINDS),
      sources: z.array(source).min(1),
    }),
    quirks: z.array(z.string()),
  })
  .superRefine(({ covers, spotBaseUrl, contractBaseUrl }, context) => {
    const stated = { spot: spotBaseUrl, contract: contractBaseUrl }
    const isRight = AREAS.every((area) => (stated[area] !== undefined) === (covers === 'both' || covers === area))
    if (isRight) return
    const params: ProfileProblem = { problem: message('profile.covers') }
    context.addIssue({ code: 'custom', path: ['covers'], params })
  })

/** Fields with one value per area: a profile may set one and leave the other at its default. */
export const PER_AREA = ['api', 'weightPerMinute', 'numericEncoding', 'openOrders', 'depthLimit', 'intervals'] as const

/** The complete dialect described by `fields`. */
export function dialectOf(fields: DialectFields): Dialect {
  const perArea = PER_AREA.map((name) => [name, { ...DEFAULT_DIALECT[name], ...fields[name] }])
  return { ...DEFAULT_DIALECT, ...fields, ...Object.fromEntries(perArea) } as Dialect
}

function baseUrl(longest: number) {
  return leaf<string>(message('profile.address', { most: String(longest) }), (value) => {
    return typeof value === 'string' && value.length <= longest && checkBaseUrl(value, 'profile').ok
  })
}

function headersProblem(given: Readonly<Record<string, unknown>>): Message | null {
  const seen = new Set<string>()
  const count = Object.keys(given).length
  if (count > MAX_HEADERS) return message('profile.manyHeaders', { most: MAX_HEADERS, count })
  for (const [name, value] of Object.entries(given)) {
    const quoted = { name: JSON.stringify(name.slice(0, 80)) }
    if (SECRET_NAME.test(name)) return message('profile.secretHeader', quoted)
    if (!HEADER_NAME.test(name)) return message('profile.headerName', quoted)
    if (OURS.test(name)) return message('profile.ourHeader', quoted)
    if (seen.has(name.toLowerCase())) return message('profile.headerTwice', quoted)
    if (typeof value !== 'string' || !HEADER_TEXT.test(value)) return message('profile.headerText', quoted)
    seen.add(name.toLowerCase())
  }
  return null
}

/** A path or limit may only be set for a call that the interface has. */
function missingProblem(stated: Readonly<Partial<Record<EndpointName, unknown>>>, dialect: Dialect): Message | null {
  const missing = ENDPOINT_NAMES.find((name) => stated[name] !== undefined && rowOf(name, dialect) === null)
  return missing === undefined ? null : message('profile.notInApi', { name: JSON.stringify(missing) })
}

function isSlow({ count, windowMs }: Limit): boolean {
  return windowMs > count * SLOWEST_MS
}

function slowProblem({ limits }: Dialect): Message | null {
  const slow = ENDPOINT_NAMES.find((name) => limits[name] !== undefined && isSlow(limits[name]))
  return slow === undefined ? null : message('profile.slow', { name: JSON.stringify(slow), pace: { ms: SLOWEST_MS } })
}

function listsProblem({ openOrders, api }: Dialect): Message | null {
  const area = AREAS.find(
    (each) => openOrders[each] === 'wholeArea' && rowOf(`${each}.openOrders`, { api })?.needs !== undefined,
  )
  return area === undefined ? null : message('profile.oneAtATime', { area: JSON.stringify(area) })
}

/**
 * In either version of the paths, no other call may have the path of an order or a cancel: a test order sent there
 * would be a real order.
 */
function pathsProblem(dialect: Dialect): Message | null {
  // The probe sends a test order because its path promises that nothing is placed.
  const { 'spot.testOrder': test } = dialect.paths
  const there = endpointsOf(dialect)
  if (test !== undefined && !/\/test\/?$/.test(test)) return message('profile.testPath')
  const fixed = entriesOf(dialect.paths).map(([name, path]) => queryProblem(name, path, dialect))
  const problem = fixed.find((each) => each !== null)
  if (problem !== undefined) return problem
  for (const write of there.filter((name) => ENDPOINTS[name].retry === 'never')) {
    const taken = (['v1', 'v2'] as const).map((spotVersion) => pathOf(write, { ...dialect, spotVersion, paths: {} }))
    taken.push(pathOf(write, dialect))
    const method = rowOf(write, dialect)?.method
    const strayed = there.find(
      (name) => name !== write && rowOf(name, dialect)?.method === method && taken.includes(pathOf(name, dialect)),
    )
    if (strayed !== undefined)
      return message('profile.strayed', { name: JSON.stringify(strayed), write: JSON.stringify(write) })
  }
  return null
}

/** A fixed query is only for a GET, and must not repeat a parameter of the call. */
function queryProblem(name: EndpointName, path: string, dialect: Dialect): Message | null {
  const names = [...new URLSearchParams(path.split('?')[1] ?? '').keys()]
  if (names.length === 0) return null
  const { area, method, fields } = rowOf(name, dialect) ?? ENDPOINTS[name]
  if (method !== 'GET') return message('profile.noQuery', { name: JSON.stringify(name) })
  const sent = [...fields.map(([, wire]) => wire), ...(authenticationOf(area, dialect) === 'headers' ? [] : SIGNING)]
  const twice = names.find((one, index) => names.indexOf(one) !== index || sent.includes(one))
  return twice === undefined
    ? null
    : message('profile.sentAlready', { name: JSON.stringify(name), field: JSON.stringify(twice) })
}

function entriesOf(paths: Dialect['paths']): [EndpointName, string][] {
  return Object.entries(paths) as [EndpointName, string][]
}
