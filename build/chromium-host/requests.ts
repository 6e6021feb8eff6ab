// Every request of a window's page is stopped and decided here.
import type { Session } from './cdp.ts'
import type { Session as ElectronSession } from './api/session.ts'
import { state, type ProtocolHandler } from './state.ts'
import { BLANK } from './targets.ts'
import { toVirtual } from './urls.ts'

export interface Navigation {
  readonly url: string
  readonly frameId: string
  readonly isRedirect: boolean
}

interface PausedRequest {
  readonly requestId: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly hasPostData?: boolean
  }
  readonly frameId: string
  readonly resourceType: string
  readonly redirectedRequestId?: string
}

export function interceptRequests(
  session: Session,
  page: ElectronSession,
  isAllowed: (navigation: Navigation) => Promise<boolean>,
): Promise<unknown> {
  session.on('Fetch.requestPaused', (paused) => {
    decide(session, page, paused, isAllowed).catch(async (error: unknown) => {
      if (state.isLeaving) return
      console.error(`chromium-host: ${paused.request.url}:`, error)
      await session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' }).catch(() => {})
    })
  })
  return session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*' }],
  })
}

async function decide(
  session: Session,
  page: ElectronSession,
  paused: PausedRequest,
  isAllowed: (navigation: Navigation) => Promise<boolean>,
): Promise<void> {
  const { requestId, request, frameId, redirectedRequestId } = paused
  const url = toVirtual(request.url)
  if (
    paused.resourceType === 'Document' &&
    !(await isAllowed({ url, frameId, isRedirect: redirectedRequestId !== undefined }))
  ) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    return
  }
  if (url !== BLANK && !(await page._lets({ url, method: request.method }))) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    return
  }
  if (url === request.url) {
    await session.send('Fetch.continueRequest', { requestId })
    return
  }
  const response = await ask(page._handlers, url, request)
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  })
}

async function ask(
  handlers: ReadonlyMap<string, ProtocolHandler>,
  url: string,
  { method, headers, hasPostData }: PausedRequest['request'],
): Promise<Response> {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1))
  if (!handler) throw new Error('no handler for this scheme')
  if (hasPostData) throw new Error('a request body to a scheme of the app is not provided')
  const response = await handler(new Request(url, { method, headers }))
  if (response.type === 'error') throw new Error('the handler answered with a network error')
  return response
}
