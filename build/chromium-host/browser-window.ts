// A window: where it is, whether it is seen, and the page in it.
import type * as Electron from 'electron'
import { sessionFromPartition } from './api/session.ts'
import { headless } from './chromium.ts'
import { record } from './record.ts'
import { preventable } from './preventable.ts'
import { mustLive, notProvided, refusingEmitter, throwsWhenDestroyed } from './refuse.ts'
import { appEvents, chromium, state } from './state.ts'
import { closeTarget, openTarget } from './targets.ts'
import { WebContents } from './web-contents.ts'

/** What is provided has the types of electron.d.ts. */
type OurOwn = 'webContents' | 'getParentWindow' | 'getChildWindows' | keyof NodeJS.EventEmitter
type Provided = Partial<Omit<Electron.BrowserWindow, OurOwn>>

// A hidden window is drawn off screen: one that is not on the desktop would not be drawn.
const OFF_SCREEN = -20_000

/** The only preferences the host can give: an app that asks for others gets an error. */
const ONLY_PREFERENCES: Electron.WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
}
const FREE_PREFERENCES = new Set([
  'preload',
  'partition',
  'spellcheck',
  'disableDialogs',
  'devTools',
  'navigateOnDragDrop',
  'safeDialogs',
  'backgroundThrottling',
])

const windows = new Set<BrowserWindow>()

export class BrowserWindow extends refusingEmitter('BrowserWindow') implements Provided {
  static #focused: BrowserWindow | null = null
  readonly #contents: WebContents
  readonly #id: number
  /** It floats over it, and goes with it. */
  readonly #parent: BrowserWindow | null
  #bounds: Electron.Rectangle
  #windowId: number | null = null
  #isVisible: boolean
  #isMinimized = false
  #isMaximized = false
  #isFullScreen = false
  #isDestroyed = false
  #isPainted = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    if (!state.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 0, y = 0, width = 800, height = 600, show = true, parent, webPreferences = {} } = options
    checkPreferences(webPreferences)
    record('new BrowserWindow', options)
    this.#bounds = { x, y, width, height }
    this.#isVisible = show
    this.#contents = new WebContents({
      session: sessionFromPartition(webPreferences.partition ?? ''),
      painted: () => this.#painted(),
      closed: () => this.#closed(),
      answers: (name) => this.emit(name),
    })
    this.#id = this.#contents.id
    this.#parent = (parent as unknown as BrowserWindow | null | undefined) ?? null
    windows.add(this)
    appEvents.emit('emit', 'web-contents-created', {}, this.#contents)
    if (show) this.#focus()
    this.#open(webPreferences).catch((error: unknown) => {
      if (!state.isLeaving && !this.#isDestroyed) throw error
    })
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.#focused
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.#contents === contents) ?? null
  }

  get webContents(): WebContents {
    mustLive(this)
    return this.#contents
  }

  get id(): number {
    mustLive(this)
    return this.#id
  }

  getParentWindow(): BrowserWindow | null {
    return this.#parent
  }

  getChildWindows(): BrowserWindow[] {
    return [...windows].filter((window) => window.#parent === this)
  }

  /** Written down and no more: no menu is drawn here. */
  removeMenu(): void {
    record('BrowserWindow.removeMenu', this.id)
  }

  loadURL(url: string): Promise<void> {
    return this.#contents.loadURL(url)
  }

  reload(): void {
    this.#contents.reload()
  }

  show(): void {
    record('BrowserWindow.show', this.id)
    this.#isVisible = true
    this.#place()
    this.#focus()
    this.emit('show')
  }

  /** Shows it where it is and leaves the focus where that is. */
  showInactive(): void {
    record('BrowserWindow.showInactive', this.id)
    this.#isVisible = true
    this.#place()
    this.emit('show')
  }

  /** Written down and no more: no window manager is here to ask. */
  setAlwaysOnTop(isOn: boolean, level?: string): void {
    record('BrowserWindow.setAlwaysOnTop', this.id, isOn, level)
  }

  setVisibleOnAllWorkspaces(isOn: boolean): void {
    record('BrowserWindow.setVisibleOnAllWorkspaces', this.id, isOn)
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  focus(): void {
    record('BrowserWindow.focus', this.id)
    this.#contents._bringToFront()
    this.#focus()
  }

  isFocused(): boolean {
    return BrowserWindow.#focused === this
  }

  minimize(): void {
    this.#setMinimized(true)
  }

  restore(): void {
    this.#setMinimized(false)
  }

  setFullScreen(isFull: boolean): void {
    if (this.#isFullScreen === isFull) return
    this.#isFullScreen = isFull
    record('BrowserWindow.setFullScreen', isFull)
    this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen')
  }

  isFullScreen(): boolean {
    return this.#isFullScreen
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  /** A window that is maximized fills its display; here only `isMaximized` says so. */
  maximize(): void {
    this.#setMaximized(true)
  }

  unmaximize(): void {
    this.#setMaximized(false)
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#place()
    this.emit('resize')
    this.emit('move')
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setBackgroundColor(color: string): void {
    record('BrowserWindow.setBackgroundColor', color)
  }

  close(): void {
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented && !this.#isDestroyed) this.destroy()
  }

  destroy(): void {
    const targetId = this.#contents._gone()
    if (targetId) closeTarget(targetId)
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  async #open({ preload, disableDialogs = false }: Electron.WebPreferences): Promise<void> {
    const { width, height } = this.#bounds
    const contextId = await this.#contents.session._contextId()
    const target = await openTarget({ width, height }, contextId, () => !this.#isDestroyed)
    if (!target) return
    if (this.#isDestroyed) return closeTarget(target.targetId)
    const { windowId } = await chromium().cdp.root.send('Browser.getWindowForTarget', { targetId: target.targetId })
    this.#windowId = windowId
    this.#place()
    await this.#contents._attach(target, preload, disableDialogs)
  }

  #place(): void {
    if (this.#windowId === null) return
    const { root } = chromium().cdp
    const windowId = this.#windowId
    const { x, y, width, height } = this.#bounds
    const isOff = !this.#isVisible && !headless
    const sent = [root.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })]
    if (headless) sent.push(root.send('Browser.setContentsSize', { windowId, width, height }))
    else {
      const bounds = { left: isOff ? OFF_SCREEN : x, top: isOff ? OFF_SCREEN : y, width, height }
      sent.push(root.send('Browser.setWindowBounds', { windowId, bounds }))
    }
    if (this.#isMinimized)
      sent.push(root.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } }))
    // Fails only when the window is gone, which its page reports.
    for (const answer of sent) answer.catch(() => {})
  }

  #setMaximized(isMaximized: boolean): void {
    if (this.#isMaximized === isMaximized) return
    this.#isMaximized = isMaximized
    this.emit(isMaximized ? 'maximize' : 'unmaximize')
  }

  #setMinimized(isMinimized: boolean): void {
    if (this.#isMinimized === isMinimized) return
    this.#isMinimized = isMinimized
    this.#place()
    this.emit(isMinimized ? 'minimize' : 'restore')
  }

  #focus(): void {
    if (BrowserWindow.#focused === this || this.#isDestroyed) return
    BrowserWindow.#focused?.emit('blur')
    BrowserWindow.#focused = this
    this.emit('focus')
  }

  #painted(): void {
    if (this.#isPainted) return
    this.#isPainted = true
    this.emit('ready-to-show')
  }

  #closed(): void {
    const children = this.getChildWindows()
    this.#isDestroyed = true
    windows.delete(this)
    for (const child of children) child.destroy()
    if (BrowserWindow.#focused === this) BrowserWindow.#focused = null
    this.emit('closed')
    if (windows.size === 0) appEvents.emit('last window closed')
  }
}

throwsWhenDestroyed(BrowserWindow)

function checkPreferences(preferences: Electron.WebPreferences): void {
  for (const [name, value] of Object.entries(preferences)) {
    if (FREE_PREFERENCES.has(name)) continue
    if (name in ONLY_PREFERENCES && ONLY_PREFERENCES[name as keyof Electron.WebPreferences] === value) continue
    throw notProvided(`webPreferences.${name}: ${String(value)}`)
  }
}
