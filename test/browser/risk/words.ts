/** The text of an element, with its parts separated by spaces; empty for no element. */
export function wordsOf(element: Element | null | undefined): string {
  if (!element) return ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const parts: string[] = []
  while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '')
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
