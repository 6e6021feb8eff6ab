import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, Display, Rectangle } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWindowState } from '#electron/main/window/window-state.ts'
import { ManualClock } from '#test/support/clock.ts'

const USUAL = { width: 1440, height: 900 }
const BAR = 40

const display = (x: number, width: number, height: number, scaleFactor = 1): Display =>
  ({
    bounds: { x, y: 0, width, height },
    workArea: { x, y: BAR, width, height: height - BAR },
    scaleFactor,
  }) as unknown as Display
const LAPTOP = display(0, 1920, 1080)
const MONITOR = display(1920, 2560, 1440)
/** 1280 × 720 points at a scale of 2. */
const SMALL_AT_200 = display(0, 1280, 720, 2)

class TestScreen extends EventEmitter {
  displays: Display[]
  constructor(...displays: Display[]) {
    super()
    this.displays = displays
  }
  getAllDisplays = (): Display[] => this.displays
  getPrimaryDisplay = (): Display => this.displays[0] ?? LAPTOP
}

class TestWindow extends EventEmitter {
  bounds: Rectangle
  maximized = false
  constructor(bounds: Rectangle) {
    super()
    this.bounds = bounds
  }
  isDestroyed = (): boolean => false
  isMaximized = (): boolean => this.maximized
  getBounds = (): Rectangle => this.bounds
  getNormalBounds = (): Rectangle => this.bounds
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds
    this.emit('move')
  }
}

let folder: string
let clock: ManualClock
let app: EventEmitter
const file = (): string => join(folder, 'window.json')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-window-'))
  clock = new ManualClock()
  app = new EventEmitter()
})
afterEach(() => rmSync(folder, { recursive: true }))

const stateOn = (screen: TestScreen) => openWindowState(file(), screen, app, clock)

/** Places a window on these displays, and quits. */
async function leftAt(bounds: Rectangle, isMaximized: boolean, ...displays: Display[]): Promise<void> {
  const window = new TestWindow(bounds)
  stateOn(new TestScreen(...displays)).follow(window as unknown as BrowserWindow)
  window.maximized = isMaximized
  window.emit('resize')
  await clock.advance(500)
}

describe('a window', () => {
  it('first opens in the middle of the main display, no larger than it', () => {
    expect(stateOn(new TestScreen(LAPTOP)).open(USUAL)).toEqual({ x: 240, y: 110, ...USUAL, isMaximized: false })
    expect(stateOn(new TestScreen(SMALL_AT_200)).open(USUAL)).toMatchObject({ x: 0, y: 40, width: 1280, height: 680 })
  })

  it('opens where it was left, for each arrangement of displays', async () => {
    const onBoth = { x: 2000, y: 100, width: 1600, height: 1000 }
    const onLaptop = { x: 50, y: 60, width: 1200, height: 800 }
    await leftAt(onBoth, true, LAPTOP, MONITOR)
    await leftAt(onLaptop, false, LAPTOP)
    expect(stateOn(new TestScreen(LAPTOP, MONITOR)).open(USUAL)).toEqual({ ...onBoth, isMaximized: true })
    expect(stateOn(new TestScreen(MONITOR, LAPTOP)).open(USUAL)).toEqual({ ...onBoth, isMaximized: true })
    expect(stateOn(new TestScreen(LAPTOP)).open(USUAL)).toEqual({ ...onLaptop, isMaximized: false })
  })

  it('opens where it was left just before a signal', () => {
    const window = new TestWindow({ x: 50, y: 60, width: 1200, height: 800 })
    stateOn(new TestScreen(LAPTOP)).follow(window as unknown as BrowserWindow)
    app.emit('before-quit')
    expect(stateOn(new TestScreen(LAPTOP)).open(USUAL)).toMatchObject({ x: 50, y: 60, width: 1200, height: 800 })
  })

  it('keeps a place across two displays', async () => {
    const across = { x: 1500, y: 100, width: 1200, height: 800 }
    await leftAt(across, false, LAPTOP, MONITOR)
    expect(stateOn(new TestScreen(LAPTOP, MONITOR)).open(USUAL)).toMatchObject(across)
  })

  it.each([
    ['half off the right', { x: 1800, y: 100, width: 1200, height: 800 }, { x: 720, y: 100, width: 1200, height: 800 }],
    ['above the top', { x: 10, y: -300, width: 1200, height: 800 }, { x: 10, y: BAR, width: 1200, height: 800 }],
    ['too large', { x: -50, y: 0, width: 5000, height: 4000 }, { x: 0, y: BAR, width: 1920, height: 1040 }],
    ['nowhere', { x: 9000, y: 9000, width: 1200, height: 800 }, { x: 360, y: 160, width: 1200, height: 800 }],
  ])('that was left %s opens on the screen', async (_, left, opens) => {
    await leftAt(left, false, LAPTOP)
    expect(stateOn(new TestScreen(LAPTOP)).open(USUAL)).toMatchObject(opens)
  })

  it('moves when its display is removed, and moves back when the display returns', async () => {
    const screen = new TestScreen(LAPTOP, MONITOR)
    const there = { x: 2000, y: 100, width: 1600, height: 1000 }
    const window = new TestWindow(there)
    stateOn(screen).follow(window as unknown as BrowserWindow)
    window.emit('move')
    await clock.advance(500)
    screen.displays = [LAPTOP]
    screen.emit('display-removed')
    expect(window.bounds).toEqual({ x: 160, y: 60, width: 1600, height: 1000 })
    await clock.advance(500)
    screen.displays = [LAPTOP, MONITOR]
    screen.emit('display-added')
    expect(window.bounds).toEqual(there)
  })
})

describe('a second window', () => {
  it('is open at the next start if it was left open', () => {
    const open = (): boolean => stateOn(new TestScreen(LAPTOP)).wasOpen()
    expect(open()).toBe(false)
    stateOn(new TestScreen(LAPTOP)).keepOpen(true)
    expect(open()).toBe(true)
    stateOn(new TestScreen(LAPTOP)).keepOpen(false)
    expect(open()).toBe(false)
  })

  it('that was closed is no longer tracked', () => {
    const screen = new TestScreen(LAPTOP)
    const window = new TestWindow({ x: 300, y: 900, width: 760, height: 58 })
    stateOn(screen).follow(window as unknown as BrowserWindow)
    window.emit('closed')
    expect([app.listenerCount('before-quit'), ...screen.eventNames()]).toEqual([0])
  })
})

describe('the file', () => {
  it.each(['', '{', '{"version":1,"places":[["a",{"x":"no"}]]}', 'null'])('%j counts as empty', (text) => {
    writeFileSync(file(), text)
    expect(stateOn(new TestScreen(LAPTOP)).open(USUAL)).toMatchObject({ x: 240, y: 110 })
  })

  it('of a later version is left unchanged', async () => {
    const text = '{"version":2}'
    writeFileSync(file(), text)
    await leftAt({ x: 1, y: 50, width: 1200, height: 800 }, false, LAPTOP)
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })
})
