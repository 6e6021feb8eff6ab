/**
 * Every screen at its smallest width with words that are two fifths longer: no text leaves its box or overlaps other
 * text.
 */
import '../support/long-words.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SCREENS } from '#shared/ipc/place.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

interface Word {
  readonly element: Element
  readonly text: string
  readonly box: DOMRect
}

const clips = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible'
/** Text that is cut deliberately, with an ellipsis, or that scrolls. */
const maySpill = (element: Element): boolean => {
  const style = getComputedStyle(element)
  return (
    style.textOverflow === 'ellipsis' ||
    style.webkitLineClamp !== 'none' ||
    ['auto', 'scroll'].includes(style.overflowX) ||
    ['auto', 'scroll'].includes(style.overflowY)
  )
}

function cut(one: DOMRect, other: DOMRect): DOMRect {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)]
  const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)]
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
}

function ancestors(element: Element): Element[] {
  return element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : []
}

/** The visible words, each with the visible part of its box. */
function wordsIn(root: Element): Word[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Word[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (element === null || text === '' || element.closest('.visually-hidden, option, [hidden]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const box = [element, ...ancestors(element)]
        .filter(clips)
        .reduce((left, each) => cut(left, each.getBoundingClientRect()), line)
      if (box.width > 1 && box.height > 1) found.push({ element, text, box })
    }
  }
  return found
}

/** Words cut off by a box that neither scrolls nor shows that it cuts. */
function spilled(root: Element): string[] {
  return [...root.querySelectorAll('*')]
    .filter((each) => clips(each) && !maySpill(each) && !each.matches('.visually-hidden, canvas, svg, html, body'))
    .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
    .filter((each) => wordsIn(each).length > 0)
    .map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 60)}`)
}

/** Pairs of words that overlap by more than the space between lines. */
function overlaps(words: readonly Word[]): string[] {
  return words.flatMap((one, index) =>
    words.slice(index + 1).flatMap((other) => {
      const shared = cut(one.box, other.box)
      const isOver = shared.width > 2 && shared.height > 6 && one.element !== other.element
      const isSticky = [one, other].some(({ element }) => element.closest('thead, td.actions, .held, .group'))
      return isOver && !isSticky ? [`“${one.text.slice(0, 40)}” on “${other.text.slice(0, 40)}”`] : []
    }),
  )
}

async function holds({ root }: Bench, place: string): Promise<void> {
  await painted()
  expect(root.scrollWidth, place).toBeLessThanOrEqual(root.clientWidth)
  expect(spilled(root), place).toEqual([])
  expect(overlaps(wordsIn(root)), place).toEqual([])
}

beforeEach(() => page.viewport(1024, 760))

it.each(SCREENS)('%s', async (screen) => {
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen })
  await expect.poll(() => bench.root.querySelector('main :is(.panel, .page)')).not.toBeNull()
  await holds(bench, screen)
})

it.each(['positions', 'orders'] as const)('the details of a row of %s', async (screen) => {
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen })
  const last = screen === 'orders' ? '.coverage' : '[data-testid="rescue"]'
  await expect.poll(() => bench.root.querySelector(last)).not.toBeNull()
  bench.find('tr[tabindex="0"]').focus()
  await userEvent.keyboard('{Enter}')
  await holds(bench, `details of ${screen}`)
})

it.each([0, 1, 2, 3, 4])('tab %d of risk', async (index) => {
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen: 'risk' })
  await expect.poll(() => bench.root.querySelectorAll('[role=tab]').length).toBe(5)
  const tab = bench.root.querySelectorAll<HTMLElement>('[role=tab]')[index]!
  tab.focus()
  await expect.poll(() => bench.root.querySelector('[role=tabpanel] .panel')).not.toBeNull()
  await holds(bench, tab.textContent)
})
