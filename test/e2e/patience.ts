import { vi } from 'vitest'

/** How long a fact is waited for before a test gives up, ms: long, for a machine that does much else. */
export const PATIENCE_MS = 90_000

/** Waits until `check` throws no more. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 })
}
