import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveWindow } from '../../build/dev/server.mjs'
import { launchApp, type Launched } from './launch.ts'
import { live } from './venue.ts'

// The same as `npm run dev`: the built main and preload, and the window from Vite's server.
const ROOT = resolve(import.meta.dirname, '../..')

let served: Awaited<ReturnType<typeof serveWindow>>
let one: Launched
beforeAll(async () => {
  served = await serveWindow()
  one = await launchApp({ args: ['--demo'], switches: served.switches, env: served.env })
  await live(one.page)
})
afterAll(async () => {
  await one.close()
  await served.server.close()
})

it('shows the window from its sources, and updates it without a reload', async () => {
  const { page } = one
  await page.evaluate(() => Object.assign(window, { sinceTheStart: true }))
  const updated = page.waitForEvent('console', (message) => message.text().includes('hot updated'))
  const { client } = served.server.environments
  const [strip] = client.moduleGraph.getModulesByFile(join(ROOT, 'renderer/src/strip/SafetyStrip.vue')) ?? []
  await client.reloadModule(strip!)
  expect((await updated).text()).toBe('[vite] hot updated: /src/strip/SafetyStrip.vue')
  expect(await page.evaluate(() => 'sinceTheStart' in window)).toBe(true)
})

it('gives the page no network except for updates', async () => {
  const reached = await one.page.evaluate(() =>
    Promise.all(
      ['https://example.invalid/', 'http://127.0.0.1:1/'].map((url) =>
        fetch(url).then(
          () => 'answered',
          (error: unknown) => String(error),
        ),
      ),
    ),
  )
  expect(reached).toEqual(['TypeError: Failed to fetch', 'TypeError: Failed to fetch'])
})
