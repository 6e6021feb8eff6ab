import type { ServerResponse } from 'node:http'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Fault, FaultKind } from '../faults.ts'
import type { LedgerEntry, SimArea } from '../ledger.ts'
import { refused, tooMany } from './reply.ts'
import type { Reply } from './reply.ts'

export interface Sending {
  readonly area: SimArea
  readonly fault: Fault | null
  readonly entry: LedgerEntry
  readonly clock: Clock
}

type Spoil = (reply: Reply, fault: Fault, area: SimArea) => Reply

const GATEWAY_TIMEOUT: Reply = { status: 504, body: '<html><body><h1>504 Gateway Time-out</h1></body></html>' }

/** What a fault makes of the answer. Kinds that are not here leave it as it is. */
const SPOILED: Partial<Readonly<Record<FaultKind, Spoil>>> = {
  '504NotExecuted': () => GATEWAY_TIMEOUT,
  '504Executed': () => GATEWAY_TIMEOUT,
  '504ExecutedLate': () => GATEWAY_TIMEOUT,
  status429: (_reply, { retryAfter }, area) => tooMany(429, area, retryAfter),
  status418: (_reply, { retryAfter }, area) => tooMany(418, area, retryAfter),
  emptyBody: (reply) => ({ ...reply, body: '' }),
  malformed: (reply) => ({ ...reply, body: '{"orderId": 33025076251769836' }),
  errorWith200: (_reply, fault, area) => ({ ...refused(area, unknownError(fault)), status: 200 }),
  status400ButExecuted: (_reply, fault, area) => ({ ...refused(area, unknownError(fault)), status: 400 }),
  redirect: (_reply, fault) => ({ status: 307, body: '', headers: { location: fault.location ?? '/elsewhere' } }),
}

/** Writes an answer the way its fault wants it written. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  { area, fault, entry, clock }: Sending,
): Promise<void> {
  const { socket } = response
  if (fault?.kind === 'resetAfterRead') return void socket?.resetAndDestroy()
  if (fault?.kind === 'stall') return
  if (fault?.kind === 'delay') await wait(clock, fault.ms ?? 0)
  const spoiled = fault ? (SPOILED[fault.kind]?.(reply, fault, area) ?? reply) : reply
  const bytes = Buffer.from(spoiled.body)
  entry.status = spoiled.status
  response.writeHead(spoiled.status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': bytes.length,
    ...spoiled.headers,
  })
  if (fault?.kind !== 'truncate') return void response.end(bytes)
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket?.destroy())
}

function unknownError({ code = -1000 }: Fault): { code: number; msg: string } {
  return { code, msg: 'An unknown error occurred while processing the request.' }
}
