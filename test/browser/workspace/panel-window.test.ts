/** A window with one panel of the workspace alone: it shows all that the panel shows, and acts on nothing. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { PANEL_IDS, type PanelId } from '#shared/ipc/panel.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import LockScreen from '../../../renderer/src/app/LockScreen.vue'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import PanelWindow from '../../../renderer/src/workspace/PanelWindow.vue'
import { violations } from '../support/axe.ts'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

async function opened(panel: PanelId, options: BenchOptions = {}, snapshot = fixtureSnapshot()): Promise<Bench> {
  const bench = await openWindow(PanelWindow, snapshot, { ...options, isPopOut: true, props: { panel } })
  await document.fonts.ready
  await expect.poll(() => bench.root.querySelector('main .panel h2')).not.toBeNull()
  return bench
}

/** Names of controls that act. */
const ACTS = /^(close|cancel|flatten|stop|stage|hold|run|sell|tick|restore|arm|seen|save|undo|rescue|plan|unlock)/i
const namesIn = (root: ParentNode): string[] =>
  [...root.querySelectorAll<HTMLElement>('button, [role=switch], input, select')].map(
    (each) => each.ariaLabel ?? each.textContent.trim(),
  )
const acting = (root: ParentNode): string[] => namesIn(root).filter((name) => ACTS.test(name))

describe.each(PANEL_IDS)('a window with %s alone', (panel) => {
  it('shows the panel, breaks no rule of axe-core, and has nothing that acts', async () => {
    const { root, submitted, previewed, shownInMain, find } = await opened(panel)
    expect(document.title).toMatch(/^Plimsoll – \S/)
    expect(root.querySelector('h1')?.textContent).toBe(document.title.replace('Plimsoll – ', ''))
    expect(find('header').textContent).toContain(fixtureSnapshot().account!.name)
    expect(acting(document)).toEqual([])
    expect(await violations()).toEqual([])
    find('header [data-action="showInMain"]').click()
    await painted()
    expect(shownInMain).toHaveLength(1)
    expect([submitted, previewed]).toEqual([[], []])
  })
})

describe('a window with one panel', () => {
  it.each([
    ['positions', 'positions'],
    ['orders', 'orders'],
    ['journal', 'intents'],
  ] as const)(
    'leads from a row of %s to that row in the main window, by mouse and by keyboard',
    async (panel, list) => {
      const { root, shownInMain, submitted, previewed } = await opened(panel)
      const buttons = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('tbody [data-action="showInMain"]')]
      await expect.poll(() => buttons().length).toBeGreaterThan(1)
      await userEvent.click(buttons()[1]!)
      buttons()[0]!.focus()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => shownInMain.length).toBe(2)
      for (const place of shownInMain) expect(place).toMatchObject({ kind: 'row', list })
      expect(new Set(shownInMain.map((place) => JSON.stringify(place))).size).toBe(2)
      expect([submitted, previewed]).toEqual([[], []])
    },
  )

  it('leads to the main window where the panel leads to a screen, and with the keys of the screens and of the way out', async () => {
    const positions = await opened('positions')
    await expect.poll(() => positions.root.querySelectorAll('tbody tr[tabindex]').length).toBeGreaterThan(0)
    await userEvent.click(positions.root.querySelector<HTMLElement>('tbody tr[tabindex] td')!)
    await expect.poll(() => positions.shownInMain).toHaveLength(1)
    expect(positions.shownInMain[0]).toMatchObject({ kind: 'row', list: 'positions' })
    await userEvent.keyboard('{Control>}3{/Control}')
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    await expect
      .poll(() => positions.shownInMain.slice(1))
      .toEqual([
        { kind: 'screen', screen: 'orders' },
        { kind: 'screen', screen: 'positions' },
      ])
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(positions.previewed).toEqual([])
    const attention = await opened('attention')
    const link = (): HTMLElement | null => attention.root.querySelector('a')
    await expect.poll(link).not.toBeNull()
    await userEvent.click(link()!)
    await expect.poll(() => attention.shownInMain).toHaveLength(1)
  })

  it('says it when main does not lead there', async () => {
    const refused = async () => err(localFailure('closed', 'panel.show', message('main.notInFront')))
    const { find } = await opened('equity', { panels: { showPlace: refused } })
    find('header [data-action="showInMain"]').click()
    await expect.poll(() => find('header').querySelector('[role=alert]')?.textContent).toContain('window in front')
  })

  it('follows the pushes, the account in front and the settings', async () => {
    const bench = await opened('equity')
    const { account, ...rest } = fixtureSnapshot()
    await bench.send({ ...rest, seq: rest.seq + 1, parts: {}, account: { ...account!, name: 'Other harbour' } })
    await expect.poll(() => bench.find('header').textContent).toContain('Other harbour')
    await bench.tellSettings({ language: 'zh' })
    await expect.poll(() => document.title).toBe('Plimsoll – 本次运行的权益')
    setLanguage('en')
    await bench.send({ ...rest, runId: crypto.randomUUID(), seq: 1, parts: {}, account: null })
    await expect.poll(() => bench.find('main').textContent).toContain('No account is open.')
  })

  it.each(['positions', 'balances'] as const)('hides of %s what the privacy level hides', async (panel) => {
    const amounts = /\d[\d,]*\.\d{2}(?!\d)(?!\s*%)/
    const bench = await opened(panel)
    await expect.poll(() => bench.find('main').textContent).toMatch(amounts)
    await bench.tellSettings({ privacy: 'percentages' })
    await expect.poll(() => bench.find('main').textContent).toContain('•••')
    expect(bench.find('main').innerText).not.toMatch(amounts)
  })

  it('is blank while it is not in front, if the trader wants that', async () => {
    await opened('positions', { settings: { blanksBehind: true } })
    window.dispatchEvent(new Event('blur'))
    await expect.poll(() => document.querySelector('.curtain')).not.toBeNull()
    window.dispatchEvent(new Event('focus'))
    await expect.poll(() => document.querySelector('.curtain')).toBeNull()
  })

  it('warns above everything when main is silent', async () => {
    const bench = await opened('positions')
    await bench.advance(3_000)
    await expect.poll(() => bench.root.querySelector('.silence')).not.toBeNull()
  })

  it('shows, while Plimsoll is locked, nothing but the way to the main window', async () => {
    const locked = { isLocked: true, settings: null, waysOut: true, fault: null }
    const bench = await openWindow(LockScreen, fixtureSnapshot(), {
      isPopOut: true,
      locking: { getLock: async () => ({ ok: true, value: locked }) },
    })
    expect(namesIn(bench.root)).toEqual(['Show in main window'])
    expect(bench.root.innerText).not.toMatch(/\d/)
    expect(await violations()).toEqual([])
  })
})

describe('a panel of the workspace', () => {
  async function workspace(options: BenchOptions = {}): Promise<Bench> {
    const bench = await openWindow(App, fixtureSnapshot(), options)
    await bench.askPlace({ kind: 'screen', screen: 'workspace' })
    await expect
      .poll(() => bench.root.querySelectorAll('[data-panel] [data-action="popOut"]').length)
      .toBeGreaterThan(3)
    return bench
  }

  it('opens in its own window from its head, by mouse and by keyboard, and while it is arranged', async () => {
    const asked: PanelId[] = []
    const bench = await workspace({
      panels: { openPanel: async ({ panel }) => (asked.push(panel), { ok: true, value: null }) },
    })
    const button = (panel: PanelId): HTMLElement => bench.find(`[data-panel="${panel}"] [data-action="popOut"]`)
    expect(button('positions').ariaLabel).toBe('Open Positions in its own window')
    await userEvent.click(button('orders'))
    button('positions').focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => asked).toEqual(['orders', 'positions'])
    await userEvent.keyboard('u')
    const arranged = (): HTMLElement | null =>
      bench.root.querySelector('[data-panel="exposure"] .bar [data-action="popOut"]')
    await expect.poll(arranged).not.toBeNull()
    await userEvent.click(arranged()!)
    await expect.poll(() => asked).toEqual(['orders', 'positions', 'exposure'])
  })

  it('says why it does not open', async () => {
    const why = message('main.tooManyPanels', { count: 8 })
    const bench = await workspace({ panels: { openPanel: async () => err(localFailure('closed', 'panel.open', why)) } })
    const button = bench.find('[data-panel="orders"] [data-action="popOut"]')
    await userEvent.click(button)
    await expect.poll(() => button.title).toBe('At most 8 panels have windows of their own. Close one first.')
    expect(button.querySelector('[role=alert]')?.textContent).toContain('At most 8')
  })
})
