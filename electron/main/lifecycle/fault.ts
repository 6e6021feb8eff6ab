/** Handles uncaught errors in main. Its state is unknown after one, so trading stops. */
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'

const WHY = message('main.fault.why')
const DETAIL = [message('main.fault.screen'), message('main.fault.atVenue'), message('main.fault.journal')]

interface FaultGuard {
  readonly process: Pick<NodeJS.Process, 'on'>
  readonly boxes: Boxes
  readonly log: Log
  /** Stops all sending. `why` is shown. */
  readonly stop: (why: Message) => void
  readonly leave: () => void
}

/** From now on an uncaught error stops trading, is logged and shown, and ends Plimsoll once the trader has read it. */
export function guardAgainstFaults({ process, boxes, log, stop, leave }: FaultGuard): void {
  let isMet = false

  function onFault(cause: unknown): void {
    const isFirst = !isMet
    isMet = true
    if (isFirst) stop(WHY)
    log.write('fault', { fault: cause })
    // Leaves even if the box cannot be shown. The end of Plimsoll is then the only sign of the fault.
    if (isFirst) void tell().then(leave, leave)
  }

  // This box does not block main, as answers still on their way must be journalled.
  async function tell(): Promise<void> {
    const { dialog, say, window } = boxes
    // `lock` is left out, as it would dismiss the box unread. The box shows nothing of the account, and Plimsoll ends
    // with it.
    await showBox(
      { dialog, say, window },
      {
        type: 'error',
        title: message('main.fault.title'),
        message: WHY,
        detail: DETAIL.map(say).join('\n'),
        buttons: [message('main.fault.close')],
      },
    )
  }

  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}
