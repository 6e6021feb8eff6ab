/**
 * A release's statement about one of its packages, signed with a key that is on no server. The owner of the feed can
 * withhold an update, but not make one.
 */
import { verify } from 'node:crypto'
import { z } from 'zod'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

/** The running program. */
export interface Installed {
  readonly version: string
  readonly platform: string
  readonly arch: string
}

/** Ed25519 public keys, PEM: the current one and the next, so that a key can be retired. */
export type UpdateKeys = readonly [current: string, next: string]

const version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

const statementSchema = z.strictObject({
  version,
  platform: z.string(),
  arch: z.string(),
  /** The file's SHA-512, base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  /** The oldest version that it may replace. */
  minVersion: version,
  /** The last day (UTC) it is valid, as 2027-01-31, so that an old release cannot be offered for ever. */
  notAfter: z.iso.date(),
})

export type Statement = z.infer<typeof statementSchema>

/**
 * The statement if it can be trusted, or why not.
 * @param bytes as signed. @param signature base64. @param at wall clock ms.
 */
export function readStatement(
  bytes: Buffer,
  signature: string,
  keys: UpdateKeys,
  installed: Installed,
  at: number,
): Result<Statement, Message> {
  const seal = Buffer.from(signature, 'base64')
  if (!keys.some((key) => verify(null, bytes, key, seal))) return err(message('main.update.notSigned'))
  const read = statementSchema.safeParse(jsonIn(bytes))
  if (!read.success) return err(message('main.update.unreadable'))
  const { platform, arch, notAfter, minVersion } = read.data
  if (platform !== installed.platform || arch !== installed.arch) return err(message('main.update.otherSystem'))
  if (at >= Date.parse(notAfter) + DAY_MS) return err(message('main.update.expired', { day: notAfter }))
  if (!isNewer(read.data.version, installed.version)) {
    return err(message('main.update.notNewer', { version: read.data.version }))
  }
  if (isNewer(minVersion, installed.version)) return err(message('main.update.tooOld', { version: minVersion }))
  return ok(read.data)
}

const DAY_MS = 86_400_000

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/** Whether `one` is newer than `other`; both are like "1.2.3". */
function isNewer(one: string, other: string): boolean {
  const numbers = (text: string): readonly number[] => text.split('.').map((part) => parseInt(part, 10))
  const before = numbers(other)
  const difference = numbers(one)
    .map((part, index) => part - (before[index] ?? 0))
    .find((part) => part !== 0)
  return difference !== undefined && difference > 0
}
