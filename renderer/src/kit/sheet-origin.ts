/** Where the focus goes back to after a sheet, or after sheets that follow on each other: each is gone with its buttons. */
interface Origin {
  readonly element: HTMLElement
  /** The other rows of its table, the nearest first: what the sheet was about may be gone with its row. */
  readonly neighbours: readonly HTMLElement[]
  /** What it stands in, the innermost first. */
  readonly around: readonly Element[]
}

let origin: Origin | null = null

/** Call before a sheet opens. */
export function keepOrigin(): void {
  const from = document.activeElement
  if (!(from instanceof HTMLElement) || from.closest('[role="dialog"]')) return
  origin = from === document.body ? null : { element: from, neighbours: neighboursOf(from), around: ancestorsOf(from) }
}

/** Call once a sheet is gone; while another is there, or something else has the focus, it does nothing. */
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
