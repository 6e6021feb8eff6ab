// A page as the main process sees it: its navigations, its messages, what it can be asked to do.
import type * as Electron from 'electron'
import type { Session } from './cdp.ts'
import type { Session as ElectronSession } from './api/session.ts'
import { encodeMessage, IpcMain, receive, RECEIVE_NAME, SEND_NAME } from './ipc.ts'
import { NativeImage } from './native-image.ts'
import { listenToConsole } from './page-console.ts'
import { installScripts, WORLD } from './page-scripts.ts'
import type { ToPage } from './page/preload-world.ts'
import { record } from './record.ts'
import { watchDownloads } from './downloads.ts'
import { watchAnswers } from './hang.ts'
import { settlePermissions } from './permissions.ts'
import { preventable } from './preventable.ts'
import { notProvided, provided, refusingEmitter, throwsWhenDestroyed } from './refuse.ts'
import { endOf, rendererPid } from './processes.ts'
import { interceptRequests, type Navigation } from './requests.ts'
import { WEBRTC_POLICY } from './chromium.ts'
import { chromium, isHandledScheme } from './state.ts'
import { BLANK, replaceBlank, type Target } from './targets.ts'
import { originOf, toReal, toVirtual } from './urls.ts'

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

export interface WebContentsOwner {
  readonly session: ElectronSession
  painted(): void
  closed(): void
  /** The page does not answer, or answers again. */
  answers(name: 'unresponsive' | 'responsive'): void
}

interface Load {
  readonly url: string
  readonly promise: Promise<void>
  readonly resolve: (nothing: undefined) => void
  readonly reject: (error: Error) => void
}

const all = new Map<number, WebContents>()
const ignore = (): void => {}
let lastId = 0

export class WebContents extends refusingEmitter('webContents') {
  readonly id = ++lastId
  readonly session: ElectronSession
  /** Messages of this page alone; what is handled here does not reach `ipcMain`. */
  readonly ipc = new IpcMain()
  readonly mainFrame: Electron.WebFrameMain
  readonly #owner: WebContentsOwner
  readonly #attached = Promise.withResolvers<Session>()
  #session: Session | null = null
  #targetId = ''
  #frameId = ''
  /** The preload's world in the current document; null: none. */
  #context: string | null = null
  #document: 'blank' | 'shown' | 'failed' = 'blank'
  #isCrashed = false
  #zoomLevel = 0
  #webRtcPolicy = 'default'
  /** Where the page itself wants to go; what it does not want, the app asked for. */
  #wanted: string | null = null
  #url = ''
  #load: Load | null = null
  #openHandler: OpenHandler | null = null
  #isDestroyed = false

  constructor(owner: WebContentsOwner) {
    super()
    this.setMaxListeners(0)
    this.#owner = owner
    this.session = owner.session
    this.mainFrame = this.#makeFrame()
    all.set(this.id, this)
  }

  static getAllWebContents(): WebContents[] {
    return [...all.values()]
  }

  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return [...all.values()].find((contents) => contents.#targetId === targetId)
  }

  // Loading

  loadURL(url: string): Promise<void> {
    if (this.#webRtcPolicy !== WEBRTC_POLICY) throw notProvided(`setWebRTCIPHandlingPolicy: ${this.#webRtcPolicy}`)
    this.#load?.reject(new Error(`ERR_ABORTED (-3) loading '${this.#load.url}'`))
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    // An app that does not wait for the load must not fall over its failure; did-fail-load tells it.
    promise.catch(ignore)
    const load = { url, promise, resolve, reject }
    this.#load = load
    void this.#attached.promise.then(async (session) => {
      if (this.#load !== load) return
      const real = toReal(url, isHandledScheme)
      if (this.#document === 'blank') return replaceBlank(session, real)
      const { errorText } = await session.send('Page.navigate', { url: real })
      if (errorText) this.#failed(errorText, url)
    }, reject)
    return promise
  }

  reload(): void {
    this.#wanted = null
    void this.#send('Page.reload')
  }

  getURL(): string {
    return this.#url || (this.#load?.url ?? '')
  }

  // Messages

  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    const message = encodeMessage(channel, args)
    // Without a document that could hear it, a message is lost, as in Electron. To a crashed renderer it must not even be
    // sent: Chromium would keep it, and all the others, until memory runs out.
    if (this.#context) this.#deliver(this.#context, ...message)
  }

  // The page itself

  /** Chromium was started with the one policy that the host can give, and a page that has not asked for it is not shown. */
  setWebRTCIPHandlingPolicy(policy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    this.#webRtcPolicy = policy
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const session = await this.#attached.promise
    await this.#load?.promise.catch(ignore)
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: false,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as unknown
  }

  async capturePage(area?: Electron.Rectangle): Promise<NativeImage> {
    if (area) throw notProvided('webContents.capturePage of a part')
    const session = await this.#attached.promise
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
    return new NativeImage(Buffer.from(data, 'base64'))
  }

  forcefullyCrashRenderer(): void {
    void this.#send('Page.crash')
  }

  isCrashed(): boolean {
    return this.#isCrashed
  }

  /** The process that shows the page; 0: none. */
  getOSProcessId(): number {
    return this.#isCrashed ? 0 : rendererPid()
  }

  get zoomLevel(): number {
    return this.#zoomLevel
  }

  /** As the page sees it: each level is a fifth. */
  set zoomLevel(level: number) {
    this.#zoomLevel = level
    void this.#send('Runtime.evaluate', { expression: `document.documentElement.style.zoom = ${1.2 ** level}` })
  }

  /** Chromium's own are not reached through a host. */
  isDevToolsOpened(): boolean {
    return false
  }

  close(): void {
    void this.#send('Page.close')
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  // For the window that owns it

  async _attach({ session, targetId }: Target, preload: string | undefined, disableDialogs: boolean): Promise<void> {
    this.#session = session
    this.#targetId = targetId
    this.#frameId = targetId
    this.#listen(session)
    await Promise.all([
      watchDownloads(this, (frameId) => frameId === this.#frameId),
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Log.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      installScripts(session, preload, disableDialogs),
      interceptRequests(session, this.session, async (navigation) => {
        if (!this.#allows(navigation)) return false
        await settlePermissions(this, navigation.url)
        return true
      }),
      // Last to be sent, but not after the others: a target that waits answers some of them only once it runs.
      session.send('Runtime.runIfWaitingForDebugger'),
    ])
    this.#attached.resolve(session)
  }

  _emulateColorScheme(scheme: 'light' | 'dark' | 'system'): void {
    const value = scheme === 'system' ? '' : scheme
    void this.#send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  }

  /** Does what a key does that means `command` to an editor. */
  _edit(command: string): void {
    record('webContents.edit', command)
    void this.#send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] })
  }

  _bringToFront(): void {
    void this.#send('Page.bringToFront')
  }

  _gone(): string {
    if (this.#isDestroyed) return this.#targetId
    this.#isDestroyed = true
    all.delete(this.id)
    this.#load?.reject(new Error(`ERR_ABORTED (-3) loading '${this.#load.url}'`))
    this.emit('destroyed')
    this.#owner.closed()
    return this.#targetId
  }

  #listen(session: Session): void {
    session.on('close', () => void this._gone())
    chromium().cdp.root.on('Target.targetCrashed', ({ targetId, status, errorCode }) => {
      if (targetId === this.#targetId) this.#crashed(status, errorCode)
    })
    watchAnswers(session, {
      isShown: () => this.#document === 'shown' && !this.#isCrashed && !this.#isDestroyed,
      tell: (name) => {
        this.emit(name)
        this.#owner.answers(name)
      },
    })
    this.#listenToContexts(session)
    this.#listenToDocuments(session)
    listenToConsole(session, (said) => this.emit('console-message', { ...said, frame: this.mainFrame }))
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      this.#windowOpened(toVirtual(url), windowName, windowFeatures),
    )
  }

  #listenToContexts(session: Session): void {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string }
      if (context.name === WORLD && frameId === this.#frameId) this.#context = context.uniqueId
    })
    session.on('Runtime.executionContextsCleared', () => (this.#context = null))
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      const context = this.#context
      if (name !== SEND_NAME || !context) return
      void receive(
        payload,
        this.ipc,
        () => this.#ipcEvent(),
        (head, text) => this.#deliver(context, head, text),
      )
    })
  }

  #listenToDocuments(session: Session): void {
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return
      this.#frameId = frame.id
      this.#document = frame.url === BLANK ? 'blank' : frame.unreachableUrl ? 'failed' : 'shown'
      if (this.#document === 'blank') return
      this.#isCrashed = false
      this.#wanted = null
      this.#url = toVirtual(frame.unreachableUrl ?? frame.url)
      if (this.#document === 'failed') this.#failed('net::ERR_FAILED', this.#url)
      else this.emit('did-navigate', {}, this.#url, 200, 'OK')
    })
    session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
      if (frameId === this.#frameId && this.#document !== 'blank') this.#wanted = toVirtual(url)
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.#frameId) this.#url = toVirtual(url)
    })
    session.on('Page.loadEventFired', () => {
      if (this.#document !== 'shown') return
      this.#owner.painted()
      this.emit('did-finish-load')
      this.#load?.resolve(undefined)
      this.#load = null
    })
    session.on('Page.lifecycleEvent', ({ frameId, name }) => {
      const isPaint = name === 'firstContentfulPaint' && frameId === this.#frameId
      if (isPaint && this.#document === 'shown') this.#owner.painted()
    })
  }

  #allows({ url, frameId, isRedirect }: Navigation): boolean {
    const isMainFrame = frameId === this.#frameId
    // What the app itself asked for (loadURL, reload) is not asked about.
    if (isMainFrame && !isRedirect && this.#wanted !== url && (url === this.#load?.url || url === this.#url))
      return true
    const frame = isMainFrame ? this.mainFrame : null
    const event = preventable({ url, isSameDocument: false, isMainFrame, frame, initiator: this.mainFrame })
    if (isRedirect) this.emit('will-redirect', event, url, false, isMainFrame)
    else {
      this.emit('will-frame-navigate', event)
      if (isMainFrame) this.emit('will-navigate', event, url)
    }
    return !event.defaultPrevented
  }

  #windowOpened(url: string, frameName: string, features: string[]): void {
    const answer = this.#openHandler?.({
      url,
      frameName,
      features: features.join(','),
      disposition: features.length > 0 ? 'new-window' : 'foreground-tab',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    })
    record('window.open', url, answer?.action ?? 'allow')
    if (answer?.action !== 'deny') throw notProvided(`a window opened by a page (${url})`)
  }

  #crashed(status: string, exitCode: number): void {
    this.#context = null
    this.#isCrashed = true
    this.emit('render-process-gone', {}, { reason: endOf(status), exitCode })
  }

  #failed(errorText: string, url: string): void {
    const description = errorText.replace(/^net::/, '')
    const ERR_FAILED = -2
    this.emit('did-fail-load', {}, ERR_FAILED, description, url, true)
    this.#load?.reject(new Error(`${description} (${ERR_FAILED}) loading '${url}'`))
    this.#load = null
  }

  #deliver(context: string, head: ToPage, text: string): void {
    // The document that asked is gone.
    if (context !== this.#context) return
    void this.#send('Runtime.callFunctionOn', {
      functionDeclaration: `function (head, text) { ${RECEIVE_NAME}(head, text) }`,
      uniqueContextId: context,
      arguments: [{ value: head }, { value: text }],
      silent: true,
    })
  }

  #ipcEvent(): Electron.IpcMainInvokeEvent {
    const context = this.#context
    const frame = (): Electron.WebFrameMain | null => (this.#context === context ? this.mainFrame : null)
    const event = {
      ...{ type: 'frame', sender: this, processId: 1, frameId: 1 },
      /** null when the document is gone by the time this is read. */
      get senderFrame() {
        return frame()
      },
    }
    return event as unknown as Electron.IpcMainInvokeEvent
  }

  #makeFrame(): Electron.WebFrameMain {
    const url = (): string => this.getURL()
    const frame = provided('WebFrameMain', {
      get url() {
        return url()
      },
      get origin() {
        return originOf(url())
      },
      parent: null,
      isDestroyed: () => this.#isDestroyed,
    })
    return Object.assign(frame, { top: frame }) as unknown as Electron.WebFrameMain
  }

  readonly #send: Session['send'] = (method, params) => {
    const sent = this.#session ? this.#session.send(method, params) : Promise.reject(new Error('no target yet'))
    // Fails only when the page is gone, which its own events report.
    sent.catch(ignore)
    return sent
  }
}

throwsWhenDestroyed(WebContents)
