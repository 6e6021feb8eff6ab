// Where the window opens: where it was left, but never where it cannot be seen.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { launchApp, type Launched } from './launch.ts'

function profile(): () => Promise<Launched> {
  const userData = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
  onTestFinished(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }))
  return () => launchApp({ userData, keep: true })
}

const bounds = ({ app }: Launched) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds())

it('the window opens where it was left, or moves to an existing display', async ({ skip }) => {
  const launch = profile()
  const left = { x: 150, y: 60, width: 1300, height: 800 }
  const first = await launch()
  if (!first.isHost) {
    await first.close()
    skip('where a window is, a test must not decide on a real desktop')
  }
  await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]!.setBounds(to), left)
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.maximize())
  await first.close()

  const second = await launch()
  onTestFinished(second.close)
  expect(await bounds(second)).toEqual(left)
  expect(await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMaximized())).toBe(true)
  // The display is replaced by a small one of twice the scale.
  await second.app.evaluate(({ BrowserWindow, screen }) => {
    BrowserWindow.getAllWindows()[0]!.unmaximize()
    const area = { x: 0, y: 0, width: 1280, height: 720 }
    const host = (globalThis as unknown as { __electronHost: { displays: unknown[] } }).__electronHost
    host.displays = [{ bounds: area, workArea: area, scaleFactor: 2 }]
    screen.emit('display-metrics-changed')
  })
  expect(await bounds(second)).toEqual({ x: 0, y: 0, width: 1280, height: 720 })
})
