/**
 * Where each panel of the workspace stands: on a grid of columns and rows, without overlap, and as high up as the
 * panels above it allow. Pure.
 */
import { PANEL_IDS, type PanelId } from '#shared/ipc/panel.ts'
import { isRecord, recordIn } from '../kit/kept-text.ts'
import { PANELS } from './panels.ts'

export const COLUMNS = 12
/** The most rows of one panel: more than any window shows at once. */
const MOST_ROWS = 60
const VERSION = 1

/** The upper left corner of a panel and its size, in columns and rows. */
export interface Place {
  readonly id: PanelId
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
export type Layout = readonly Place[]

/**
 * The default layout: what a trader looks at all day. It fills a large window; in a small one the charts are reached by
 * scrolling.
 */
export const DEFAULT_LAYOUT: Layout = [
  { id: 'positions', x: 0, y: 0, w: 8, h: 6 },
  { id: 'attention', x: 8, y: 0, w: 4, h: 6 },
  { id: 'orders', x: 0, y: 6, w: 8, h: 6 },
  { id: 'exposure', x: 8, y: 6, w: 4, h: 6 },
  { id: 'loadLine', x: 0, y: 12, w: 7, h: 6 },
  { id: 'equity', x: 7, y: 12, w: 5, h: 6 },
]

const right = ({ x, w }: Place): number => x + w
const bottom = ({ y, h }: Place): number => y + h
const sharesColumns = (one: Place, other: Place): boolean => one.x < right(other) && other.x < right(one)
const sharesRows = (one: Place, other: Place): boolean => one.y < bottom(other) && other.y < bottom(one)
const overlaps = (one: Place, other: Place): boolean => sharesColumns(one, other) && sharesRows(one, other)
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** `layout` with the panel changed as asked, as far as the grid allows. Panels in its way make room. */
export function changed(layout: Layout, id: PanelId, change: Partial<Omit<Place, 'id'>>): Layout {
  const before = layout.find((place) => place.id === id)
  if (before === undefined) return layout
  const after = fitted({ ...before, ...change })
  const others = layout.filter((place) => place !== before)
  return packed([
    after,
    ...others.map((other) => (overlaps(other, after) ? aside(other, after, before, others) : other)),
  ])
}

/** Keeps a place inside the grid, and large enough to be read. */
function fitted({ id, x, y, w, h }: Place): Place {
  const { least } = PANELS[id]
  const width = within(w, least.w, COLUMNS)
  return { id, x: within(x, 0, COLUMNS - width), y: Math.max(0, y), w: width, h: within(h, least.h, MOST_ROWS) }
}

/**
 * Where `other` goes when `after` takes its place: beside it, into the space it left or into what remains. If there is
 * no such space, `other` stays, and `packed` moves it below.
 */
function aside(other: Place, after: Place, before: Place, others: Layout): Place {
  const isMoved = after.w === before.w && after.h === before.h
  const offers = isMoved
    ? [
        { ...other, x: before.x },
        { ...other, x: right(before) - other.w },
      ]
    : [{ ...other, x: right(after), w: right(other) - right(after) }]
  const isFree = (offer: Place): boolean =>
    [after, ...others.filter((each) => each !== other)].every((each) => !overlaps(each, offer))
  const isFit = (offer: Place): boolean =>
    offer.w >= PANELS[offer.id].least.w && offer.x >= 0 && right(offer) <= COLUMNS
  return offers.find((offer) => isFit(offer) && isFree(offer)) ?? other
}

/**
 * Moves every panel up as far as it goes, from the top down. Of two at one height, the one that is earlier in `places`
 * goes first.
 */
function packed(places: Layout): Layout {
  return places
    .toSorted((one, other) => one.y - other.y)
    .reduce<Layout>((done, place) => {
      const y = Math.max(0, ...done.filter((each) => sharesColumns(each, place)).map(bottom))
      return [...done, { ...place, y }]
    }, [])
    .toSorted((one, other) => one.y - other.y || one.x - other.x)
}

/** One step of the keyboard. */
export interface Step {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}

/** `layout` with the panel moved by one step, past a neighbour next to it. The same layout if it can go no further. */
export function moved(layout: Layout, id: PanelId, { x, y }: Step): Layout {
  const place = layout.find((each) => each.id === id)
  if (place === undefined) return layout
  const reach = x === 0 ? rowsOf(layout) : COLUMNS
  const steps = Array.from({ length: reach }, (_, at) =>
    changed(layout, id, { x: place.x + x * (at + 1), y: place.y + y * (at + 1) }),
  ).filter((next) => !isSame(next, layout))
  /** When a panel moves sideways, going past a neighbour is better than pushing it down. */
  const beside = layout.filter((each) => sharesRows(each, place))
  const isLevel = (next: Layout): boolean =>
    beside.every((each) => next.some((other) => other.id === each.id && other.y === each.y))
  return (x === 0 ? undefined : steps.find(isLevel)) ?? steps[0] ?? layout
}

/** `layout` with the panel one step larger or smaller. */
export function sized(layout: Layout, id: PanelId, { x, y }: Step): Layout {
  const place = layout.find((each) => each.id === id)
  return place === undefined ? layout : changed(layout, id, { w: place.w + x, h: place.h + y })
}

/** `layout` with one more panel, below the others. */
export function added(layout: Layout, id: PanelId): Layout {
  if (layout.some((place) => place.id === id)) return layout
  const { least } = PANELS[id]
  return packed([...layout, { id, x: 0, y: rowsOf(layout), w: Math.max(6, least.w), h: Math.max(6, least.h) }])
}

export function removed(layout: Layout, id: PanelId): Layout {
  return packed(layout.filter((place) => place.id !== id))
}

export function rowsOf(layout: Layout): number {
  return Math.max(0, ...layout.map(bottom))
}

function isSame(one: Layout, other: Layout): boolean {
  return one.every((place) =>
    other.some(
      ({ id, x, y, w, h }) => id === place.id && x === place.x && y === place.y && w === place.w && h === place.h,
    ),
  )
}

/** The layout as the text that is stored. */
export function textOf(layout: Layout): string {
  return JSON.stringify({ version: VERSION, panels: layout })
}

/** Reads the layout from `text`; empty: none was stored. */
export function layoutIn(text: string): { readonly layout: Layout; readonly fault: 'damaged' | 'newer' | null } {
  if (text === '') return { layout: DEFAULT_LAYOUT, fault: null }
  const kept = recordIn(text)
  if (isWhole(kept['version']) && kept['version'] > VERSION) return { layout: DEFAULT_LAYOUT, fault: 'newer' }
  const panels: unknown = kept['panels']
  const ids = new Set(Array.isArray(panels) ? panels.map((each) => (isRecord(each) ? each['id'] : null)) : [])
  const isSound =
    kept['version'] === VERSION && Array.isArray(panels) && panels.every(isPlace) && ids.size === panels.length
  return isSound ? { layout: packed(panels.map(fitted)), fault: null } : { layout: DEFAULT_LAYOUT, fault: 'damaged' }
}

function isPlace(value: unknown): value is Place {
  if (!isRecord(value)) return false
  const { id, x, y, w, h } = value
  return PANEL_IDS.some((each) => each === id) && [x, y, w, h].every(isWhole)
}

/** No layout has more rows than this: every panel, each as high as it may be. */
const MOST = PANEL_IDS.length * MOST_ROWS

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST
