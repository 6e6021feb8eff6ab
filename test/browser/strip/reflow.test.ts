/** The strip shows its facts whole at every size, and takes no more room for bad news than it always has. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import { openWindow, painted } from '../support/window.ts'
import { crowded, large, STRIP_SIZES, stripHolds } from './crowded.ts'

it.each(STRIP_SIZES)('at %d × %d nothing in it is cut, whatever it has to say', async (width, height) => {
  await page.viewport(width, height)
  for (const snapshot of [fixtureSnapshot(), large(), crowded()]) {
    const bench = await openWindow(App, snapshot)
    // As on systems that place a letter between two pixels.
    bench.root.style.letterSpacing = '0.3px'
    await painted()
    stripHolds(bench)
    bench.root.style.letterSpacing = ''
    setLanguage('zh')
    await painted()
    stripHolds(bench)
    setLanguage('en')
    bench.root.remove()
  }
})

it.each([
  [1280, 800, 84],
  [1024, 700, 122],
])('at %d × %d it is %d px high, with usual and with large figures', async (width, height, px) => {
  await page.viewport(width, height)
  for (const snapshot of [fixtureSnapshot(), large()]) {
    const { root, find } = await openWindow(App, snapshot)
    expect(find('.strip').offsetHeight).toBe(px)
    root.remove()
  }
})
