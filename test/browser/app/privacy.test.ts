/** What onlookers may read: on every screen, in tooltips and accessible names too, and in no copy. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { SCREENS } from '#shared/ipc/place.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { Privacy } from '#shared/words/say.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const TABS = ['Stress', 'VaR', 'Correlation', 'Liquidity', 'Funding'] as const

async function opened(privacy: Privacy, blanksBehind = false): Promise<Bench> {
  const bench = await openWindow(App, fixtureSnapshot(), { settings: { privacy, blanksBehind } })
  await expect.poll(() => bench.root.querySelector('.attention')).not.toBeNull()
  return bench
}

/** Every text of a page: visible, on hover, and for screen readers. */
function said(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  const named = [...root.querySelectorAll('[title], [aria-label]')]
  return [...texts, ...named.flatMap((each) => [each.getAttribute('title') ?? '', each.ariaLabel ?? ''])].filter(
    Boolean,
  )
}

async function show({ root, askPlace }: Bench, place: (typeof SCREENS)[number] | (typeof TABS)[number]): Promise<void> {
  const screen = SCREENS.find((each) => each === place) ?? 'risk'
  await askPlace({ kind: 'screen', screen })
  await expect.poll(() => root.querySelectorAll('nav a')[SCREENS.indexOf(screen)]?.ariaCurrent).toBe('page')
  await expect.poll(() => root.querySelector('main :is(.panel, .page)')).not.toBeNull()
  if (screen === place) return
  const tab = () => [...root.querySelectorAll<HTMLElement>('[role=tab]')].find((each) => each.textContent === place)
  await expect.poll(tab).toBeDefined()
  tab()?.focus()
  await expect.poll(() => root.querySelector('[role=tabpanel][data-state=active] [role=img]')).not.toBeNull()
}

/** Values that are not amounts: prices, and text that describes something without its size. */
const NO_AMOUNT =
  /price|mark|breakEven|trigger|headline|liquidation|average|venue$|own$|rate|ratio|share|leverage|step|size$/i

/** The account's figures as the window would write them, without prefix and suffix: "48,210", "312.40". */
function figuresOf(snapshot: Snapshot, withPrices: boolean): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).forEach(([key, each]) => visit(Array.isArray(value) ? name : key, each))
    if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value) || (!withPrices && NO_AMOUNT.test(name))) return
    const size = Math.abs(Number(value))
    if (size >= 1_000) found.add(Math.floor(size).toLocaleString('en'))
    else if (size >= 100 && value.includes('.')) found.add(size.toFixed(2))
  }
  const { balances, marginAccounts, positions, orders, risk } = snapshot.parts
  for (const part of [balances, marginAccounts, positions, orders, risk]) visit('', part.data)
  return found
}

function figuresIn(root: Element, figures: ReadonlySet<string>): string[] {
  return said(root).filter((text) => [...figures].some((figure) => ` ${text} `.match(`[^\\d,.]${figure}[^\\d,]`)))
}

describe('what is hidden', () => {
  it.each([...SCREENS, ...TABS])('appears nowhere on %s', async (place) => {
    const bench = await opened('shown')
    await show(bench, place)
    expect(figuresIn(bench.root, figuresOf(fixtureSnapshot(), false)).length).toBeGreaterThan(2)
    const strip = bench.find('.strip').textContent

    await next(bench, 'Hide amounts')
    expect(figuresIn(bench.root, figuresOf(fixtureSnapshot(), false))).toEqual([])
    await next(bench, 'Only percentages')
    expect(figuresIn(bench.root, figuresOf(fixtureSnapshot(), true))).toEqual([])
    await next(bench, 'Show all')
    expect(bench.find('.strip').textContent).toBe(strip)
  })

  it('is hidden in a plan too, which says so and can still run', async () => {
    const bench = await opened('amounts')
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    const sheet = () => document.querySelector('[role=dialog]')?.textContent ?? ''
    await expect.poll(sheet).toContain('Amounts are hidden')
    await next(bench, 'Only percentages')
    await next(bench, 'Show all')
    await expect.poll(sheet).not.toContain('Amounts are hidden')
  })

  it('is neither copied nor saved with exact figures', async () => {
    const bench = await opened('amounts')
    await show(bench, 'positions')
    await userEvent.click(bench.find('.opener'))
    await expect.poll(() => document.querySelector('.popover')?.textContent).toContain('Amounts are hidden')
    expect(document.querySelector('.popover')?.textContent).not.toContain('Save')
    await userEvent.keyboard('{Escape}')
    await show(bench, 'journal')
    expect(bench.find('[data-action=copyJson]')).toHaveProperty('disabled', true)
  })
})

describe('the window behind another program', () => {
  const curtain = (): Element | null => document.querySelector('.curtain')
  const blur = (): boolean => window.dispatchEvent(new Event('blur'))
  const focus = (): boolean => window.dispatchEvent(new Event('focus'))

  it('is covered completely if that was chosen, and restored in front', async () => {
    await opened('shown', true)
    focus()
    await painted()
    expect(curtain()).toBeNull()
    blur()
    await expect.poll(curtain).not.toBeNull()
    const { width, height } = curtain()!.getBoundingClientRect()
    expect([width, height]).toEqual([innerWidth, innerHeight])
    const corners = [1, innerWidth - 2].flatMap((x) => [1, innerHeight - 2].map((y) => document.elementFromPoint(x, y)))
    expect(corners.every((each) => each === curtain())).toBe(true)
    focus()
    await expect.poll(curtain).toBeNull()
  })

  it('is not covered unless that was chosen', async () => {
    await opened('amounts')
    blur()
    await painted()
    expect(curtain()).toBeNull()
  })
})

/** Uses the keys, which also work while text is being typed. */
async function next(bench: Bench, level: string): Promise<void> {
  await userEvent.keyboard('{Control>}{Shift>}h{/Shift}{/Control}')
  await expect.poll(() => bench.find('[data-action=privacy]').title).toBe(`Privacy: ${level} (Ctrl+Shift+H)`)
}
