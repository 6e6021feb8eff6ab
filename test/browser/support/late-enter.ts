/** The click that Enter makes on a focused button, pressed `ms` from now: events carry the time they were made at. */
export function enterLater(button: Element, ms: number): void {
  const click = new MouseEvent('click', { bubbles: true })
  Object.defineProperty(click, 'timeStamp', { value: performance.now() + ms })
  button.dispatchEvent(click)
}
