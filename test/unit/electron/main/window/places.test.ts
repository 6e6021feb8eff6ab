import { describe, expect, it, vi } from 'vitest'
import { createPlaces } from '#electron/main/window/places.ts'

function open({ isLocked = false } = {}) {
  const [ask, wayOut, bringForward] = [vi.fn(), vi.fn(), vi.fn()]
  return { ask, wayOut, bringForward, show: createPlaces({ bringForward, ask, wayOut, isLocked: () => isLocked }) }
}

describe('a place to which the trader is led', () => {
  it('is shown by the window, which comes to the front', () => {
    const { show, ask, bringForward, wayOut } = open()
    show({ kind: 'screen', screen: 'journal' })
    expect(ask.mock.calls).toEqual([[{ kind: 'screen', screen: 'journal' }]])
    expect(bringForward).toHaveBeenCalledOnce()
    expect(wayOut).not.toHaveBeenCalled()
  })

  it('is not requested from the page while Plimsoll is locked', () => {
    const { show, ask, bringForward } = open({ isLocked: true })
    show({ kind: 'screen', screen: 'journal' })
    expect(bringForward).toHaveBeenCalledOnce()
    expect(ask).not.toHaveBeenCalled()
  })

  it.each([false, true])('that is a way out is never left to the page (locked: %s)', (isLocked) => {
    const { show, ask, wayOut, bringForward } = open({ isLocked })
    show({ kind: 'plan', way: 'flatten' })
    expect(wayOut.mock.calls).toEqual([['asked', 'flatten']])
    expect([ask.mock.calls, bringForward.mock.calls]).toEqual([[], []])
  })
})
