import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

/** The answer to a task of a page that the way out has overtaken. */
export function overtaken(operation: string): Result<never, Failure> {
  return err(localFailure('closed', operation, message('main.overtaken')))
}

/**
 * Makes tasks wait for each other, so that no account is entered while another is being entered or left. Only main may
 * go ahead, for the way out: it does not wait for a task of a page, which may take minutes or wait for an answer.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let ahead: Promise<unknown> = Promise.resolve()
  let turn = new AbortController()

  /**
   * Runs a task in its turn. `isOver` aborts when main goes ahead; the task must then open no account and ask nothing
   * more.
   */
  const inTurn =
    <Args extends unknown[], T>(task: (isOver: AbortSignal, ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      const done = last.then(() => ahead).then(() => task(turn.signal, ...args))
      last = done.catch(() => undefined)
      return done
    }

  /** Runs a task at once; it waits only for earlier tasks that went ahead too. */
  function goAhead<T>(task: () => Promise<T>): Promise<T> {
    turn.abort()
    turn = new AbortController()
    const done = ahead.then(task)
    ahead = done.catch(() => undefined)
    return done
  }

  return { inTurn, goAhead }
}
