/** The app lock, as it crosses between the window and main. */
import { z } from 'zod'
import type { Message } from '../domain/message.ts'

/** Minutes without a touch after which it locks. */
export const IDLE_CHOICES = [1, 5, 15, 60] as const

export const lockSettings = z.strictObject({
  /** null: not for want of a touch. */
  idleMinutes: z.literal(IDLE_CHOICES).nullable(),
  /** When the computer sleeps or its screen is locked. */
  onSleep: z.boolean(),
  /** Cancel all and Flatten are there while it is locked. */
  waysOut: z.boolean(),
})
export type LockSettings = z.infer<typeof lockSettings>

/** What may be changed about it; main asks for the passphrase first. */
export const lockChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passphrase') }),
  z.strictObject({ kind: z.literal('remove') }),
  z.strictObject({ kind: z.literal('settings'), settings: lockSettings }),
])
export type LockChange = z.infer<typeof lockChange>

export interface LockView {
  readonly isLocked: boolean
  /** null: there is no passphrase, so it never locks; or its file can not be read. */
  readonly settings: LockSettings | null
  readonly waysOut: boolean
  /** Why no passphrase opens it. */
  readonly fault: Message | null
}
