/** Whether a plain key is somebody else's: of a field that is typed in, or of a dialog, which has the keyboard to itself. */
export function isKeyTaken({ target }: KeyboardEvent): boolean {
  return isTyping(target) || document.querySelector('[role="dialog"]') !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select, [contenteditable]')
  )
}
