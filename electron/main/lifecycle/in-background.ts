import type { Log } from '../../log/log.ts'

/** Does what nothing waits for. A failure of it is logged, and is no fault of main: trading goes on. */
export type InBackground = (work: Promise<unknown>) => void

export function inBackground(log: Pick<Log, 'write'>): InBackground {
  return (work) => void work.catch((fault: unknown) => log.write('backgroundFailed', { fault }))
}
