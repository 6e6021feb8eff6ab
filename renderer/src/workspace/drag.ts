/**
 * One drag of the pointer, from pressing the button to releasing it. Esc cancels it. `box`: the element that the
 * distance is measured in; it may scroll meanwhile. `move` is given the px from where the drag began.
 */
export function startDrag(
  down: PointerEvent,
  box: HTMLElement,
  { move, end }: { readonly move: (dx: number, dy: number) => void; readonly end: (isKept: boolean) => void },
): void {
  if (down.button !== 0) return
  const handle = down.currentTarget as HTMLElement
  const origin = inBox(down, box)
  const listening = new AbortController()
  const { signal } = listening
  const finish = (isKept: boolean): void => {
    listening.abort()
    end(isKept)
  }
  handle.setPointerCapture(down.pointerId)
  handle.addEventListener(
    'pointermove',
    (event) => {
      const at = inBox(event, box)
      move(at.x - origin.x, at.y - origin.y)
    },
    { signal },
  )
  handle.addEventListener('pointerup', () => finish(true), { signal })
  handle.addEventListener('lostpointercapture', () => finish(false), { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      finish(false)
    },
    { signal, capture: true },
  )
}

function inBox({ clientX, clientY }: PointerEvent, box: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, top } = box.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
