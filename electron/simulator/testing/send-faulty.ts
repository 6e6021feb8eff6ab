import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { FaultKind, ActiveFault } from './faults.ts'
import type { LedgerEntry } from './ledger.ts'
import { packed, spoiled, type Packed, type Spoiling } from './spoil.ts'
import { writeHead, type Reply } from '../wire/answer.ts'

type Write = (response: ServerResponse, reply: Packed, met: ActiveFault, clock: Clock) => void | Promise<void>

const TRICKLE_MS = 1000
/** Longer than any client waits. */
const STALLED_MS = 86_400_000

/** Ways to write an answer other than normally. */
const WRITERS: Partial<Readonly<Record<FaultKind, Write>>> = {
  truncate: (response, reply) => {
    writeHead(response, reply, reply.body.length)
    response.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), () => response.socket?.destroy())
  },
  lengthTooLong: (response, reply) => {
    writeHead(response, reply, reply.body.length + 16)
    response.write(reply.body, () => response.socket?.destroy())
  },
  // Node would not write these two, so they go to the socket directly.
  lengthTooShort: (response, reply) =>
    raw(response, [...rawHead(reply), `content-length: ${Math.floor(reply.body.length / 2)}`], reply.body),
  badChunk: (response, reply) =>
    raw(response, [...rawHead(reply), 'transfer-encoding: chunked'], Buffer.from(`zz\r\n${reply.body.toString()}\r\n`)),
  trickle: async (response, reply, { fault }, clock) => {
    writeHead(response, reply, reply.body.length)
    for (const byte of reply.body) {
      if (response.destroyed) return
      response.write(Uint8Array.of(byte))
      await wait(clock, fault.ms ?? TRICKLE_MS)
    }
    response.end()
  },
}

/** Writes an answer as its fault demands. */
export async function sendFaulty(
  response: ServerResponse,
  reply: Reply,
  met: ActiveFault | null,
  sending: Spoiling & { readonly entry: LedgerEntry; readonly connection: Socket },
): Promise<void> {
  const { entry, clock, connection } = sending
  const fault = met?.fault ?? null
  if (fault?.kind === 'resetAfterRead' || fault?.kind === 'lostAndHidden') return void connection.resetAndDestroy()
  if (fault?.kind === 'finWithoutReply') return void response.socket?.end()
  if (fault?.kind === 'stall') return hold(response, clock)
  if (fault?.kind === 'delay') await wait(clock, fault.ms ?? 0)
  const bytes = packed(spoiled(reply, met, sending), fault)
  entry.status = bytes.status
  const write = fault ? WRITERS[fault.kind] : undefined
  if (met && write) return write(response, bytes, met, clock)
  writeHead(response, bytes, bytes.body.length)
  response.end(bytes.body)
}

/** Never answers while the connection lasts. It waits on the clock, so that virtual time knows about it. */
function hold(response: ServerResponse, clock: Clock): void {
  const release = clock.after(STALLED_MS, () => response.destroy())
  response.once('close', release)
}

function rawHead({ status, headers }: Packed): string[] {
  const lines = Object.entries({ 'content-type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`HTTP/1.1 ${status} OK`, ...lines]
}

function raw({ socket }: ServerResponse, lines: readonly string[], body: Buffer): void {
  socket?.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket?.end(body)
}
