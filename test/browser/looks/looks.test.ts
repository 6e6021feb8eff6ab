/**
 * The window looks as somebody saw that it should: each screen and state, compared with its picture in `baseline`. Time,
 * account and fonts are fixed. docs/testing.md says how the pictures are taken again.
 */
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { commands, page, server } from 'vitest/browser'
import { encode } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { SCREENS, type ScreenName } from '#shared/ipc/place.ts'
import type { PartName, Snapshot } from '#shared/snapshot/snapshot.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { emptySnapshot, fixtureSnapshot, MONO, WALL, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import LockScreen from '../../../renderer/src/app/LockScreen.vue'
import { useWhatIfStore } from '../../../renderer/src/app/stores/what-if.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { timeZone } from '../../../renderer/src/kit/use-look.ts'
import { FRAME_MS } from '../../../renderer/src/kit/use-paced.ts'
import { RISK_TABS, type RiskTab } from '../../../renderer/src/risk/use-risk-tab.ts'
import { FLATTEN, planned } from '../desk/sheet.ts'
import { accounts, liveWith, openFanOut } from '../fan-out/sheet.ts'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'
import madeBy from './baseline/chromium.txt?raw'

/** The pictures there are. */
const PICTURES = Object.keys(import.meta.glob('./baseline/*.png')).map((path) => path.replace(/.*\/|\.png/g, ''))
/** `npm run looks`: takes the pictures again instead of comparing with them. */
const isRetake = server.config.snapshotOptions.updateSnapshot === 'all'
const version = /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? ''
const chromium = `${inject('browser')} ${version}`
/** Another Chromium draws text and lines in its own way, everywhere. */
const isComparable = isRetake || chromium === madeBy.trim()

type View = Pick<Bench, 'root' | 'advance'>
type Theme = 'dark' | 'light'
type Place = Exclude<ScreenName, 'risk'> | RiskTab
interface Look {
  readonly theme?: Theme
  readonly size?: readonly [width: number, height: number]
  readonly open: () => Promise<View>
}

const PLACES: readonly Place[] = SCREENS.flatMap((screen) => (screen === 'risk' ? RISK_TABS : [screen]))
const isTab = (place: Place): place is RiskTab => RISK_TABS.some((tab) => tab === place)

/** Two connected accounts, one of them with events, which somebody has seen. */
function account(): Snapshot {
  const { live } = liveWith(accounts(2))
  const events = accountEvents().map((event) => ({ ...event, seenAt: WALL }))
  return { ...withPart(fixtureSnapshot(), 'events', { data: encode(events) }), live }
}

async function at(place: Place, snapshot = account(), options: BenchOptions = {}): Promise<Bench> {
  if (isTab(place)) localStorage.setItem('plimsoll.riskTab', place)
  const bench = await openWindow(App, snapshot, {
    accounts: { listAccounts: async () => ok(accounts(2)) },
    ...options,
  })
  const screen = isTab(place) ? 'risk' : place
  await bench.askPlace({ kind: 'screen', screen })
  await expect.poll(() => bench.root.querySelectorAll('nav a')[SCREENS.indexOf(screen)]?.ariaCurrent).toBe('page')
  await expect.poll(() => bench.root.querySelector('main :is(.panel, .page)')).not.toBeNull()
  return bench
}

/** Every part was last read a minute ago, though main is alive. */
function stale(): Snapshot {
  const readAt = MONO - 60_000
  const names = Object.keys(fixtureSnapshot().parts) as PartName[]
  const late = names
    .filter((name) => !['desk', 'events', 'health'].includes(name))
    .reduce((known, name) => withPart(known, name, { readAt }), account())
  const report = late.parts.risk.data!
  const { positions, margin, contract, spot, equity, units } = report.provenance
  const provenance = {
    ...{ margin: { ...margin, readAt }, contract: { ...contract, readAt }, spot: { ...spot, readAt } },
    ...{ positions: { ...positions, readAt }, equity: { ...equity, readAt }, units },
  }
  return withPart(late, 'risk', { readAt, data: { ...report, provenance } })
}

async function withProfits(): Promise<Bench> {
  const bench = await at('stress')
  bench.root.querySelector<HTMLElement>('input[value=pnl]')?.click()
  return bench
}

async function simulated(): Promise<Bench> {
  const bench = await at('stress')
  useWhatIfStore().setMoves({ named: { ETH: 0.08 }, others: -0.12 })
  await painted()
  return bench
}

async function withPlan(): Promise<Bench> {
  const bench = await at('overview', account(), { plan: planned })
  usePlanSheet().open(FLATTEN)
  await expect.poll(() => document.querySelector('[role=dialog] [data-hold]')).not.toBeNull()
  return bench
}

const STATES: Readonly<Record<string, () => Promise<View>>> = {
  stale: () => at('overview', stale()),
  unread: () => at('overview', emptySnapshot()),
  simulation: simulated,
  pnl: withProfits,
  privacy: () => at('overview', account(), { settings: { privacy: 'amounts' } }),
  plan: withPlan,
  fanOut: () => openFanOut(accounts(3), { view: App }),
  locked: () => {
    const locked = { isLocked: true, settings: null, waysOut: true, fault: null }
    return openWindow(LockScreen, emptySnapshot(), { locking: { getLock: async () => ok(locked) } })
  },
}

/** Two of the screens, in windows of other sizes: the smallest, large ones, and 1280 px enlarged to 200 %. */
const SIZES: readonly (readonly [number, number])[] = [
  [1024, 700],
  [1920, 1080],
  [3840, 2160],
  [640, 400],
]

const LOOKS: Readonly<Record<string, Look>> = Object.fromEntries([
  ...(['dark', 'light'] as const).flatMap((theme) =>
    PLACES.map((place) => [`${place}-${theme}`, { theme, open: () => at(place) }] as const),
  ),
  ...SIZES.flatMap((size) =>
    (['overview', 'positions'] as const).map(
      (place) => [`${place}-${size[0]}`, { size, open: () => at(place) }] as const,
    ),
  ),
  ...Object.entries(STATES).map(([name, open]) => [name, { open }] as const),
])

const NO_RING = ':focus-visible { outline: none !important }'

/** Long enough for all that waits for its turn. */
const TURNS_MS = 20 * FRAME_MS

/** Draws nothing more: fonts are there, charts have their canvas, and what runs in tasks of its own has run. */
async function settled(bench: View): Promise<void> {
  await bench.advance(0)
  await document.fonts.ready
  await expect
    .poll(() => [...bench.root.querySelectorAll('.chart')].every((chart) => chart.querySelector('canvas')))
    .toBe(true)
  // A chart that has learned its room waits for its turn to be drawn again.
  for (let round = 0; round < 2; round++) {
    await painted()
    await bench.advance(TURNS_MS)
  }
}

describe.skipIf(!isComparable)('looks as in its picture', () => {
  if (isRetake) afterAll(() => commands.writeFile('test/browser/looks/baseline/chromium.txt', `${chromium}\n`))

  it.each(Object.entries(LOOKS))('%s', async (name, { theme = 'dark', size = [1280, 800], open }) => {
    await page.viewport(...size)
    localStorage.setItem('plimsoll.theme', theme)
    timeZone.value = 'utc'
    const bench = await open()
    bench.root.style.height = 'auto'
    // Wherever an earlier test left the pointer.
    document.body.style.pointerEvents = 'none'
    await settled(bench)
    // A dialog takes the focus back, and whether its ring shows depends on what was used last, mouse or keyboard.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const noRing = Object.assign(document.createElement('style'), { textContent: NO_RING })
    document.head.append(noRing)
    onTestFinished(() => noRing.remove())
    await painted()
    await expect(page).toMatchScreenshot(name)
  })
})

it('has no picture that nothing is compared with', () => {
  if (!isComparable)
    console.log(`The pictures were taken in Chromium ${madeBy.trim()}, this is ${chromium}: nothing is compared.`)
  expect(PICTURES.filter((name) => !(name in LOOKS))).toEqual([])
})
