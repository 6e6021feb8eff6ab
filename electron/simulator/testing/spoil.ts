/** How a fault changes an answer before it is written. */
import { gzipSync } from 'node:zlib'
import type { Clock } from '#shared/domain/clock.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Fault, FaultKind, ActiveFault } from './faults.ts'
import type { Random } from '../exchange/market/random.ts'
import { frozen, mapAt, ALTERATIONS } from './odd-data.ts'
import { bodyText, refused, tooMany, type Reply } from '../wire/answer.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'

/** What a fault may use besides the answer. */
export interface Spoiling {
  readonly area: Area
  readonly url: string
  readonly style: SimDialect
  readonly random: Random
  readonly clock: Clock
}

type Spoil = (reply: Reply, fault: Fault, around: Spoiling, memory: Map<string, unknown>) => Reply

/** A reply with known bytes: `body` replaces its JSON, and `encoding` says how it is compressed. */
export interface Packed {
  readonly status: number
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const MIB = 1024 * 1024
const GATEWAY_TIMEOUT = html(504, 'Gateway Time-out')
const HUGE_HEADER = 64 * 1024
const BOMB_BYTES = 200 * MIB
const HUGE_BYTES = 50_000_000
const DEPTH = 200_000
/** In a mangled answer, about one byte in this many is changed. */
const MANGLED_ONE_IN = 40

const SPOILED: Partial<Readonly<Record<FaultKind, Spoil>>> = {
  '504NotExecuted': () => GATEWAY_TIMEOUT,
  '504Executed': () => GATEWAY_TIMEOUT,
  '504ExecutedLate': () => GATEWAY_TIMEOUT,
  '408Close': () => ({ ...html(408, 'Request Time-out'), headers: { connection: 'close' } }),
  htmlPage: (_reply, { status = 200 }) => html(status, 'Sign in'),
  serverError: (_reply, { status = 500 }) => html(status, 'Internal Server Error'),
  status429: (_reply, { status = 429, retryAfter }, { area, style }) => ({
    ...tooMany(429, area, style, retryAfter),
    status,
  }),
  status418: (_reply, { retryAfter }, { area, style }) => tooMany(418, area, style, retryAfter),
  errorWith200: (_reply, fault, { area, style }) => ({ ...refused(area, unknownError(fault), style), status: 200 }),
  status400ButExecuted: (_reply, fault, { area, style }) => ({
    ...refused(area, unknownError(fault), style),
    status: 400,
  }),
  redirect: (_reply, { status = 307, location = '/elsewhere' }) => ({ status, text: '', headers: { location } }),
  emptyBody: ({ status }) => ({ status, text: '' }),
  status204: () => ({ status: 204, text: '' }),
  hugeHeader: (reply) => ({ ...reply, headers: { ...reply.headers, 'x-filler': 'x'.repeat(HUGE_HEADER) } }),
  malformed: ({ status }, { body = '{"orderId": 33025076251769836' }) => ({ status, text: body }),
  mangled: (reply, _fault, { random }) => ({ status: reply.status, text: mangled(bodyText(reply), random) }),
  deepJson: ({ status }) => ({ status, text: '['.repeat(DEPTH) + ']'.repeat(DEPTH) }),
  hugeJson: ({ status }, { bytes = HUGE_BYTES }) => ({ status, text: `[${'0,'.repeat(Math.ceil(bytes / 2))}0]` }),
  frozenNumbers: (reply, { field = '' }, { url }, memory) =>
    reply.text === undefined ? { ...reply, json: frozen(reply.json, field, memory, url) } : reply,
  cached: (reply, _fault, { url }, memory) => {
    const earlier = memory.get(url) as Reply | undefined
    if (!earlier) memory.set(url, reply)
    return earlier ?? reply
  },
  aged: (reply, _fault, { url, clock }, memory) => {
    const now = clock.mono()
    const first = (memory.get(url) as { reply: Reply; at: number } | undefined) ?? { reply, at: now }
    memory.set(url, first)
    const age = String(Math.floor((now - first.at) / 1000))
    return { ...first.reply, headers: { ...first.reply.headers, age } }
  },
}

/** The answer, changed by its fault. */
export function spoiled(reply: Reply, met: ActiveFault | null, around: Spoiling): Reply {
  if (!met) return reply
  const { fault, memory } = met
  const twist = ALTERATIONS[fault.kind]
  if (twist && reply.text === undefined) {
    const change = (json: unknown): unknown => twist(json, fault, around.random)
    return { ...reply, json: fault.where === undefined ? change(reply.json) : mapAt(reply.json, fault.where, change) }
  }
  return SPOILED[fault.kind]?.(reply, fault, around, memory) ?? reply
}

/** The bytes of an answer. A bomb is always compressed. */
export function packed(reply: Reply, fault: Fault | null): Packed {
  const body = Buffer.from(bodyText(reply))
  const headers = reply.headers ?? {}
  if (fault?.kind !== 'gzipBomb' && fault?.kind !== 'compressed') return { status: reply.status, body, headers }
  const before = fault.kind === 'gzipBomb' ? [bomb(fault.bytes ?? BOMB_BYTES)] : []
  return {
    status: reply.status,
    body: Buffer.concat([...before, gzipSync(body)]),
    headers: { ...headers, 'content-encoding': 'gzip' },
  }
}

/** Spaces, which JSON allows at the beginning: one compressed MiB repeated, as members of one gzip file. */
function bomb(bytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(MIB, ' '))
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / MIB) }, () => member))
}

function mangled(text: string, random: Random): string {
  return Array.from(text, (char) => (random.chance(1 / MANGLED_ONE_IN) ? randomChar(random) : char)).join('')
}

/** Any printable ASCII character, including JSON's own. */
function randomChar(random: Random): string {
  return String.fromCharCode(32 + Math.floor(random.next() * 95))
}

function html(status: number, title: string): Reply {
  return {
    status,
    text: `<html><body><h1>${status} ${title}</h1></body></html>`,
    headers: { 'content-type': 'text/html' },
  }
}

function unknownError({ code = -1000 }: Fault): { code: number; msg: string } {
  return { code, msg: 'An unknown error occurred while processing the request.' }
}
