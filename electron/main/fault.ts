/** What is thrown in main where nobody catches it: what else is broken nobody knows, so nothing is traded on with it. */
import type { Dialog } from 'electron'

const WHY = 'Plimsoll met a fault of its own and stopped trading; restart it.'

const DETAIL = [
  'Nothing more is sent, and what is on screen may be wrong.',
  'Orders and positions stay as they are at the venue: look at them on its own site or app.',
  'What was on its way stays in the journal. At its next start Plimsoll finds out what became of it before it trades.',
].join('\n')

export interface FaultGuard {
  readonly process: Pick<NodeJS.Process, 'on'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** Nothing more is sent; `why` is shown. */
  readonly stop: (why: string) => void
  readonly leave: () => void
}

/**
 * From now on whatever nobody catches stops trading, is logged and told, and ends Plimsoll once the trader has read it.
 */
export function guardAgainstFaults({ process, dialog, stop, leave }: FaultGuard): void {
  let isMet = false

  function onFault(cause: unknown): void {
    const isFirst = !isMet
    isMet = true
    if (isFirst) stop(WHY)
    console.error('a fault of Plimsoll:', traceOf(cause))
    // A box that can not be shown tells nobody; then that Plimsoll is gone has to.
    if (isFirst) void tell().then(leave, leave)
  }

  // A box that does not hold main up: answers that are still coming are to be written down.
  async function tell(): Promise<void> {
    const words = { title: 'Plimsoll stopped trading', message: WHY, detail: DETAIL }
    await dialog.showMessageBox({ ...words, type: 'error', buttons: ['Close Plimsoll'], noLink: true })
  }

  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}

/** A place in the code as the engine writes it, and no text that may have come from anywhere else. */
const FRAME = /^ {4}at .+:\d+:\d+\)?$/

/** Where it was thrown and as what. Its message is left out: it may quote anything, a secret too. */
export function traceOf(cause: unknown): string {
  if (!(cause instanceof Error)) return `no error, but a ${typeof cause}`
  const frames = (cause.stack ?? '').split('\n').filter((line) => FRAME.test(line))
  return [cause.name, ...frames].join('\n')
}
