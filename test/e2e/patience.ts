import { vi } from 'vitest'

/** How long a test waits for a fact before it fails, ms. Long enough for a machine ten times slower. */
export const PATIENCE_MS = 240_000

/** Waits until `check` stops throwing. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 })
}
