/**
 * Triggers the click that Enter makes on a focused button, as if pressed `ms` from now: events carry their time of
 * creation.
 */
export function enterLater(button: Element, ms: number): void {
  const click = new MouseEvent('click', { bubbles: true })
  Object.defineProperty(click, 'timeStamp', { value: performance.now() + ms })
  button.dispatchEvent(click)
}
