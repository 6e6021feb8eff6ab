// What the app relies on from Electron's windows and their pages, shown with a fixture app: their size, their end, and
// their recovery. Holds for Electron and for the Chromium host alike; a test that needs the host says so.
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { FIXTURE_APP } from '../../build/chromium-host/fixture-app/globals.ts'
import { launchApp, type Launched } from './launch.ts'
import { eventually } from './patience.ts'

let launched: Launched
beforeAll(async () => {
  launched = await launchApp({ folder: FIXTURE_APP })
  return () => launched.close()
})

describe('a page that closes its own window', () => {
  it('may while it has one entry of history, and main is not asked', async () => {
    const own = await launchApp({ folder: FIXTURE_APP })
    onTestFinished(own.close)
    await own.app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.on('close', (event) => event.preventDefault())
      // The app does not quit with its last window.
      app.removeAllListeners('window-all-closed').on('window-all-closed', () => undefined)
    })
    expect(await own.page.evaluate(() => history.length)).toBe(1)
    await own.page.evaluate(() => window.close()).catch(() => undefined)
    await eventually(async () =>
      expect(await own.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0),
    )
  })

  it('may not with one more', async () => {
    const { page } = launched
    await page.evaluate(() => history.pushState(null, ''))
    await page.evaluate(() => window.close())
    expect(await page.evaluate(() => globalThis.fixture.echo('still there'))).toBe('still there')
  })
})

describe('the window', () => {
  it('has the requested size, before and after a resize, and so does its picture', async () => {
    const size = (): Promise<number[]> => launched.page.evaluate(() => [innerWidth, innerHeight])
    const window = await launched.app.browserWindow(launched.page)
    await window.evaluate((it) => it.setContentSize(700, 500))
    await eventually(async () => expect(await size()).toEqual([700, 500]))
    const picture = await window.evaluate(async (it) => {
      const image = await it.webContents.capturePage()
      return { ...image.getSize(), signature: image.toPNG().subarray(1, 4).toString() }
    })
    expect(picture).toEqual({ width: 700, height: 500, signature: 'PNG' })
  })

  it('is shown when it has content, and can be minimized and restored', async () => {
    const window = await launched.app.browserWindow(launched.page)
    expect(await window.evaluate((it) => [it.isVisible(), it.isDestroyed(), it.isMinimized()])).toEqual([
      true,
      false,
      false,
    ])
    expect(
      await window.evaluate((it) => {
        it.minimize()
        const wasMinimized = it.isMinimized()
        it.restore()
        return [wasMinimized, it.isMinimized()]
      }),
    ).toEqual([true, false])
  })

  it('passes keys that the page does not handle to the menu: to its own items and to the standard ones', async () => {
    const { app, page } = launched
    await app.evaluate(({ Menu }) =>
      Menu.setApplicationMenu(
        Menu.buildFromTemplate([
          { role: 'viewMenu' },
          {
            label: 'Do',
            submenu: [
              {
                id: 'go',
                label: 'Go',
                accelerator: 'CommandOrControl+Shift+G',
                click: () => void globalThis.seen.notes.push('gone'),
              },
            ],
          },
        ]),
      ),
    )
    const notes = (): Promise<string[]> => app.evaluate(() => globalThis.seen.notes.filter((note) => note === 'gone'))
    await page.keyboard.press('Control+Shift+G')
    await eventually(async () => expect(await notes()).toHaveLength(1))
    await page.evaluate(() =>
      addEventListener('keydown', (event) => {
        if (event.key === 'G') event.preventDefault()
      }),
    )
    await page.keyboard.press('Control+Shift+G')
    const zoom = (): Promise<number> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.zoomLevel)
    await page.keyboard.press('Control+Equal')
    await eventually(async () => expect(await zoom()).toBe(0.5))
    await page.keyboard.press('Control+0')
    await eventually(async () => expect(await zoom()).toBe(0))
    expect(await notes()).toHaveLength(1)
    await app.evaluate(({ Menu }) => Menu.setApplicationMenu(null))
    await page.keyboard.press('Control+Equal')
    await page.evaluate(() => globalThis.fixture.echo('after the key'))
    expect([await zoom(), (await notes()).length]).toEqual([0, 1])
  })

  it('copies and pastes with the items of a menu', async () => {
    const { app, page } = launched
    await app.evaluate(({ Menu }) => Menu.setApplicationMenu(Menu.buildFromTemplate([{ role: 'editMenu' }])))
    const click = (role: string): Promise<void> =>
      app.evaluate(({ Menu }, wanted) => {
        const item = Menu.getApplicationMenu()!.items[0]!.submenu!.items.find((each) => each.role === wanted)!
        item.click()
      }, role)
    await page.evaluate(() => {
      const field = document.createElement('input')
      field.value = 'twice '
      document.body.append(field)
      field.focus()
    })
    const value = (): Promise<string> => page.evaluate(() => document.querySelector('input')!.value)
    for (const role of ['selectAll', 'copy', 'paste', 'paste']) await click(role)
    await eventually(async () => expect(await value()).toBe('twice twice '))
    await page.evaluate(() => document.querySelector('input')!.remove())
  })

  it('runs code for main', async () => {
    const window = await launched.app.browserWindow(launched.page)
    expect(await window.evaluate((it) => it.webContents.executeJavaScript('Promise.resolve(1 + 1)'))).toBe(2)
  })

  it('runs the preload again after a reload, and keeps what it stored', async () => {
    await launched.page.evaluate(() => localStorage.setItem('kept', 'yes'))
    const window = await launched.app.browserWindow(launched.page)
    await Promise.all([launched.page.waitForEvent('load'), window.evaluate((it) => it.webContents.reload())])
    expect(
      await launched.page.evaluate(async () => [await globalThis.fixture.echo('again'), localStorage.getItem('kept')]),
    ).toEqual(['again', 'yes'])
  })

  it('reports that its page crashed, and works again after a reload', async () => {
    const outcome = await launched.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const gone = new Promise<string>((resolve) =>
        contents.once('render-process-gone', (_event, details) => resolve(details.reason)),
      )
      contents.forcefullyCrashRenderer()
      const reason = await gone
      contents.send('tick', 'to nobody')
      const loaded = new Promise((resolve) => contents.once('did-finish-load', () => resolve(null)))
      contents.reload()
      await loaded
      return [reason, await contents.executeJavaScript('fixture.add(20, 22)')]
    })
    expect(outcome).toEqual(['crashed', 42])
  })

  it('reports each load of a page before that page can act', async () => {
    const heard = await launched.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const order: string[] = []
      contents.on('did-navigate', () => order.push('did-navigate'))
      const loaded = new Promise((resolve) => contents.once('did-finish-load', () => resolve(null)))
      contents.reload()
      await loaded
      return order
    })
    expect(heard).toEqual(['did-navigate'])
  })

  it.each([
    ['SIGKILL', 'killed'],
    ['SIGSEGV', 'crashed'],
  ] as const)('reports how its page ended: by %s', async (signal, reason) => {
    const heard = await launched.app.evaluate(async ({ BrowserWindow }, sent) => {
      const window = BrowserWindow.getAllWindows()[0]!
      const gone = new Promise<string>((resolve) =>
        window.webContents.once('render-process-gone', (_event, details) => resolve(details.reason)),
      )
      process.kill(window.webContents.getOSProcessId(), sent)
      const said = [await gone, window.webContents.isCrashed(), window.webContents.getOSProcessId()]
      const loaded = new Promise((resolve) => window.webContents.once('did-finish-load', () => resolve(null)))
      window.reload()
      await loaded
      return [...said, window.webContents.isCrashed(), window.webContents.getOSProcessId() > 0]
    }, signal)
    expect(heard).toEqual([reason, true, 0, false, true])
  })

  it('reports that its page does not answer, and that it answers again', async ({ skip }) => {
    skip(!launched.isHost, 'Electron tells only after input that was left unanswered')
    const heard = await launched.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      globalThis.__electronHost.hungAfterMs = 1_000
      const said: string[] = []
      const next = (name: 'unresponsive' | 'responsive'): Promise<unknown> =>
        new Promise((resolve) =>
          contents.once(name as 'responsive', () => {
            said.push(name)
            resolve(null)
          }),
        )
      const pid = contents.getOSProcessId()
      const hung = next('unresponsive')
      process.kill(pid, 'SIGSTOP')
      await hung
      const well = next('responsive')
      process.kill(pid, 'SIGCONT')
      await well
      globalThis.__electronHost.hungAfterMs = 15_000
      return said
    })
    expect(heard).toEqual(['unresponsive', 'responsive'])
  })

  // This test is the last one: it ends the window and the app.
  it('throws on every call once it is gone', async () => {
    const outcome = await launched.app.evaluate(({ app, BrowserWindow }) => {
      app.removeAllListeners('window-all-closed').on('window-all-closed', () => undefined)
      const window = BrowserWindow.getAllWindows()[0]!
      const { webContents } = window
      window.destroy()
      const said = (work: () => unknown): string => {
        try {
          return String(work())
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        said(() => window.isDestroyed()),
        said(() => webContents.isDestroyed()),
        ...[() => window.focus(), () => window.show(), () => window.isMinimized(), () => window.webContents].map(said),
        ...[() => webContents.send('tick'), () => webContents.reload()].map(said),
      ]
    })
    expect(outcome).toEqual(['true', 'true', ...Array.from({ length: 6 }, () => 'Object has been destroyed')])
  })
})
