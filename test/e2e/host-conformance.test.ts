// What the app may rely on from Electron, shown on a fixture app. Right for Electron and for the Chromium host alike;
// where only the host can be asked (its record of native calls), the test says so.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { FIXTURE_APP, type Seen } from '../../build/chromium-host/fixture-app/globals.ts'
import { launchApp, type Launched } from './launch.ts'

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
  it('sees what the preload exposed and nothing else of it, of Node or of the host', async () => {
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

  it('runs under the Content-Security-Policy its scheme handler sent', async () => {
    // Its own script may run, and has.
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

  it('gets the status, type and body its scheme handler gave', async () => {
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

  it('may not leave for another document: will-navigate comes first and can prevent it', async () => {
    for (const name of ['elsewhere', 'other']) await launched.page.getByRole('link', { name, exact: true }).click()
    await vi.waitFor(async () =>
      expect((await seen()).willNavigate).toEqual(['https://example.invalid/elsewhere', 'app://fixture/other.html']),
    )
    expect(await launched.page.evaluate(() => globalThis.fixture.add(1, 1))).toBe(2)
    expect(
      await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
    ).toBe('app://fixture/index.html')
  })

  it('may not open a window: the handler is asked, and the page lives on', async ({ skip }) => {
    skip(host().skip, 'asks the record of shell.openExternal')
    await launched.page.getByRole('link', { name: 'outside' }).click()
    await launched.page.evaluate(() => void window.open('https://example.invalid/opened', 'named', 'width=200'))
    await vi.waitFor(async () =>
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
  it('calls across at once: results, callbacks and errors are synchronous', async () => {
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

  it('gives promises of the page, data without prototypes, and the same function back', async () => {
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
  it('carries plain data there and back unchanged, undefined and odd numbers included', async () => {
    const value = { text: 'é€😀', list: [1, null, -2.5e-7, true], nested: { empty: {}, long: 'x'.repeat(300_000) } }
    expect(await launched.page.evaluate((sent) => globalThis.fixture.echo(sent), value)).toEqual(value)
    const odd = { a: undefined, list: [undefined, NaN, -0, Infinity] }
    const back = await launched.page.evaluate((sent) => globalThis.fixture.echo(sent), odd)
    expect(back).toStrictEqual(odd)
  })

  it.each([
    ['a Map', () => globalThis.fixture.echo(new Map())],
    ['a Date', () => globalThis.fixture.echo([new Date(0)])],
  ])('says by name that the host does not carry %s', async (_what, work) => {
    if (launched.isHost) await expect(launched.page.evaluate(work)).rejects.toThrow('over IPC is not provided')
  })

  it('tells the handler who asks, by the address of its own scheme', async () => {
    expect(await launched.page.evaluate(() => globalThis.fixture.sender())).toEqual({
      url: 'app://fixture/index.html',
      origin: 'app://fixture',
      isTop: true,
      isOurs: true,
    })
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
  ])('fails for %s with the words of Electron', async (_what, work, message) => {
    await expect(launched.page.evaluate(work)).rejects.toThrow(message)
  })

  it('delivers what main sends in order, and nothing after the listener has gone', async () => {
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
    // An answer travels behind the message, so the message has had its chance.
    await launched.page.evaluate(() => globalThis.fixture.echo(null))
    expect(await launched.page.evaluate(() => [globalThis.ticks.length, globalThis.fixture.listening()])).toEqual([
      500, 0,
    ])
  })

  it('takes one-way messages', async () => {
    await launched.page.evaluate(() => globalThis.fixture.note('hello'))
    await vi.waitFor(async () => expect((await seen()).notes).toContain('hello'))
  })
})

describe('the main process', () => {
  it('knows its own name, version, place and profile', async () => {
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

  it('passes on what the system says of power', async () => {
    const heard = await launched.app.evaluate(
      ({ powerMonitor }) =>
        new Promise((resolve) => {
          powerMonitor.once('suspend', () => resolve('suspend'))
          powerMonitor.emit('suspend')
        }),
    )
    expect(heard).toBe('suspend')
  })

  it('talks to a utility process and hears how it ended', async () => {
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

  it('has written down what it cannot ask: permission handlers and boxes', async ({ skip }) => {
    skip(host().skip, 'asks the record')
    expect(await calls('session.setPermissionRequestHandler')).toEqual([['[function]']])
    expect(await calls('session.setPermissionCheckHandler')).toEqual([['[function]']])
    const answer = await launched.app.evaluate(({ dialog }) => {
      globalThis.__electronHost.dialogAnswers.push({ response: 1, checkboxChecked: true })
      return dialog.showMessageBox({ message: 'Sure?', buttons: ['No', 'Yes'] })
    })
    expect(answer).toEqual({ response: 1, checkboxChecked: true })
    expect(await calls('dialog.showMessageBox')).toEqual([[{ message: 'Sure?', buttons: ['No', 'Yes'] }]])
  })

  it.each([
    ['electron.Tray', () => launched.app.evaluate(({ Tray }) => new Tray('icon.png').isDestroyed())],
    ['electron.clipboard', () => launched.app.evaluate(({ clipboard }) => clipboard.readText())],
    ['electron.app.setBadgeCount', () => launched.app.evaluate(({ app }) => app.setBadgeCount(1))],
    ['electron.shell.openPath', () => launched.app.evaluate(({ shell }) => shell.openPath('/'))],
    ['electron.BrowserWindow.fromId', () => launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(1)?.id)],
    [
      'webPreferences.sandbox: false',
      () => launched.app.evaluate(({ BrowserWindow }) => new BrowserWindow({ webPreferences: { sandbox: false } }).id),
    ],
  ])('says by name that the host does not provide %s', async (what, work) => {
    if (launched.isHost) await expect(work()).rejects.toThrow(`chromium-host: ${what} is not provided`)
  })
})

describe('the window', () => {
  it('is as large as it was asked to be, before and after a resize, and so is its picture', async () => {
    const size = (): Promise<number[]> => launched.page.evaluate(() => [innerWidth, innerHeight])
    const window = await launched.app.browserWindow(launched.page)
    await window.evaluate((it) => it.setContentSize(700, 500))
    await vi.waitFor(async () => expect(await size()).toEqual([700, 500]))
    const picture = await window.evaluate(async (it) => {
      const image = await it.webContents.capturePage()
      return { ...image.getSize(), signature: image.toPNG().subarray(1, 4).toString() }
    })
    expect(picture).toEqual({ width: 700, height: 500, signature: 'PNG' })
  })

  it('was shown when it had something to show, and can be minimized and restored', async () => {
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

  it('tells that its page crashed, and works again after a reload', async () => {
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
})
