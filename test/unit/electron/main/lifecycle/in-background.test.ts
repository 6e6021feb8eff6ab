import { expect, it, vi } from 'vitest'
import { inBackground } from '#electron/main/lifecycle/in-background.ts'

it('a failure in the background is logged, and is no fault of main', async () => {
  const write = vi.fn()
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  inBackground({ write })(Promise.reject(new Error('no display')))
  // Node reports unhandled rejections after this turn.
  await new Promise(setImmediate)
  process.off('unhandledRejection', unhandled)
  expect(write.mock.calls).toEqual([['backgroundFailed', { fault: new Error('no display') }]])
  expect(unhandled).not.toHaveBeenCalled()
})
