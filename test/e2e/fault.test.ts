// Uncaught exceptions in main, in the built app.
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { launchApp, type Launched } from './launch.ts'
import { live } from './venue.ts'

/** The content of the desktop dialog. It stays open until it is answered. */
interface Box {
  readonly shown: readonly { readonly message: string }[]
  answer(): void
}

function holdBox({ app }: Launched): Promise<void> {
  return app.evaluate(({ dialog }) => {
    const shown: object[] = []
    // The dialog belongs to its window.
    dialog.showMessageBox = ((_window: object, options: object) => {
      shown.push(options)
      return new Promise<object>((resolve) => (box.answer = () => resolve({ response: 0 })))
    }) as unknown as typeof dialog.showMessageBox
    const box = { shown, answer: (): void => undefined }
    Object.assign(globalThis, { box })
  })
}

it.each<[string, (app: Launched['app']) => Promise<void>]>([
  [
    'an exception',
    (app) =>
      app.evaluate(() => {
        setImmediate(() => {
          throw new Error('c4n4ry')
        })
      }),
  ],
  [
    'a rejection',
    (app) =>
      app.evaluate(() => {
        setImmediate(() => void Promise.reject(new Error('c4n4ry')))
      }),
  ],
])('%s stops trading, is reported, and ends Plimsoll once the report was read', async (_, happen) => {
  const launched = await launchApp({ args: ['--demo', '--size=1280x800'] })
  const { app, page } = launched
  await live(page)
  await holdBox(launched)
  let said = ''
  app.process().stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(app.process(), 'exit')

  await happen(app)
  await page.locator('[title*="internal error"]').first().waitFor()
  expect(await app.evaluate(() => (globalThis as unknown as { box: Box }).box.shown)).toMatchObject([
    { type: 'error', message: expect.stringContaining('stopped trading') },
  ])
  const runId = await page.evaluate(() => document.documentElement.dataset['live'] ?? '')
  // Nothing is sent for an earlier plan either.
  const asked = await page.evaluate(
    (id) => window.plimsoll!.preview({ runId: id, action: { kind: 'flatten', spot: 'keep' } }),
    runId,
  )
  expect(asked).toMatchObject({ ok: true, value: { kind: 'denied', denial: { code: 'DESK_NOT_OPEN' } } })
  expect(said).toMatch(/"event":"fault","fault":\{"name":"Error"/)
  expect(said).not.toContain('c4n4ry')

  await app.evaluate(() => (globalThis as unknown as { box: Box }).box.answer()).catch(() => undefined)
  expect(await exit).toEqual([0, null])
  await launched.close()
})
