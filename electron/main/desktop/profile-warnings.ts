import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'
import { showBox, type Boxes } from './boxes.ts'

/** Logs and shows problems with the profile's files. The window works anyway. */
export function showNotices(boxes: Boxes, notices: readonly Message[], log: Log): void {
  if (notices.length === 0) return
  for (const { code } of notices) log.write('files', { said: code })
  const shown = showBox(boxes, {
    type: 'warning',
    title: message('main.storage.title'),
    message: message('main.storage.why'),
    detail: notices.map(boxes.say).join('\n\n'),
    buttons: [message('main.storage.read')],
  })
  // If the box cannot be shown, the desk still says that only exits are sent.
  shown.catch(() => undefined)
}
