/** Where the focus goes back to after a sheet, or after sheets that follow on each other: each is gone with its buttons. */
let origin: HTMLElement | null = null

/** Call before a sheet opens. */
export function keepOrigin(): void {
  const from = document.activeElement
  if (!(from instanceof HTMLElement) || from.closest('[role="dialog"]')) return
  origin = from === document.body ? null : from
}

/** Call once a sheet is gone; while another is there, or something else has the focus, it does nothing. */
export function backToOrigin(): void {
  if (document.activeElement === document.body && document.querySelector('[role="dialog"]') === null) origin?.focus()
}
