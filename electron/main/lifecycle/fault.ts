/** What is thrown in main where nobody catches it: what else is broken nobody knows, so nothing is traded on with it. */
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'

const WHY = message('main.fault.why')
const DETAIL = [message('main.fault.screen'), message('main.fault.atVenue'), message('main.fault.journal')]

export interface FaultGuard {
  readonly process: Pick<NodeJS.Process, 'on'>
  readonly boxes: Boxes
  readonly log: Log
  /** Nothing more is sent; `why` is shown. */
  readonly stop: (why: Message) => void
  readonly leave: () => void
}

/**
 * From now on whatever nobody catches stops trading, is logged and told, and ends Plimsoll once the trader has read it.
 */
export function guardAgainstFaults({ process, boxes, log, stop, leave }: FaultGuard): void {
  let isMet = false

  function onFault(cause: unknown): void {
    const isFirst = !isMet
    isMet = true
    if (isFirst) stop(WHY)
    log.write('fault', { fault: cause })
    // A box that can not be shown tells nobody; then that Plimsoll is gone has to.
    if (isFirst) void tell().then(leave, leave)
  }

  // A box that does not hold main up: answers that are still coming are to be written down.
  async function tell(): Promise<void> {
    const { say } = boxes
    await showBox(boxes, {
      type: 'error',
      title: say(message('main.fault.title')),
      message: say(WHY),
      detail: DETAIL.map(say).join('\n'),
      buttons: [say(message('main.fault.close'))],
      noLink: true,
    })
  }

  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}
