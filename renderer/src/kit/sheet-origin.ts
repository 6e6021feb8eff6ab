/** Where the focus returns to after a sheet, or a chain of sheets: a sheet's own buttons are gone when it closes. */
let origin: {
  readonly element: HTMLElement
  /** The other rows of its table, nearest first: the row that opened the sheet may be gone. */
  readonly neighbours: readonly HTMLElement[]
  /** The elements around it, innermost first. */
  readonly around: readonly Element[]
} | null = null

/** Call before a sheet opens. */
export function keepOrigin(): void {
  const from = document.activeElement
  if (!(from instanceof HTMLElement) || from.closest('[role="dialog"]')) return
  origin = from === document.body ? null : { element: from, neighbours: neighboursOf(from), around: ancestorsOf(from) }
}

/** Call once a sheet is gone; does nothing while another sheet is open or something else has the focus. */
export function backToOrigin(): void {
  if (document.activeElement !== document.body || document.querySelector('[role="dialog"]') !== null || !origin) return
  const { element, neighbours, around } = origin
  const stands = [element, ...neighbours].find((each) => each.isConnected)
  if (stands) return stands.focus()
  for (const each of around) {
    const first = each.isConnected ? each.querySelector<HTMLElement>(FOCUSABLE) : null
    if (first) return first.focus()
  }
}

const FOCUSABLE = 'tr[tabindex="0"], button:not(:disabled), a[href], input:not(:disabled)'

/** Rows below before rows above. */
function neighboursOf(element: HTMLElement): HTMLElement[] {
  const row = element.closest('tr')
  const all = [...(row?.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[tabindex]') ?? [])]
  const isBelow = (each: HTMLElement): boolean =>
    row !== null && (row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const others = all.filter((each) => each !== row)
  return [...others.filter(isBelow), ...others.filter((each) => !isBelow(each)).toReversed()]
}

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)]
}
