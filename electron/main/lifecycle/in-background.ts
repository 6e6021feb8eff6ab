import type { Log } from '../../log/log.ts'

/**
 * Runs work that nothing waits for. Its failure is logged and does not count as a fault of main, so trading continues.
 */
export type InBackground = (work: Promise<unknown>) => void

export function inBackground(log: Pick<Log, 'write'>): InBackground {
  return (work) => void work.catch((fault: unknown) => log.write('backgroundFailed', { fault }))
}
