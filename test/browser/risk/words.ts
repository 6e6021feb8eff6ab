/** What an element says, its parts a space apart; nothing of none. */
export function wordsOf(element: Element | null | undefined): string {
  if (!element) return ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const parts: string[] = []
  while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '')
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
