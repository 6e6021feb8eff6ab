import type { Log } from '../../log/log.ts'

/**
 * Runs work that nothing waits for. Its failure is logged and does not count as a fault of main, so trading continues.
 */
export function inBackground(log: Pick<Log, 'write'>): (work: Promise<unknown>) => void {
  return (work) => void work.catch((fault: unknown) => log.write('backgroundFailed', { fault }))
}
