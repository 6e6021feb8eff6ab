/** The app lock, as it crosses between the window and main. */
import { z } from 'zod'
import type { Message } from '../domain/message.ts'

/** Minutes without input after which the app locks. */
export const IDLE_CHOICES = [1, 5, 15, 60] as const

export const lockSettings = z.strictObject({
  /** null: lack of input does not lock it. */
  idleMinutes: z.literal(IDLE_CHOICES).nullable(),
  /** Lock when the computer sleeps or its screen is locked. */
  onSleep: z.boolean(),
  /** Cancel all and Flatten work while it is locked. */
  waysOut: z.boolean(),
})
export type LockSettings = z.infer<typeof lockSettings>

/** What may be changed about the lock; main asks for the passphrase first. */
export const lockChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase') }),
  z.strictObject({ kind: z.literal('remove') }),
  z.strictObject({ kind: z.literal('settings'), settings: lockSettings }),
])
export type LockChange = z.infer<typeof lockChange>

export interface LockView {
  readonly isLocked: boolean
  /** null: there is no passphrase, so it never locks; or its file cannot be read. */
  readonly settings: LockSettings | null
  readonly waysOut: boolean
  /** Why no passphrase opens it. */
  readonly fault: Message | null
}
