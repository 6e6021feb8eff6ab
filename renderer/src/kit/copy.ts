/** Copies `text` in place of `element`, which stays selected if that fails. @returns whether it was copied. */
export function copyInPlaceOf(element: Element, text: string): boolean {
  getSelection()?.selectAllChildren(element)
  const isCopied = copySelection(text)
  if (isCopied) getSelection()?.removeAllRanges()
  return isCopied
}

/**
 * Copies what is selected, or `text` in its place; something must be selected. @returns whether it was copied. The newer
 * way, `navigator.clipboard`, needs a permission, and this window has none.
 */
export function copySelection(text?: string): boolean {
  const give = (event: ClipboardEvent): void => {
    if (text === undefined) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', give, { once: true, capture: true })
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without a permission
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return isCopied
}
