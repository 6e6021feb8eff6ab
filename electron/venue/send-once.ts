import { DecoratorHandler } from 'undici'
import type { Dispatcher } from 'undici'

/** What is known of one request's way to the socket. */
export interface Passage {
  /** Bytes may have left: from here on nobody can say "not sent". */
  started: boolean
  /** The HTTP status, as soon as its line was read. */
  status: number | null
}

/**
 * Lets one request through to the socket, once. `fetch` is free to send again (a 421 answer makes it, by its standard) and
 * a connection pool may requeue; behind this they can not. Notes how far the request came.
 */
export function sendOnce(passage: Passage): Dispatcher.DispatcherComposeInterceptor {
  let dispatched = false
  return (dispatch) => (options, handler) => {
    if (dispatched) throw new Error('refused to send a request twice')
    dispatched = true
    return dispatch(options, new PassageHandler(handler, passage))
  }
}

class PassageHandler extends DecoratorHandler {
  readonly #passage: Passage

  constructor(handler: Dispatcher.DispatchHandler, passage: Passage) {
    super(handler)
    this.#passage = passage
  }

  /** Called right before the request is written to a connected socket. */
  override onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    if (this.#passage.started) {
      controller.abort(new Error('refused to send a request twice'))
      return
    }
    this.#passage.started = true
    super.onRequestStart?.(controller, context)
  }

  override onResponseStart(...args: Parameters<Required<Dispatcher.DispatchHandler>['onResponseStart']>): void {
    this.#passage.status = args[1]
    super.onResponseStart?.(...args)
  }
}
