import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { patched, type Patch } from '#shared/domain/patch.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { Sent, type Asked, type Figures, type Kind, type Reply, type Request } from './risk-messages.ts'

/** Figures that take longer than this, even on a slow machine, mean that the worker hangs. */
const DEADLINE_MS = 20_000
/** Failed figures are retried after this time, which doubles with each failure. */
const BACK_OFF_MS = 1_000
const MOST_BACK_OFF_MS = 60_000

/** The worker as seen from main. */
export interface RiskPort {
  post(request: Request): void
  onReply(listener: (reply: Reply) => void): void
  /** The worker ended through its own fault; `cause` null: unknown why. */
  onEnd(listener: (cause: string | null) => void): void
  end(): void
}

interface Question {
  readonly kind: Kind
  request(sent: Sent): Request
  answer(result: Result<unknown, Failure> | null): void
}

/**
 * Computes every risk figure in one worker, which starts with the first request. Main never waits for it: if the worker
 * crashes or hangs, that becomes the answer to its current request, and the next request goes to a new worker.
 */
export class Risk {
  readonly #clock: Clock
  readonly #start: () => RiskPort
  /** By kind, the longest waiting first. */
  readonly #waiting = new Map<Kind, Question>()
  /** Kinds that failed last time: how many times in a row, and until when they are not retried. */
  readonly #failing = new Map<Kind, { readonly times: number; readonly until: number }>()
  #port: RiskPort | null = null
  #sent = new Sent()
  /** The figures that the worker returned last, by kind. */
  #given = new Map<Kind, unknown>()
  #at: { readonly question: Question; readonly callOff: () => void } | null = null
  #isClosed = false
  #callOffRetry = (): void => undefined

  constructor(clock: Clock, start: () => RiskPort = startRiskWorker) {
    this.#clock = clock
    this.#start = start
  }

  /**
   * Figures computed from what `asked` returns once the worker is free. Of the waiting requests of one kind only the
   * newest is kept; the others resolve with null, as do those without an answer when it is closed.
   */
  compute<K extends Kind>(kind: K, asked: () => Asked[K]): Promise<Result<Figures[K], Failure> | null> {
    if (this.#isClosed) return Promise.resolve(null)
    const { promise, resolve } = Promise.withResolvers<Result<Figures[K], Failure> | null>()
    const before = this.#waiting.get(kind)
    this.#waiting.set(kind, {
      kind,
      request: (to) => to.request(kind, asked()),
      // The worker answers what it was asked, one request at a time.
      answer: (result) => resolve(result as Result<Figures[K], Failure> | null),
    })
    before?.answer(null)
    this.#next()
    return promise
  }

  /** Ends the worker. */
  close(): void {
    this.#isClosed = true
    this.#callOffRetry()
    this.#at?.callOff()
    this.#port?.end()
    this.#port = null
    for (const question of [...(this.#at ? [this.#at.question] : []), ...this.#waiting.values()]) question.answer(null)
    this.#at = null
    this.#waiting.clear()
  }

  #next(): void {
    this.#callOffRetry()
    if (this.#at !== null || this.#isClosed) return
    const dueInMs = ({ kind }: Question): number => (this.#failing.get(kind)?.until ?? -Infinity) - this.#clock.mono()
    const questions = [...this.#waiting.values()]
    const due = questions.find((question) => dueInMs(question) <= 0)
    if (due) this.#put(due)
    else if (questions.length > 0) {
      this.#callOffRetry = this.#clock.after(Math.min(...questions.map(dueInMs)), () => this.#next())
    }
  }

  #put(question: Question): void {
    this.#waiting.delete(question.kind)
    const hangs = (): void => this.#lose('timeout', message('failure.figures.timeout'))
    this.#at = { question, callOff: this.#clock.after(DEADLINE_MS, hangs) }
    try {
      this.#port ??= this.#open()
      this.#port.post(question.request(this.#sent))
    } catch (cause) {
      // It is unknown how much of the request reached the worker.
      this.#lose('crashed', message('failure.figures.fault', { cause: String(cause) }))
    }
  }

  #open(): RiskPort {
    this.#sent = new Sent()
    this.#given = new Map()
    const own = this.#start()
    own.onReply((reply) => {
      if (own !== this.#port) return
      if (reply.ok) this.#take(reply.change)
      else this.#fail('notSupported', message('failure.figures.fault', { cause: reply.message }))
      this.#next()
    })
    own.onEnd((cause) => {
      const why = cause === null ? message('failure.figures.ended') : message('failure.figures.fault', { cause })
      if (own === this.#port) this.#lose('crashed', why)
    })
    return own
  }

  #take(change: Patch | null): void {
    const kind = this.#at?.question.kind
    if (kind === undefined) return
    const figures = patched(this.#given.get(kind), change)
    this.#given.set(kind, figures)
    this.#answer(ok(figures))
  }

  /** The worker is unusable, so the next request goes to a new one. */
  #lose(kind: FailureKind, why: Message): void {
    this.#port?.end()
    this.#port = null
    this.#fail(kind, why)
    this.#next()
  }

  /** The latest figures could not be computed, and are not retried for a while. */
  #fail(failed: FailureKind, why: Message): void {
    const kind = this.#at?.question.kind
    if (kind === undefined) return
    const times = (this.#failing.get(kind)?.times ?? 0) + 1
    const waitMs = Math.min(MOST_BACK_OFF_MS, BACK_OFF_MS * 2 ** (times - 1))
    this.#failing.set(kind, { times, until: this.#clock.mono() + waitMs })
    this.#answer(err(localFailure(failed, `portfolio.${kind}`, why)))
  }

  /** Answers the worker's current request, if any. */
  #answer(result: Result<unknown, Failure>): void {
    const at = this.#at
    if (at === null) return
    this.#at = null
    at.callOff()
    if (result.ok) this.#failing.delete(at.question.kind)
    at.question.answer(result)
  }
}

/** Beside this file, both in the sources and in the build. */
const ENTRY = join(import.meta.dirname, `risk-worker${extname(import.meta.filename)}`)

/** A thread that does not keep this process alive. `entry`: its program. */
export function startRiskWorker(entry = ENTRY): RiskPort {
  // Without this process's flags, which may preload code.
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
