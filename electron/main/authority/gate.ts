import type { z } from 'zod'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { COMMANDS } from '#shared/ipc/contract.ts'
import type { CommandArgs, CommandName, CommandResult } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'

/** What main does for each command, asked by window `from`; a command without a handler does not compile. */
export type Handlers = {
  readonly [K in CommandName]: (args: CommandArgs<K>, from: number) => Promise<CommandResult<K>>
}

/** One command as it may be asked for by a trusted sender: rate, then strict parse, then handler, then `Result`. */
export function gateOf<K extends CommandName>(name: K, handle: Handlers[K], clock: Clock, log: Log) {
  const { perSecond } = COMMANDS[name]
  const rate = new RateCap(clock, perSecond, 1_000)
  return async (args: unknown, from: number): Promise<unknown> => {
    if (!rate.take()) return refuse(name, message('main.tooOften'))
    const parsed = COMMANDS[name].args.safeParse(args)
    if (!parsed.success) return refuse(name, whyRefused(parsed.error))
    try {
      // The table pairs each name with its own schema and handler; TypeScript can not follow that from a name.
      const ask = handle as (args: unknown, from: number) => Promise<Result<unknown, Failure>>
      const answer = await ask(parsed.data, from)
      if (!answer.ok) logRefusal(name, answer.error, log)
      return answer
    } catch (error) {
      log.write('commandFailed', { operation: name, fault: error })
      return refuse(name, message('main.inside'))
    }
  }
}

export function refuse(name: CommandName, why: Message): Result<never, Failure> {
  return err(localFailure('invalidParameter', name, why))
}

/** The schema's own message on the first fault, or the name of its field. */
function whyRefused({ issues: [issue] }: z.ZodError): Message {
  const own = issue?.code === 'custom' ? (issue.params?.['says'] as Message | undefined) : undefined
  if (own) return own
  const field = issue?.path.join('.') ?? ''
  return field === '' ? message('main.notUnderstoodAll') : message('main.notUnderstood', { field })
}

function logRefusal(
  operation: CommandName,
  { kind, outcome, message: said, httpStatus: status }: Failure,
  log: Log,
): void {
  log.write('commandRefused', { operation, kind, outcome, said: said.code, status })
}

/** Lets `most` through at once, and so many again in each `withinMs` after that. */
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
