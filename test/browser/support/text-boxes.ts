/** Where the words of a page stand, and which of them are cut off or lie over others. */

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

const named = (each: Element): string => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 60)}`

/** Words cut off by a box that neither scrolls nor shows that it cuts. */
export function spilled(root: Element): string[] {
  return [...root.querySelectorAll('*')]
    .filter((each) => clips(each) && !maySpill(each) && !each.matches('.visually-hidden, canvas, svg, html, body'))
    .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
    .filter((each) => wordsIn(each).length > 0)
    .map(named)
}

/** Boxes with more in them than they have room for, whether or not they show it. `but`: those that may. */
export function overfull(root: Element, but: string): string[] {
  return [...root.querySelectorAll('*')]
    .filter((each) => each.clientWidth > 1 && !each.matches(`.visually-hidden, svg, svg *, ${but}`))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map(named)
}

/** Pairs of words that overlap by more than the space between lines. */
export function overlaps(root: Element): string[] {
  const words = wordsIn(root)
  return words.flatMap((one, index) =>
    words.slice(index + 1).flatMap((other) => {
      const shared = cut(one.box, other.box)
      const isOver = shared.width > 2 && shared.height > 6 && one.element !== other.element
      const isSticky = [one, other].some(({ element }) => element.closest('thead, td.actions, .held, .group'))
      return isOver && !isSticky ? [`“${one.text.slice(0, 40)}” on “${other.text.slice(0, 40)}”`] : []
    }),
  )
}

/** The figures in rows of tables that are cut. One that is too wide by part of a pixel is cut too: scrollWidth is not exact. */
export function cutFigures(root: Element): string[] {
  const text = document.createRange()
  const isCut = (figure: HTMLElement): boolean => {
    text.selectNodeContents(figure)
    return text.getBoundingClientRect().width > figure.getBoundingClientRect().width
  }
  return [...root.querySelectorAll<HTMLElement>('tr.row :is(.figure, .sub)')]
    .filter(isCut)
    .map((each) => each.textContent)
}
