// What the app relies on from Electron, shown with a fixture app. Holds for Electron and for the Chromium host alike.
// Where only the host can be asked (its record of native calls), the test says so.
import { beforeAll, describe, expect, it } from 'vitest'
import { FIXTURE_APP, type Seen } from '../../build/chromium-host/fixture-app/globals.ts'
import { launchApp, type Launched } from './launch.ts'
import { eventually } from './patience.ts'

let launched: Launched
beforeAll(async () => {
  launched = await launchApp({ folder: FIXTURE_APP })
  return () => launched.close()
})

const seen = (): Promise<Seen> => launched.app.evaluate(() => globalThis.seen)
const calls = (api: string): Promise<unknown[][]> =>
  launched.app.evaluate(
    (_electron, name) => globalThis.__electronHost.calls.filter((call) => call.api === name).map((call) => call.args),
    api,
  )
const host = (): { skip: boolean } => ({ skip: !launched.isHost })

describe('the page', () => {
  it('sees what the preload exposed, and nothing else of it, of Node or of the host', async () => {
    const found = await launched.page.evaluate(() => ({
      exposed: typeof globalThis.fixture,
      others: ['require', 'module', 'process', 'Buffer', 'preloadSecret'].filter((name) => name in globalThis),
      marked: Object.getOwnPropertyNames(globalThis).filter((name) => /host|electron/i.test(name)),
    }))
    expect(found).toEqual({ exposed: 'object', others: [], marked: [] })
  })

  it('cannot change what was exposed', async () => {
    const outcome = await launched.page.evaluate(() => {
      const api = globalThis.fixture
      Reflect.set(globalThis, 'fixture', null)
      return [globalThis.fixture === api, Object.isFrozen(api), Object.isFrozen(api.nested.deep)]
    })
    expect(outcome).toEqual([true, true, true])
  })

  it('runs under the Content-Security-Policy that its scheme handler sent', async () => {
    // Its own script may run, and did.
    await launched.page.getByText('2 + 3 = 5').waitFor()
    const outcome = await launched.page.evaluate(async () => {
      const image = new Image()
      const imageFails = new Promise((resolve) => {
        image.onload = () => resolve('allowed')
        image.onerror = () => resolve('refused')
      })
      image.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
      return {
        eval: document.body.dataset['eval'],
        foreignFetch: await fetch('https://example.invalid/').then(
          () => 'allowed',
          () => 'refused',
        ),
        image: await imageFails,
        inlineScript: 'inlineRan' in globalThis ? 'allowed' : 'refused',
      }
    })
    expect(outcome).toEqual({
      eval: 'refused',
      foreignFetch: 'refused',
      image: 'refused',
      inlineScript: 'refused',
    })
    const { consoleErrors } = await seen()
    expect(consoleErrors.join('\n')).toContain('Content Security Policy')
  })

  it('gets the status, type and body that its scheme handler gave', async () => {
    const replies = await launched.page.evaluate(() =>
      Promise.all(
        ['/page.js', '/nowhere.js'].map(async (path) => {
          const reply = await fetch(path)
          return [reply.status, reply.headers.get('content-type'), (await reply.text()).slice(0, 13)]
        }),
      ),
    )
    expect(replies).toEqual([
      [200, 'text/javascript', '// Tried here'],
      [404, 'text/plain;charset=UTF-8', 'no such file'],
    ])
  })

  it('cannot navigate to another document: will-navigate comes first and can prevent it', async () => {
    for (const name of ['elsewhere', 'other']) await launched.page.getByRole('link', { name, exact: true }).click()
    await eventually(async () =>
      expect((await seen()).willNavigate).toEqual(['https://example.invalid/elsewhere', 'app://fixture/other.html']),
    )
    expect(await launched.page.evaluate(() => globalThis.fixture.add(1, 1))).toBe(2)
    expect(
      await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
    ).toBe('app://fixture/index.html')
  })

  it('cannot reload itself without will-navigate', async () => {
    const before = (await seen()).willNavigate.length
    await launched.page.evaluate(() => location.reload())
    await eventually(async () =>
      expect((await seen()).willNavigate.slice(before)).toEqual(['app://fixture/index.html']),
    )
    expect(await launched.page.evaluate(() => globalThis.fixture.echo('the same page'))).toBe('the same page')
  })

  it('has no permission that the permission handlers refuse', async () => {
    const found = await launched.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'clipboard-read', 'clipboard-write'] as PermissionName[]
      const states = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
      const outcome = (work: Promise<unknown>): Promise<string> =>
        work.then(
          () => 'allowed',
          (error: unknown) => (error as Error).name,
        )
      return [...states, await outcome(navigator.clipboard.writeText('x'))]
    })
    expect(found).toEqual(['denied', 'denied', 'denied', 'denied', 'denied', 'NotAllowedError'])
  })

  it('cannot open a window: the handler decides, and the page continues', async ({ skip }) => {
    skip(host().skip, 'asks the record of shell.openExternal')
    await launched.page.getByRole('link', { name: 'outside' }).click()
    await launched.page.evaluate(() => void window.open('https://example.invalid/opened', 'named', 'width=200'))
    await eventually(async () =>
      expect(await calls('shell.openExternal')).toEqual([
        ['https://example.invalid/outside'],
        ['https://example.invalid/opened'],
      ]),
    )
    expect(launched.app.windows()).toHaveLength(1)
    expect(await launched.page.evaluate(() => globalThis.fixture.echo('alive'))).toBe('alive')
  })
})

describe('contextBridge', () => {
  it('is synchronous for results, callbacks and errors', async () => {
    const outcome = await launched.page.evaluate(() => {
      let thrown = 'nothing'
      try {
        globalThis.fixture.throwIt()
      } catch (error) {
        thrown = `${(error as Error).name}: ${(error as Error).message}`
      }
      return [globalThis.fixture.add(2, 3), globalThis.fixture.callBack((n) => n * 2), thrown]
    })
    expect(outcome).toEqual([5, 41, 'Error: from the preload'])
  })

  it('passes promises of the page, data without prototypes, and the same function back', async () => {
    const outcome = await launched.page.evaluate(() => {
      class Point {
        x = 1
        norm(): number {
          return this.x
        }
      }
      const fn = (): number => 1
      const point = globalThis.fixture.giveBack(new Point())
      return [
        globalThis.fixture.echo(1) instanceof Promise,
        point.x,
        typeof point.norm,
        Object.getPrototypeOf(point) === Object.prototype,
        globalThis.fixture.giveBack(fn) === fn,
        globalThis.fixture.giveBack({ inner: () => 9 }).inner(),
      ]
    })
    expect(outcome).toEqual([true, 1, 'undefined', true, true, 9])
  })

  it.each([
    ['as it is', () => globalThis.fixture.echo(new Proxy({ a: 1 }, {}))],
    ['inside an object', () => globalThis.fixture.echo({ a: new Proxy({ b: 1 }, {}) })],
    ['beside a function', () => globalThis.fixture.giveBack({ f: () => 1, a: new Proxy([1], {}) })],
  ])('refuses a Proxy (a reactive object) %s', async (_where, work) => {
    await expect(launched.page.evaluate(work)).rejects.toThrow('An object could not be cloned.')
  })

  it('gives the preload no module but electron', async () => {
    expect(await launched.page.evaluate(() => globalThis.fixture.requires('electron'))).toBe('object')
    await expect(launched.page.evaluate(() => globalThis.fixture.requires('node:fs'))).rejects.toThrow(
      'module not found',
    )
  })
})

describe('IPC', () => {
  it('carries plain data both ways unchanged, including undefined and odd numbers', async () => {
    const value = { text: 'é€😀', list: [1, null, -2.5e-7, true], nested: { empty: {}, long: 'x'.repeat(300_000) } }
    expect(await launched.page.evaluate((sent) => globalThis.fixture.echo(sent), value)).toEqual(value)
    const odd = { a: undefined, list: [undefined, NaN, -0, Infinity] }
    const back = await launched.page.evaluate((sent) => globalThis.fixture.echo(sent), odd)
    expect(back).toStrictEqual(odd)
  })

  it.each([
    ['a Map', () => globalThis.fixture.echo(new Map())],
    ['a Date', () => globalThis.fixture.echo([new Date(0)])],
  ])('refuses by name to carry %s', async (_what, work) => {
    if (launched.isHost) await expect(launched.page.evaluate(work)).rejects.toThrow('over IPC is not provided')
  })

  it("tells the handler the sender's address in its own scheme", async () => {
    expect(await launched.page.evaluate(() => globalThis.fixture.sender())).toEqual({
      url: 'app://fixture/index.html',
      origin: 'app://fixture',
      isTop: true,
      isOurs: true,
    })
  })

  it('has no sender frame once the document that sent is gone', async () => {
    const window = await launched.app.browserWindow(launched.page)
    const frameOf = (): Promise<string> =>
      launched.app.evaluate(() => {
        const { senderFrame } = (globalThis as unknown as { kept: Electron.IpcMainEvent }).kept
        return senderFrame === null ? 'none' : senderFrame.url
      })
    await launched.app.evaluate(
      ({ ipcMain }) => void ipcMain.once('note', (event) => Object.assign(globalThis, { kept: event })),
    )
    await launched.page.evaluate(() => globalThis.fixture.note('from the first document'))
    await eventually(async () => expect(await frameOf()).toBe('app://fixture/index.html'))
    await Promise.all([launched.page.waitForEvent('load'), window.evaluate((it) => it.reload())])
    expect(await frameOf()).toBe('none')
  })

  it.each([
    [
      'a handler that throws',
      () => globalThis.fixture.fail(),
      "Error invoking remote method 'fail': TypeError: deliberate",
    ],
    [
      'a channel without handler',
      () => globalThis.fixture.missing(),
      "Error invoking remote method 'no-such-channel': Error: No handler registered for 'no-such-channel'",
    ],
    ['a function among the arguments', () => globalThis.fixture.echo({ f: () => 1 }), 'could not be cloned'],
  ])("fails for %s with Electron's own message", async (_what, work, message) => {
    await expect(launched.page.evaluate(work)).rejects.toThrow(message)
  })

  it('delivers messages from main in order, and none after the listener is removed', async () => {
    const tick = (from: number, to: number): Promise<void> =>
      launched.app.evaluate(
        ({ BrowserWindow }, [first, end]) => {
          for (let n = first!; n < end!; n++) BrowserWindow.getAllWindows()[0]?.webContents.send('tick', n)
        },
        [from, to],
      )
    await launched.page.evaluate(() => {
      globalThis.ticks = []
      globalThis.stopTicks = globalThis.fixture.onTick((value) => globalThis.ticks.push(value))
    })
    await tick(0, 500)
    await launched.page.waitForFunction(() => globalThis.ticks.length === 500)
    expect(await launched.page.evaluate(() => globalThis.ticks.every((value, i) => value === i))).toBe(true)
    await launched.page.evaluate(() => globalThis.stopTicks())
    await tick(500, 501)
    // The answer comes after the message, so the message would have arrived by now.
    await launched.page.evaluate(() => globalThis.fixture.echo(null))
    expect(await launched.page.evaluate(() => [globalThis.ticks.length, globalThis.fixture.listening()])).toEqual([
      500, 0,
    ])
  })

  it('accepts one-way messages', async () => {
    await launched.page.evaluate(() => globalThis.fixture.note('hello'))
    await eventually(async () => expect((await seen()).notes).toContain('hello'))
  })
})

describe('the main process', () => {
  it('knows its own name, version, path and profile', async () => {
    const about = await launched.app.evaluate(({ app }) => ({
      name: app.getName(),
      version: app.getVersion(),
      appPath: app.getAppPath(),
      userData: app.getPath('userData'),
      isPackaged: app.isPackaged,
      hasSwitch: app.commandLine.hasSwitch('remote-debugging-port'),
    }))
    expect(about).toEqual({
      name: 'Host Fixture',
      version: '1.2.3',
      appPath: FIXTURE_APP,
      userData: launched.userData,
      isPackaged: false,
      hasSwitch: true,
    })
    expect((await seen()).notes[0]).toBe('session-created')
  })

  it('finds a menu item by its id and clicks it', async () => {
    await launched.app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('say')?.click())
    expect((await seen()).notes).toContain('menu say')
  })

  it("passes on the system's power events", async () => {
    const heard = await launched.app.evaluate(
      ({ powerMonitor }) =>
        new Promise((resolve) => {
          powerMonitor.once('suspend', () => resolve('suspend'))
          powerMonitor.emit('suspend')
        }),
    )
    expect(heard).toBe('suspend')
  })

  it('exchanges messages with a utility process and learns how it ended', async () => {
    const outcome = await launched.app.evaluate(async () => {
      const helper = globalThis.startHelper()
      const said = new Promise((resolve) => helper.stdout?.once('data', (data) => resolve(String(data))))
      const heard = new Promise((resolve) => helper.once('message', resolve))
      helper.postMessage({ question: [1, 2] })
      const code = new Promise((resolve) => helper.once('exit', resolve))
      const { heard: echoed } = (await heard) as { heard: unknown }
      helper.postMessage('leave')
      return { said: await said, echoed, code: await code }
    })
    expect(outcome).toEqual({ said: 'helper one has object\n', echoed: { question: [1, 2] }, code: 3 })
  })

  it('kills a utility process', async () => {
    const pid = await launched.app.evaluate(async () => {
      const helper = globalThis.startHelper()
      await new Promise((resolve) => helper.once('spawn', () => resolve(null)))
      const { pid } = helper
      const gone = new Promise((resolve) => helper.once('exit', resolve))
      helper.kill()
      await gone
      return pid!
    })
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('gets an error and then the exit of a utility process with a fatal V8 error', async () => {
    const heard = await launched.app.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const helper = globalThis.startHelper()
          const said: unknown[] = []
          helper.on('error', (type) => void said.push(type))
          helper.once('exit', (code) => resolve([...said, code !== 0]))
          helper.once('spawn', () => helper.postMessage('give up'))
        }),
    )
    expect(heard).toEqual(['FatalError', true])
  })

  it('keeps a utility process that did not handle a rejection', async () => {
    const heard = await launched.app.evaluate(async () => {
      const helper = globalThis.startHelper()
      const answer = new Promise((resolve) => helper.once('message', resolve))
      helper.postMessage('reject')
      await answer
      const next = new Promise((resolve) => helper.once('message', resolve))
      helper.postMessage('still there')
      const { heard } = (await next) as { heard: unknown }
      helper.kill()
      return heard
    })
    expect(heard).toBe('still there')
  })

  it('must answer a display request of a page with null or with a video', async () => {
    const outcome = await launched.app.evaluate(({ session }) => {
      const words: string[] = []
      session.defaultSession.setDisplayMediaRequestHandler((_request, answer) => {
        for (const streams of [{}, null]) {
          try {
            answer(streams)
            words.push('taken')
          } catch (error) {
            words.push((error as Error).message)
          }
        }
      })
      return words
    })
    // Electron calls the handler only when a page requests it.
    if (launched.isHost) expect(outcome).toEqual(['Video was requested, but no video stream was provided', 'taken'])
  })

  it('records permission handlers and dialogs, which it cannot show', async ({ skip }) => {
    skip(host().skip, 'asks the record')
    expect(await calls('session.setPermissionRequestHandler')).toEqual([['[function]']])
    expect(await calls('session.setPermissionCheckHandler')).toEqual([['[function]']])
    const answer = await launched.app.evaluate(({ dialog }) => {
      globalThis.__electronHost.dialogAnswers.push({ response: 1, checkboxChecked: true })
      return dialog.showMessageBox({ message: 'Sure?', buttons: ['No', 'Yes'] })
    })
    expect(answer).toEqual({ response: 1, checkboxChecked: true })
    expect(await calls('dialog.showMessageBox')).toEqual([[{ message: 'Sure?', buttons: ['No', 'Yes'] }]])
    expect(await calls('dialog.showMessageBox without a window')).toEqual([['Sure?']])
  })

  it.each([
    ['electron.contentTracing', () => launched.app.evaluate(({ contentTracing }) => contentTracing.getCategories())],
    ['electron.clipboard.readText', () => launched.app.evaluate(({ clipboard }) => clipboard.readText())],
    ['electron.app.getFileIcon', () => launched.app.evaluate(({ app }) => app.getFileIcon('/').then(() => 'there'))],
    ['electron.shell.trashItem', () => launched.app.evaluate(({ shell }) => shell.trashItem('/'))],
    ['electron.BrowserWindow.fromId', () => launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(1)?.id)],
    [
      'webPreferences.sandbox: false',
      () => launched.app.evaluate(({ BrowserWindow }) => new BrowserWindow({ webPreferences: { sandbox: false } }).id),
    ],
  ])('refuses by name %s, which the host does not provide', async (what, work) => {
    if (launched.isHost) await expect(work()).rejects.toThrow(`chromium-host: ${what} is not provided`)
  })
})
