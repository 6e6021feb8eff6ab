/**
 * The place of the window, in a small file of the profile: one for each arrangement of displays, because a window that
 * was on a second screen needs another place without it. All lengths are in points, whatever the scale of a display.
 */
import type { BrowserWindow, Display, Rectangle, Screen, Size } from 'electron'
import { z } from 'zod'
import type { Clock } from '#shared/domain/clock.ts'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'

/** Beyond this many arrangements, the oldest are dropped. */
const MOST_ARRANGEMENTS = 12
/** A dragged window moves many times a second, so its place is saved only after it rests. */
const SAVE_AFTER_MS = 500

const length = z.int().min(-100_000).max(100_000)
const placeSchema = z.strictObject({ x: length, y: length, width: length, height: length, isMaximized: z.boolean() })
const schema = z.strictObject({
  version: z.literal(1),
  places: z.array(z.tuple([z.string(), placeSchema])),
  isOpen: z.boolean().default(false),
})

type Heard = Pick<NodeJS.EventEmitter, 'on' | 'off'>

export type WindowState = ReturnType<typeof openWindowState>

/** A damaged file counts as missing. */
export function openWindowState(
  file: string,
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'> & Heard,
  app: Heard,
  clock: Pick<Clock, 'after'>,
) {
  const found = readJsonFile(file, schema)
  const content = found.ok && found.value.exists ? found.value.content : null
  const places = new Map(content?.places)
  let isOpen = content?.isOpen ?? false
  // If this fails, only the next place of the window is affected.
  const write = () => writeJsonFile(file, { version: 1, places: [...places], isOpen }, false)

  function remembered() {
    const displays = screen.getAllDisplays()
    const place = places.get(arrangementOf(displays))
    return place === undefined ? null : { ...place, ...fitted(place, displays, screen.getPrimaryDisplay()) }
  }

  function keep(window: BrowserWindow): void {
    if (window.isDestroyed()) return
    const { x, y, width, height } = window.getNormalBounds()
    const arrangement = arrangementOf(screen.getAllDisplays())
    places.delete(arrangement)
    places.set(arrangement, { x, y, width, height, isMaximized: window.isMaximized() })
    const [oldest] = places.keys()
    if (places.size > MOST_ARRANGEMENTS && oldest !== undefined) places.delete(oldest)
    write()
  }

  return {
    /** Where a window of that size opens, never off screen. */
    open: (usual: Size) => remembered() ?? { ...centred(usual, screen.getPrimaryDisplay()), isMaximized: false },

    /** From now on remembers the place of `window`, and moves it when its display goes away. */
    follow(window: BrowserWindow): void {
      const hear = (from: Heard, event: string, listener: () => void): void => {
        from.on(event, listener)
        window.once('closed', () => from.off(event, listener))
      }
      let callOff = (): void => undefined
      const keepSoon = (): void => {
        callOff()
        callOff = clock.after(SAVE_AFTER_MS, () => keep(window))
      }
      for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
        (window as NodeJS.EventEmitter).on(event, keepSoon)
      window.on('close', () => keep(window))
      // A signal ends Plimsoll without closing its window.
      hear(app, 'before-quit', () => keep(window))
      const settle = (): void => {
        if (window.isDestroyed() || window.isMaximized()) return
        const now = window.getBounds()
        const wanted = remembered() ?? fitted(now, screen.getAllDisplays(), screen.getPrimaryDisplay())
        const { x, y, width, height } = wanted
        window.setBounds({ x, y, width, height })
      }
      for (const event of ['display-added', 'display-removed', 'display-metrics-changed']) hear(screen, event, settle)
    },

    /** Whether a window beside the main one was open when Plimsoll was left. */
    wasOpen: () => isOpen,
    keepOpen(is: boolean): void {
      isOpen = is
      write()
    },
  }
}

function arrangementOf(displays: readonly Display[]): string {
  const each = displays.map(({ bounds: { x, y, width, height }, scaleFactor }) =>
    [x, y, width, height, scaleFactor].join(' '),
  )
  return each.toSorted().join(', ')
}

/** `place` if it is completely visible; otherwise moved and shrunk into the display that shows most of it. */
function fitted(place: Rectangle, displays: readonly Display[], primary: Display): Rectangle {
  const { x, y, width, height } = place
  const seen = displays.map(({ workArea }) => ({ workArea, share: overlap(place, workArea) }))
  if (seen.reduce((sum, { share }) => sum + share, 0) >= width * height) return { x, y, width, height }
  const [most] = seen.toSorted((a, b) => b.share - a.share)
  if (most === undefined || most.share === 0) return centred(place, primary)
  const area = most.workArea
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) }
  return {
    ...size,
    x: Math.min(Math.max(x, area.x), area.x + area.width - size.width),
    y: Math.min(Math.max(y, area.y), area.y + area.height - size.height),
  }
}

function centred(size: Size, { workArea }: Display): Rectangle {
  const width = Math.min(size.width, workArea.width)
  const height = Math.min(size.height, workArea.height)
  const x = workArea.x + Math.floor((workArea.width - width) / 2)
  return { x, y: workArea.y + Math.floor((workArea.height - height) / 2), width, height }
}

/** The area that both have in common. */
function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
