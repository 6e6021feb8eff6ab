// How the app starts a second time and how it ends, shown on a fixture app. Right for Electron and for the Chromium host alike.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { FIXTURE_APP } from '../../build/chromium-host/fixture-app/globals.ts'
import { launchApp, type Launched } from './launch.ts'

const start = (): Promise<Launched> => launchApp({ folder: FIXTURE_APP })

describe('the application', () => {
  it('is one per profile: a second start leaves with 0 and hands over its arguments', async () => {
    const { app, userData, close } = await start()
    const second = startPlain(userData, '--open=7')
    expect(await once(second, 'exit')).toEqual([0, null])
    await vi.waitFor(async () =>
      expect((await app.evaluate(() => globalThis.seen.secondStarts)).flat()).toContain('--open=7'),
    )
    await close()
  })

  it('leaves with 0 when its last window is closed', async () => {
    const { app, close } = await start()
    const exit = once(app.process(), 'exit')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => {})
    expect(await exit).toEqual([0, null])
    await close()
  })

  it('leaves with 0 on SIGTERM', async () => {
    const { app, close } = await start()
    const exit = once(app.process(), 'exit')
    app.process().kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await close()
  })

  // Not through Playwright: it would kill the whole process group itself.
  it('leaves no process behind when it is killed', async () => {
    const userData = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
    const killed = startPlain(userData, '--with-helper')
    const [said] = (await once(killed.stdout, 'data')) as [Buffer]
    const helper = Number(/^helper (\d+)$/m.exec(String(said))?.[1])
    expect(processesOf(userData).length).toBeGreaterThan(1)
    expect(process.kill(helper, 0)).toBe(true)
    killed.kill('SIGKILL')
    await vi.waitFor(
      () => {
        expect(processesOf(userData)).toEqual([])
        expect(() => process.kill(helper, 0)).toThrow('ESRCH')
      },
      { timeout: 20_000 },
    )
    rmSync(userData, { recursive: true, force: true })
  })
})

function startPlain(userData: string, ...args: string[]): ChildProcessByStdio<null, Readable, null> {
  const electron = createRequire(import.meta.url)('electron') as unknown as string
  return spawn(electron, ['--no-sandbox', `--user-data-dir=${userData}`, FIXTURE_APP, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function processesOf(userData: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(userData)
    } catch {
      return false
    }
  })
}
