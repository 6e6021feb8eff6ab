import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

/** The answer to what was overtaken by the way out. */
export function overtaken(operation: string): Result<never, Failure> {
  return err(localFailure('closed', operation, message('main.overtaken')))
}

/**
 * Makes functions wait for each other, so that no account is entered while another is being entered or left. Only main
 * goes ahead, for the way out: it waits for nothing that a page began, which may take minutes or wait for an answer.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let ahead: Promise<unknown> = Promise.resolve()
  let turn = new AbortController()

  /** `isOver` aborts when main goes ahead. What has this turn must then open no account and ask nothing more. */
  const inTurn =
    <Args extends unknown[], T>(task: (isOver: AbortSignal, ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      const done = last.then(() => ahead).then(() => task(turn.signal, ...args))
      last = done.catch(() => undefined)
      return done
    }

  /** Waits only for an earlier call of this. */
  function goAhead<T>(task: () => Promise<T>): Promise<T> {
    turn.abort()
    turn = new AbortController()
    const done = ahead.then(task)
    ahead = done.catch(() => undefined)
    return done
  }

  return { inTurn, goAhead }
}
