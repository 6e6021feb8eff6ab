/**
 * What a log line may contain: a closed list of fields, each with known words or a bounded number. Anything else is
 * left out, so that no secret, address, amount or venue text can get into the log.
 */
import { existsSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAILURE_KINDS, OUTCOMES, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { DELIVERIES, type Delivery } from '#shared/events/event.ts'
import { COMMANDS, type CommandName } from '#shared/ipc/contract.ts'
import { en } from '#shared/words/en/index.ts'

/** Every logged event, and its level. */
const EVENTS = {
  started: 'info',
  left: 'info',
  fault: 'error',
  commandFailed: 'error',
  commandRefused: 'warn',
  pageNotLoaded: 'warn',
  backgroundFailed: 'warn',
  updateFailed: 'warn',
  notified: 'info',
  files: 'warn',
  linesLost: 'warn',
} as const satisfies Readonly<Record<string, 'error' | 'warn' | 'info'>>

export type LogEvent = keyof typeof EVENTS

export interface LogFields {
  readonly operation?: CommandName
  readonly kind?: FailureKind
  readonly outcome?: Failure['outcome']
  /** The code of a message, without its facts. */
  readonly said?: string
  /** The delivery of a notification. */
  readonly told?: Delivery
  /** The status of an HTTP reply. */
  readonly status?: number | null
  readonly ms?: number
  readonly count?: number
  /** Anything that was thrown. For an error, its class and the places in our own files are logged. */
  readonly fault?: unknown
}

const ERRORS = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError'])
const MOST_FRAMES = 12

const keyOf = (known: object) => (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(known, value) ? value : null
const oneOf = (known: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && known.includes(value) ? value : null
const numberUpTo = (most: number) => (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= most ? Math.trunc(value) : null

/** The allowed value of each field; null: it is left out. */
const ALLOWED: { readonly [F in keyof Required<LogFields>]: (value: unknown) => unknown } = {
  operation: keyOf(COMMANDS),
  kind: oneOf(FAILURE_KINDS),
  outcome: oneOf(OUTCOMES),
  said: keyOf(en),
  told: oneOf(DELIVERIES),
  status: numberUpTo(599),
  ms: numberUpTo(1e9),
  count: numberUpTo(1e9),
  fault: faultOf,
}

export function isGrave(event: LogEvent): boolean {
  return EVENTS[event] !== 'info'
}

/** One line of JSON, without the line end. `at`: wall clock ms. */
export function logLine(at: number, event: LogEvent, fields: LogFields): string {
  const kept = Object.entries(ALLOWED).flatMap(([name, allowed]) => {
    const value = allowed(read(fields, name))
    return value === null ? [] : [[name, value] as const]
  })
  const level = EVENTS[event]
  return JSON.stringify({ at: new Date(at).toISOString(), level, event, ...Object.fromEntries(kept) })
}

/** A written line, reduced to its allowed content; null: not one of ours. */
export function cleanLine(line: string): string | null {
  try {
    const { at, event, ...fields } = JSON.parse(line) as Record<string, unknown>
    const time = typeof at === 'string' ? Date.parse(at) : NaN
    if (typeof event !== 'string' || !Object.hasOwn(EVENTS, event) || Number.isNaN(time)) return null
    return logLine(time, event as LogEvent, fields)
  } catch {
    return null
  }
}

function read(fields: unknown, name: string): unknown {
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
}

/** The fault in a thrown value, or in a written line about one. */
function faultOf(cause: unknown) {
  if (cause === undefined) return null
  if (typeof cause !== 'object' || cause === null) return { name: 'other', frames: [] }
  const { name, frames, stack } = cause as Record<string, unknown>
  const written = Array.isArray(frames) ? frames : framesIn(cause, stack)
  return {
    name: typeof name === 'string' && ERRORS.has(name) ? name : 'other',
    frames: written.flatMap((frame) => placeIn(frame) ?? []).slice(0, MOST_FRAMES),
  }
}

/** The lines of a stack trace after the message, which may itself look like a trace. */
function framesIn(cause: object, stack: unknown): readonly string[] {
  if (!(cause instanceof Error) || typeof stack !== 'string') return []
  const head = `${cause.name}: ${cause.message}`
  const rest = stack.startsWith(head) ? stack.slice(head.length) : stack.startsWith(`${cause.name}\n`) ? stack : ''
  return rest.split('\n')
}

/** Our own folder, of the sources or the build. */
const ROOT = dirname(import.meta.dirname)
const DIGITS = /^\d{1,7}$/

/** The place of a frame in our own files; null: elsewhere. */
function placeIn(frame: unknown): string | null {
  if (typeof frame !== 'string') return null
  const [column = '', line = '', ...rest] = placeOf(frame).split(':').reverse()
  if (!DIGITS.test(line) || !DIGITS.test(column)) return null
  const file = pathOf(rest.reverse().join(':'))
  const isOurs = file?.startsWith(ROOT + sep) && existsSync(file)
  return isOurs && file ? `${relative(ROOT, file).split(sep).join('/')}:${line}:${column}` : null
}

/** "at sign (file:1:2)", "at file:1:2", "file:1:2" */
function placeOf(frame: string): string {
  return frame.endsWith(')') ? frame.slice(frame.lastIndexOf('(') + 1, -1) : frame.slice(frame.lastIndexOf(' ') + 1)
}

function pathOf(where: string): string | null {
  try {
    return resolve(ROOT, where.startsWith('file:') ? fileURLToPath(where) : where)
  } catch {
    return null
  }
}
