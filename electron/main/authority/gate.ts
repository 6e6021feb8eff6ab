import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { COMMANDS } from '#shared/ipc/contract.ts'
import type { CommandArgs, CommandName, CommandResult } from '#shared/ipc/contract.ts'
import { isPlain } from '#shared/ipc/plain.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'
import type { AppLock } from '../lock/app-lock.ts'
import { APP_ORIGIN } from '../window/app-files.ts'

/** How many characters of a field's name a refusal shows. */
const LONGEST_FIELD = 80

/**
 * Main's handler for each command. `from`: the number of the page load that asks. A command without a handler does not
 * compile.
 */
export type Handlers = {
  readonly [K in CommandName]: (args: CommandArgs<K>, from: number) => Promise<CommandResult<K>>
}

interface GateOptions {
  readonly clock: Clock
  readonly log: Log
  readonly window: () => BrowserWindow | null
  /** The windows that show one panel each. */
  readonly popOuts: () => readonly BrowserWindow[]
  /** The number of page loads so far: a reloaded page has nothing that was granted or shown to the one before. */
  readonly load: () => number
  /**
   * While Plimsoll is locked, a page can only unlock it, lead to the main window, and use the ways out if the trader
   * allowed that.
   */
  readonly lock: Pick<AppLock, 'isLocked' | 'waysOut'>
}

const WHILE_LOCKED: ReadonlySet<CommandName> = new Set(['getLock', 'unlock', 'getSettings', 'openWayOut', 'showPlace'])

/**
 * Everything that a window of one panel may ask for: what it shows, and to lead to the main window. Anything else, also
 * new commands, is refused.
 */
const FOR_POP_OUTS: ReadonlySet<CommandName> = new Set(['getPortfolio', 'getSettings', 'getLock', 'showPlace'])

/** Stands for the page load of such a window. No plan or grant belongs to this number. */
const NO_LOAD = -1

/** The handler of each channel in the table. It never throws, whatever the sender or the arguments. */
export function gatesOf(handlers: Handlers, { clock, log, window, popOuts, load, lock }: GateOptions) {
  const isShut = (name: CommandName): boolean =>
    lock.isLocked() && (!WHILE_LOCKED.has(name) || (name === 'openWayOut' && !lock.waysOut()))
  function senderOf(event: Sent): 'main' | 'popOut' | null {
    if (isFrom(event, window())) return 'main'
    return popOuts().some((popOut) => isFrom(event, popOut)) ? 'popOut' : null
  }
  return (Object.keys(COMMANDS) as CommandName[]).map((name) => {
    const passOf = () => gateOf(name, handlers[name], clock, log)
    // Each kind of window has its own rates, so that no other window uses up those of the main window.
    const passes = { main: passOf(), popOut: FOR_POP_OUTS.has(name) ? passOf() : null }
    const answer = async (event: Sent, ...args: readonly unknown[]): Promise<unknown> => {
      const sender = senderOf(event)
      if (sender === null) return refuse(name, message('main.notThisWindow'))
      const pass = passes[sender]
      if (pass === null) return refuse(name, message('main.onlyMainWindow'))
      if (args.length !== 1) return refuse(name, message('main.notUnderstoodAll'))
      if (isShut(name)) return refuse(name, message('lock.locked'))
      const answered = await pass(args[0], sender === 'main' ? load() : NO_LOAD)
      // Plimsoll may have been locked meanwhile.
      return isShut(name) ? lockedMeanwhile(name) : answered
    }
    return [name, answer] as const
  })
}

type Sent = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/** Whether the sender is the top frame of `window`, on our own origin. An empty or `about:blank` frame is not. */
function isFrom({ sender, senderFrame: frame }: Sent, window: BrowserWindow | null): boolean {
  try {
    if (!frame || !window || window.isDestroyed()) return false
    return sender.id === window.webContents.id && frame.parent === null && frame.origin === APP_ORIGIN
  } catch {
    // A frame or page that is gone throws when it is read.
    return false
  }
}

/**
 * Handles one command from a trusted sender: rate, size, strict parse, handler, `Result`. Each command has its own
 * rate, so that a flood of one does not use up that of a cancel.
 */
export function gateOf<K extends CommandName>(name: K, handle: Handlers[K], clock: Clock, log: Log) {
  const rate = new RateCap(clock, COMMANDS[name].perSecond, 1_000)
  return async (args: unknown, from: number): Promise<unknown> => {
    if (!rate.take()) return refuse(name, message('main.tooOften'))
    const parsed = parse(name, args)
    if (!parsed.ok) return refuse(name, parsed.error)
    try {
      // The table pairs each name with its schema and handler. TypeScript cannot follow that from a name.
      const ask = handle as (args: unknown, from: number) => Promise<Result<unknown, Failure>>
      const answer = await ask(parsed.value, from)
      if (!answer.ok) logRefusal(name, answer.error, log)
      return answer
    } catch (error) {
      log.write('commandFailed', { operation: name, fault: error })
      return refuse(name, message('main.inside'))
    }
  }
}

function parse(name: CommandName, args: unknown): Result<unknown, Message> {
  try {
    if (!isPlain(args, COMMANDS[name].largest)) return err(message('main.notUnderstoodAll'))
    const parsed = COMMANDS[name].args.safeParse(args)
    return parsed.success ? ok(parsed.data) : err(whyRefused(parsed.error))
  } catch {
    // A property that throws when read. No data cloned from a page has one.
    return err(message('main.notUnderstoodAll'))
  }
}

function refuse(name: CommandName, why: Message): Result<never, Failure> {
  return err(localFailure('invalidParameter', name, why))
}

/** The handler ran, but its effect is not shown to the page that asked. */
function lockedMeanwhile(name: CommandName): Result<never, Failure> {
  const failure = localFailure('closed', name, message('lock.lockedMeanwhile'))
  return err({ ...failure, outcome: 'unknown' })
}

/** The schema's own message for the first fault, or the name of its field. */
function whyRefused({ issues: [issue] }: z.ZodError): Message {
  const own = issue?.code === 'custom' ? (issue.params?.['says'] as Message | undefined) : undefined
  if (own) return own
  // The name of a property may be chosen by the page and have any length.
  const field = (issue?.path.join('.') ?? '').slice(0, LONGEST_FIELD)
  return field === '' ? message('main.notUnderstoodAll') : message('main.notUnderstood', { field })
}

function logRefusal(
  operation: CommandName,
  { kind, outcome, message: reason, httpStatus: status }: Failure,
  log: Log,
): void {
  log.write('commandRefused', { operation, kind, outcome, said: reason.code, status })
}

/** Allows `most` calls at once, and that many again within each following `withinMs`. */
export class RateCap {
  readonly #clock: Pick<Clock, 'mono'>
  readonly #most: number
  readonly #withinMs: number
  #tokens: number
  #filledAt: number

  constructor(clock: Pick<Clock, 'mono'>, most: number, withinMs: number) {
    this.#clock = clock
    this.#most = most
    this.#withinMs = withinMs
    this.#tokens = most
    this.#filledAt = clock.mono()
  }

  take(): boolean {
    const now = this.#clock.mono()
    const earned = ((now - this.#filledAt) / this.#withinMs) * this.#most
    this.#tokens = Math.min(this.#most, this.#tokens + earned)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
