// What a page wants to download. None is carried out: what the app lets pass is written down.
import type { Session } from './api/session.ts'
import { preventable } from './preventable.ts'
import { record } from './record.ts'
import { chromium } from './state.ts'
import { toVirtual } from './urls.ts'

/** `isShown`: whether a frame is the one that the page is shown in now. */
export async function watchDownloads(
  contents: { readonly session: Session },
  isShown: (frameId: string) => boolean,
): Promise<void> {
  const { root } = chromium().cdp
  const { session } = contents
  const browserContextId = await session._contextId()
  const context = browserContextId === undefined ? {} : { browserContextId }
  root.on('Browser.downloadWillBegin', ({ frameId, url }) => {
    if (!isShown(frameId)) return
    const event = preventable({})
    session.emit('will-download', event, { getURL: () => toVirtual(url) }, contents)
    if (!event.defaultPrevented) record('download', url)
  })
  await root.send('Browser.setDownloadBehavior', { ...context, behavior: 'deny', eventsEnabled: true })
}
