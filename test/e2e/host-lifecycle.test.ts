// How the app starts a second time and how it ends, shown with a fixture app. Holds for Electron and for the Chromium
// host alike.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { FIXTURE_APP } from '../../build/chromium-host/fixture-app/globals.ts'
import { launchApp, type Launched } from './launch.ts'
import { eventually } from './patience.ts'

const start = (): Promise<Launched> => launchApp({ folder: FIXTURE_APP })

describe('the application', () => {
  it('is one per profile: a second start exits with 0 and hands over its arguments', async () => {
    const { app, userData, close } = await start()
    const second = startPlain(userData, '--open=7')
    expect(await once(second, 'exit')).toEqual([0, null])
    await eventually(async () =>
      expect((await app.evaluate(() => globalThis.seen.secondStarts)).flat()).toContain('--open=7'),
    )
    await close()
  })

  it('exits with 0 when its last window is closed', async () => {
    const { app, close } = await start()
    const exit = once(app.process(), 'exit')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => {})
    expect(await exit).toEqual([0, null])
    await close()
  })

  it('exits with 0 on SIGTERM', async () => {
    const { app, close } = await start()
    const exit = once(app.process(), 'exit')
    app.process().kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await close()
  })

  it('ends on the second signal when the first one did not end it', async () => {
    const { app, close } = await start()
    const exit = once(app.process(), 'exit')
    await app.evaluate(({ app: electronApp }) => {
      electronApp.on('before-quit', (event) => {
        event.preventDefault()
        globalThis.seen.notes.push('asked to quit')
      })
    })
    app.process().kill('SIGTERM')
    await eventually(async () =>
      expect(await app.evaluate(() => globalThis.seen.notes)).toEqual(expect.arrayContaining(['asked to quit'])),
    )
    app.process().kill('SIGTERM')
    expect(await exit).toEqual([null, 'SIGTERM'])
    await close()
  })

  it("leaves a signal to the app's own listener, and does not quit on it", async () => {
    const { app, close } = await start()
    const exit = once(app.process(), 'exit')
    await app.evaluate(({ app: electronApp }) => {
      electronApp.on('before-quit', () => void globalThis.seen.notes.push('asked to quit'))
      process.on('SIGTERM', () => void globalThis.seen.notes.push('heard'))
      process.on('SIGINT', () => electronApp.exit(7))
    })
    for (let nth = 1; nth <= 2; nth++) {
      app.process().kill('SIGTERM')
      await eventually(async () =>
        expect((await app.evaluate(() => globalThis.seen.notes)).filter((note) => note === 'heard')).toHaveLength(nth),
      )
    }
    expect(await app.evaluate(() => globalThis.seen.notes)).not.toContain('asked to quit')
    app.process().kill('SIGINT')
    expect(await exit).toEqual([7, null])
    await close()
  })

  it.each<[string, boolean, [number | null, string | null]]>([
    ['waits for an app that prevents it', true, [0, null]],
    ['takes any other down with it', false, [null, 'SIGKILL']],
  ])('a shutdown of the machine %s', async (_what, isPrevented, ended) => {
    const launched = await start()
    const { app, close } = launched
    if (!launched.isHost) return close()
    const exit = once(app.process(), 'exit')
    await app
      .evaluate(({ app: electronApp, powerMonitor }, prevents) => {
        powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
          if (!prevents) return
          event?.preventDefault()
          electronApp.quit()
        })
        powerMonitor.emit('shutdown')
      }, isPrevented)
      .catch(() => {})
    expect(await exit).toEqual(ended)
    await close()
  })

  // Playwright is not used here: it would kill the whole process group itself.
  it('leaves no process behind when it is killed', async () => {
    const userData = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
    const killed = startPlain(userData, '--with-helper')
    const [said] = (await once(killed.stdout, 'data')) as [Buffer]
    const helper = Number(/^helper (\d+)$/m.exec(String(said))?.[1])
    expect(processesOf(userData).length).toBeGreaterThan(1)
    expect(process.kill(helper, 0)).toBe(true)
    killed.kill('SIGKILL')
    await eventually(() => {
      expect(processesOf(userData)).toEqual([])
      expect(() => process.kill(helper, 0)).toThrow('ESRCH')
    })
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
