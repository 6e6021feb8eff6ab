import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { Sent, type Asked, type Figures, type Kind, type Reply, type Request } from './risk-messages.ts'

/** The longest that figures may take, on a slow machine too. After that the worker hangs. */
const DEADLINE_MS = 20_000
/** After figures failed they are tried again this much later, and each time after twice as long. */
const BACK_OFF_MS = 1_000
const MOST_BACK_OFF_MS = 60_000

/** The worker as seen from here. */
export interface RiskPort {
  post(request: Request): void
  onReply(listener: (reply: Reply) => void): void
  /** It ended by a fault of its own; null: it did not say which. */
  onEnd(listener: (cause: string | null) => void): void
  end(): void
}

/**
 * Computes every risk figure in one worker, which starts with the first question. Main never waits for it: a crash or a
 * hang of the worker is the answer to the question it was at, and the next question goes to a new worker.
 */
export interface Risk {
  /**
   * Figures of what `asked` gives in the moment the worker is free: of the questions of one kind that wait only the newest
   * is kept. Null for the others, and when it is closed before there is an answer.
   */
  compute<K extends Kind>(kind: K, asked: () => Asked[K]): Promise<Result<Figures[K], Failure> | null>
  /** Ends the worker. */
  close(): void
}

interface Question {
  readonly kind: Kind
  request(sent: Sent): Request
  answer(result: Result<unknown, Failure> | null): void
}

export function createRisk(clock: Clock, start: () => RiskPort = startRiskWorker): Risk {
  /** By kind, the longest waiting first. */
  const waiting = new Map<Kind, Question>()
  /** What failed last time, how often it did in a row, and until when it is not tried again. */
  const failing = new Map<Kind, { readonly times: number; readonly until: number }>()
  let port: RiskPort | null = null
  let sent = new Sent()
  let at: { readonly question: Question; readonly callOff: () => void } | null = null
  let isClosed = false
  let callOffRetry = (): void => undefined

  function next(): void {
    callOffRetry()
    if (at !== null || isClosed) return
    const dueInMs = ({ kind }: Question): number => (failing.get(kind)?.until ?? -Infinity) - clock.mono()
    const questions = [...waiting.values()]
    const due = questions.find((question) => dueInMs(question) <= 0)
    if (due) put(due)
    else if (questions.length > 0) callOffRetry = clock.after(Math.min(...questions.map(dueInMs)), next)
  }

  function put(question: Question): void {
    waiting.delete(question.kind)
    at = { question, callOff: clock.after(DEADLINE_MS, () => lost('timeout', message('failure.figures.timeout'))) }
    try {
      port ??= open()
      port.post(question.request(sent))
    } catch (cause) {
      // How much of it the worker has is not known.
      lost('crashed', message('failure.figures.fault', { cause: String(cause) }))
    }
  }

  function open(): RiskPort {
    sent = new Sent()
    const own = start()
    own.onReply((reply) => {
      if (own !== port) return
      answer(
        reply.ok
          ? ok(reply.figures)
          : err(['notSupported', message('failure.figures.fault', { cause: reply.message })]),
      )
      next()
    })
    own.onEnd((cause) => {
      const why = cause === null ? message('failure.figures.ended') : message('failure.figures.fault', { cause })
      if (own === port) lost('crashed', why)
    })
    return own
  }

  /** The worker is of no use any more. */
  function lost(kind: FailureKind, why: Message): void {
    port?.end()
    port = null
    answer(err([kind, why]))
    next()
  }

  /** Answers the question the worker is at, if it is at one. */
  function answer(result: Result<unknown, readonly [FailureKind, why: Message]>): void {
    if (at === null) return
    const { question, callOff } = at
    const { kind } = question
    at = null
    callOff()
    if (result.ok) {
      failing.delete(kind)
      return question.answer(result)
    }
    const times = (failing.get(kind)?.times ?? 0) + 1
    failing.set(kind, { times, until: clock.mono() + Math.min(MOST_BACK_OFF_MS, BACK_OFF_MS * 2 ** (times - 1)) })
    const [failed, why] = result.error
    question.answer(err(localFailure(failed, `portfolio.${kind}`, why)))
  }

  return {
    compute<K extends Kind>(kind: K, asked: () => Asked[K]) {
      const { promise, resolve } = Promise.withResolvers<Result<Figures[K], Failure> | null>()
      if (isClosed) {
        resolve(null)
        return promise
      }
      const before = waiting.get(kind)
      waiting.set(kind, {
        kind,
        request: (to) => to.request(kind, asked()),
        // The worker answers what it was asked, and one question at a time.
        answer: (result) => resolve(result as Result<Figures[K], Failure> | null),
      })
      before?.answer(null)
      next()
      return promise
    },
    close() {
      isClosed = true
      callOffRetry()
      at?.callOff()
      port?.end()
      port = null
      for (const question of [...(at ? [at.question] : []), ...waiting.values()]) question.answer(null)
      at = null
      waiting.clear()
    },
  }
}

/** Beside this file, in the sources as in what is built from them. */
const ENTRY = join(import.meta.dirname, `risk-worker${extname(import.meta.filename)}`)

/** A thread, which does not keep this process alive. `entry`: its program. */
export function startRiskWorker(entry = ENTRY): RiskPort {
  // Flags of this process are not for it: they may say what to run first.
  const worker = new Worker(entry, { execArgv: [] })
  worker.unref()
  return {
    post: (request) => worker.postMessage(request),
    onReply: (listener) => void worker.on('message', listener),
    onEnd(listener) {
      let cause: string | null = null
      worker.on('error', (error: unknown) => (cause = error instanceof Error ? error.message : String(error)))
      worker.on('exit', () => listener(cause))
    },
    end: () => void worker.terminate(),
  }
}
