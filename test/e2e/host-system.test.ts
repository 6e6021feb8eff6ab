// Events of the system: the machine shuts down, and a helper process of the app has a fatal error.
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openAccount } from './desk.ts'
import { helpersOf } from './helpers.ts'
import { launchApp, type Launched } from './launch.ts'
import { startVenue } from './venue.ts'

async function startCase(): Promise<Launched> {
  const venue = await startVenue()
  const launched = await launchApp({ args: ['--size=1280x800'] })
  onTestFinished(async () => {
    await launched.close()
    await venue.stop()
  })
  await openAccount(launched, venue)
  return launched
}

/** When the account was last read, whether the desk is open, and if not, why. */
const facts = ({ page }: Launched): Promise<{ readAt: number; desk: string | undefined; reason: unknown }> =>
  page.evaluate(async () => {
    const answer = await window.plimsoll!.getPortfolio()
    if (!answer.ok) return { readAt: 0, desk: undefined, reason: answer.error }
    const { positions, desk } = answer.value.parts
    return { readAt: positions.readAt ?? 0, desk: desk.data?.state, reason: desk.data?.reason }
  })

it('a shutdown of the machine waits for Plimsoll, which quits by itself', async ({ skip }) => {
  const launched = await startCase()
  skip(!launched.isHost, 'no test shuts a machine down')
  const exit = once(launched.app.process(), 'exit')
  await launched.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('shutdown')).catch(() => {})
  expect(await exit).toEqual([0, null])
})

it('a fatal error of the vault stops nothing: a new vault signs', async () => {
  const launched = await startCase()
  await expect.poll(async () => (await facts(launched)).desk).toBe('open')
  const [vault = 0] = helpersOf(launched, 'vault.js')
  expect(vault).toBeGreaterThan(0)
  process.kill(vault, 'SIGABRT')
  await expect.poll(() => helpersOf(launched, 'vault.js').filter((pid) => pid !== vault).length).toBe(1)
  const { readAt } = await facts(launched)
  await expect.poll(async () => (await facts(launched)).readAt).toBeGreaterThan(readAt)
  expect(await facts(launched)).toMatchObject({ desk: 'open', reason: null })
})

it('a second start while Plimsoll quits is not reported as a fault', async () => {
  const launched = await startCase()
  const { app } = launched
  let said = ''
  app.process().stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(app.process(), 'exit')
  await app
    .evaluate(({ app: electronApp, BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy()
      setImmediate(() => electronApp.emit('second-instance', {}, [], ''))
    })
    .catch(() => {})
  expect(await exit).toEqual([0, null])
  expect(said).not.toMatch(/fault|has been destroyed/)
})
