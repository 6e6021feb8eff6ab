import type { SnapshotPush } from '#shared/snapshot/snapshot.ts'
import { usePortfolioStore } from '../../renderer/src/app/stores/portfolio.ts'

/** Main's message arrives `at` (our monotonic ms) and comes on screen. False: it was not taken. */
export function takeIn(message: SnapshotPush, at: number): boolean {
  const portfolio = usePortfolioStore()
  const isTaken = portfolio.take(message, at)
  portfolio.show()
  return isTaken
}
