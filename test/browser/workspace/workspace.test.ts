/** The page that the trader arranges: by mouse, by keyboard, and as it is found again. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PanelId } from '#shared/ipc/panel.ts'
import { fixtureSnapshot, largeAccount } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { useWhatIfStore } from '../../../renderer/src/app/stores/what-if.ts'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import { DEFAULT_LAYOUT, textOf, type Layout } from '../../../renderer/src/workspace/layout.ts'
import { openWindow, painted, type Bench } from '../support/window.ts'

const OWNER = 'account-1'
const KEPT = `plimsoll.workspace.${OWNER}`

async function opened(kept?: string, snapshot = fixtureSnapshot()): Promise<Bench> {
  if (kept !== undefined) localStorage.setItem(KEPT, kept)
  const bench = await openWindow(App, snapshot, { tableOwner: OWNER })
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen: 'workspace' })
  await expect.poll(() => bench.root.querySelector('main .page')).not.toBeNull()
  return bench
}

const at = (x: number, y: number, w: number, h: number): string => `${y + 1} / ${x + 1} / span ${h} / span ${w}`
const areas = ({ root }: Bench): Record<string, string> =>
  Object.fromEntries(
    [...root.querySelectorAll<HTMLElement>('[data-panel]')].map((each) => [each.dataset['panel'], each.style.gridArea]),
  )
const usual = (): Record<string, string> =>
  Object.fromEntries(DEFAULT_LAYOUT.map(({ id, x, y, w, h }) => [id, at(x, y, w, h)]))
const control = ({ find }: Bench, id: PanelId, action: string): HTMLElement =>
  find(`[data-panel="${id}"] [data-action="${action}"]`)
const of = (id: PanelId, x: number, y: number, w: number, h: number): Layout[number] => ({ id, x, y, w, h })

describe('the workspace', () => {
  it('is locked at every visit: its panels can be used, and nothing moves', async () => {
    const bench = await opened()
    expect(areas(bench)).toEqual(usual())
    await expect
      .poll(() => bench.root.querySelectorAll('[data-panel="positions"] [data-action="close"]').length)
      .toBeGreaterThan(0)
    expect(bench.root.querySelectorAll('[data-panel] [data-action="move"]')).toHaveLength(0)
    await userEvent.dragAndDrop(bench.find('[data-panel="positions"] h2'), bench.find('[data-panel="attention"]'))
    expect(areas(bench)).toEqual(usual())
    await userEvent.keyboard('u')
    await expect.poll(() => bench.root.querySelectorAll('[data-action="move"]').length).toBe(DEFAULT_LAYOUT.length)
    await bench.askPlace({ kind: 'screen', screen: 'positions' })
    await expect.poll(() => bench.root.querySelectorAll('[data-panel]').length).toBe(0)
    await bench.askPlace({ kind: 'screen', screen: 'workspace' })
    await expect.poll(() => bench.root.querySelectorAll('[data-panel]').length).toBe(DEFAULT_LAYOUT.length)
    expect(bench.root.querySelectorAll('[data-action="move"]')).toHaveLength(0)
  })

  it('lets nothing in a panel be pressed while it is arranged', async () => {
    const bench = await opened()
    await expect
      .poll(() => bench.root.querySelectorAll('[data-panel="positions"] [data-action="stage"]').length)
      .toBeGreaterThan(0)
    await userEvent.keyboard('u')
    await painted()
    const stage = control(bench, 'positions', 'stage')
    stage.focus()
    expect(document.activeElement).not.toBe(stage)
    await userEvent.keyboard('{Escape}')
    await painted()
    stage.focus()
    expect(document.activeElement).toBe(stage)
  })

  it('is arranged by mouse, and found again', async () => {
    const bench = await opened()
    await userEvent.click(bench.find('[data-action="arrange"]'))
    await painted()
    await userEvent.dragAndDrop(control(bench, 'attention', 'move'), control(bench, 'positions', 'move'), {
      sourcePosition: { x: 10, y: 10 },
      targetPosition: { x: 10, y: 10 },
    })
    await expect.poll(() => areas(bench)).toEqual({ ...usual(), attention: at(0, 0, 4, 6), positions: at(4, 0, 8, 6) })
    await userEvent.dragAndDrop(control(bench, 'attention', 'size'), control(bench, 'orders', 'move'), {
      targetPosition: { x: 500, y: 20 },
    })
    await expect.poll(() => areas(bench)['attention']).not.toBe(at(0, 0, 4, 6))
    const arranged = areas(bench)
    expect(arranged['positions']).not.toBe(at(4, 0, 8, 6))
    const again = await openWindow(App, fixtureSnapshot(), { tableOwner: OWNER })
    await again.askPlace({ kind: 'screen', screen: 'workspace' })
    await expect.poll(() => areas(again)).toEqual(arranged)
    const other = await openWindow(App, fixtureSnapshot(), { tableOwner: 'account-2' })
    await other.askPlace({ kind: 'screen', screen: 'workspace' })
    await expect.poll(() => areas(other)).toEqual(usual())
  })

  it('gives up a drag at Esc, and keeps nothing of it', async () => {
    const bench = await opened()
    await userEvent.keyboard('u')
    await painted()
    const grip = control(bench, 'attention', 'move')
    const { left, top } = grip.getBoundingClientRect()
    const pointer = (type: string, x: number): void => {
      grip.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          button: 0,
          clientX: x,
          clientY: top + 5,
          bubbles: true,
          cancelable: true,
        }),
      )
    }
    // No real pointer is down, so there is none to capture.
    grip.setPointerCapture = () => undefined
    pointer('pointerdown', left + 5)
    pointer('pointermove', left - 900)
    await expect.poll(() => areas(bench)['attention']).toBe(at(0, 0, 4, 6))
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => areas(bench)).toEqual(usual())
    expect(bench.root.querySelectorAll('[data-action="move"]').length).toBeGreaterThan(0)
    expect(localStorage.getItem(KEPT) ?? '').toBe('')
  })

  it('is arranged by keyboard, which says where a panel stands', async () => {
    const bench = await opened()
    await userEvent.keyboard('u')
    await painted()
    control(bench, 'attention', 'move').focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => areas(bench)['attention']).toBe(at(0, 0, 4, 6))
    expect(bench.root.querySelector('.visually-hidden[role="status"]')?.textContent).toBe(
      'Needs attention: column 1 of 12, row 1; 4 wide, 6 high',
    )
    expect(document.activeElement).toBe(control(bench, 'attention', 'move'))
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect.poll(() => areas(bench)['attention']).toBe(at(0, 0, 4, 7))
    control(bench, 'attention', 'size').focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => areas(bench)['attention']).toBe(at(0, 0, 5, 7))
  })

  it('goes back to the default layout with one key, and that can be undone', async () => {
    const own = [of('equity', 0, 0, 12, 6)]
    const bench = await opened(textOf(own))
    await expect.poll(() => areas(bench)).toEqual({ equity: at(0, 0, 12, 6) })
    await userEvent.keyboard('0')
    await expect.poll(() => areas(bench)).toEqual(usual())
    await userEvent.click(bench.find('[data-action="undo"]'))
    await expect.poll(() => areas(bench)).toEqual({ equity: at(0, 0, 12, 6) })
    expect(bench.root.querySelector('[data-action="undo"]')).toBeNull()
    expect(localStorage.getItem(KEPT)).toBe(textOf(own))
  })

  it('removes panels, down to none, and adds them', async () => {
    const bench = await opened(textOf([of('equity', 0, 0, 6, 6), of('margin', 6, 0, 6, 6)]))
    await userEvent.keyboard('u')
    await painted()
    await userEvent.click(control(bench, 'equity', 'remove'))
    await expect.poll(() => document.activeElement).toBe(control(bench, 'margin', 'move'))
    await userEvent.click(control(bench, 'margin', 'remove'))
    await expect.poll(() => areas(bench)).toEqual({})
    expect(bench.find('main').textContent).toContain('No panels')
    await userEvent.click(bench.find('[data-action="add"]'))
    await userEvent.click(page.getByRole('button', { name: 'Scenario matrix' }))
    await expect.poll(() => areas(bench)).toEqual({ stress: at(0, 0, 6, 8) })
    await expect.poll(() => document.activeElement).toBe(control(bench, 'stress', 'move'))
  })

  it.each([
    ['{"version":1', 'could not be read'],
    ['{"version":9,"panels":[]}', 'later version'],
  ])('says once that the kept layout %s is of no use', async (kept, words) => {
    const bench = await opened(kept)
    expect(areas(bench)).toEqual(usual())
    expect(bench.find('main').textContent).toContain(words)
    await userEvent.click(bench.find('[data-action="dismiss"]'))
    await expect.poll(() => bench.find('main').textContent).not.toContain(words)
    const again = await opened()
    expect(again.find('main').textContent).not.toContain(words)
  })

  it('draws no panel that is out of sight', async () => {
    const bench = await opened(textOf([of('equity', 0, 0, 12, 40), of('attention', 0, 40, 12, 8)]))
    await expect.poll(() => bench.root.querySelector('[data-panel="equity"] .panel')).not.toBeNull()
    const below = bench.find('[data-panel="attention"]')
    expect(below.querySelector('.content')?.childElementCount).toBe(0)
    below.scrollIntoView({ block: 'end' })
    await expect.poll(() => below.querySelector('.panel')).not.toBeNull()
    bench.find('[data-panel="equity"]').scrollIntoView({ block: 'start' })
    await expect.poll(() => below.querySelector('.panel')).toBeNull()
  })

  it('draws only what is visible of a large account', async () => {
    const bench = await opened(undefined, largeAccount(1_000))
    await expect.poll(() => bench.root.querySelectorAll('[data-panel] .row').length).toBeGreaterThan(10)
    await expect.poll(() => bench.root.querySelectorAll('[data-panel] .panel').length).toBeGreaterThan(3)
    expect(bench.find('main').querySelectorAll(':not(option)').length).toBeLessThanOrEqual(1_500)
  })

  it('shows the account as it is, whatever is tried on the Risk screen', async () => {
    const bench = await opened(textOf([of('stress', 0, 0, 12, 12)]))
    await expect.poll(() => bench.root.querySelector('[data-panel="stress"] tbody tr')).not.toBeNull()
    const cells = (): string => bench.find('[data-panel="stress"] tbody').textContent
    const live = cells()
    const whatIf = useWhatIfStore()
    whatIf.move(null, -0.4)
    for (const { key } of fixtureSnapshot().parts.positions.data ?? []) whatIf.leavePosition(key, true)
    await bench.advance(2_000)
    expect(whatIf.isSimulation).toBe(true)
    expect(cells()).toBe(live)
  })
})

describe.each([
  [1024, 700],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
])('at %d × %d', (width, height) => {
  it.each(['en', 'zh'] as const)('the page fills the window and nothing leaves its panel, in %s', async (language) => {
    await page.viewport(width, height)
    const bench = await opened()
    bench.root.style.height = `${height}px`
    setLanguage(language)
    await painted()
    await expect.poll(() => bench.root.querySelectorAll('[data-panel] .panel').length).toBeGreaterThan(3)
    const main = bench.find('main')
    expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth)
    const frames = [...bench.root.querySelectorAll<HTMLElement>('[data-panel]')]
    for (const frame of frames) {
      const panel = frame.querySelector('.panel')
      if (panel === null) continue
      expect(panel.clientHeight).toBeLessThanOrEqual(frame.clientHeight)
      expect(panel.scrollWidth, frame.dataset['panel']).toBeLessThanOrEqual(frame.clientWidth)
    }
    const last = Math.max(...frames.map((frame) => frame.getBoundingClientRect().bottom))
    expect(last).toBeGreaterThan(main.getBoundingClientRect().bottom - 24)
  })
})

it('stands in one column where there is no room for more', async () => {
  await page.viewport(640, 800)
  const bench = await opened()
  const boxes = [...bench.root.querySelectorAll('[data-panel]')].map((each) => each.getBoundingClientRect())
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(1)
  expect(boxes.every((box, index) => index === 0 || box.top >= boxes[index - 1]!.bottom)).toBe(true)
})
