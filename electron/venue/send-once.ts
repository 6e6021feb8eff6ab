import type { Dispatcher } from 'undici'

/** What is known of one request's way to the socket. */
export interface Passage {
  /** Monotonic ms of the hand-over to a live socket; from then on bytes may have left. null: none did. */
  sentAt: number | null
  /** The HTTP status, as soon as its line was read. */
  status: number | null
}

/**
 * Lets one request through to the socket, once. `fetch` is free to send again (a 421 answer makes it, by its standard) and
 * a connection pool may requeue; behind this they can not.
 */
export function sendOnce(passage: Passage, now: () => number): Dispatcher.DispatcherComposeInterceptor {
  let dispatched = false
  return (dispatch) => (options, handler) => {
    if (dispatched) throw new Error('refused to send a request twice')
    dispatched = true
    return dispatch(options, {
      onRequestStart(controller, context) {
        if (passage.sentAt !== null) return controller.abort(new Error('refused to send a request twice'))
        passage.sentAt = now()
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart(controller, status, headers, statusMessage) {
        passage.status = status
        handler.onResponseStart?.(controller, status, headers, statusMessage)
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
  }
}
