/** What a sheet does when it opens: the element that `find` names in it gets the focus; null: the sheet's usual one. */
export function openedAt(find: (content: HTMLElement) => HTMLElement | null | undefined): (event: Event) => void {
  return (event) => {
    const first = event.target instanceof HTMLElement ? find(event.target) : null
    if (!first) return
    event.preventDefault()
    first.focus()
  }
}
