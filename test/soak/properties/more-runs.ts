/** Runs before each property file of a soak: sets the number of runs and the seed. */
import type * as FastCheck from 'fast-check'
import { vi } from 'vitest'

// eslint-disable-next-line no-restricted-syntax -- nothing is stood in for: no setting of fast-check beats the runs a call names
vi.mock('fast-check', async (original) => {
  const real = await original<typeof FastCheck>()
  const { PLIMSOLL_PROPERTY_RUNS: runs, PLIMSOLL_PROPERTY_SEED: seed } = process.env
  const more = { numRuns: Number(runs), seed: Number(seed) }
  const assert = (property: FastCheck.IProperty<unknown>, params?: FastCheck.Parameters<unknown>) =>
    real.assert(property, { ...params, ...more })
  return { ...real, assert, default: { ...real.default, assert } }
})
