import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { showBox, type Boxes } from './boxes.ts'

/** Says what is wrong with the files, beside a window that works all the same. */
export async function showNotices(boxes: Boxes, notices: readonly Message[]): Promise<void> {
  const { say } = boxes
  const shown = showBox(boxes, {
    type: 'warning',
    title: say(message('main.storage.title')),
    message: say(message('main.storage.why')),
    detail: notices.map(say).join('\n\n'),
    buttons: [say(message('main.storage.read'))],
    noLink: true,
  })
  // Where it can not be shown the desk still says that only exits are sent.
  await shown.catch(() => undefined)
}
