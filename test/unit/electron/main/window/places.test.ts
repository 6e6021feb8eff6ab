import { describe, expect, it, vi } from 'vitest'
import { createPlaces } from '#electron/main/window/places.ts'
import type { AskedPlace } from '#shared/ipc/place.ts'
import { ManualClock } from '#test/support/clock.ts'

const FLATTEN = { kind: 'plan', way: 'flatten' } as const

function open({ isLocked = false } = {}) {
  const clock = new ManualClock()
  const asked: AskedPlace[] = []
  const wayOut = vi.fn()
  const bringForward = vi.fn()
  let ids = 0
  const newId = (): string => String((ids += 1))
  const places = createPlaces({
    bringForward,
    ask: (place) => asked.push(place),
    wayOut,
    isLocked: () => isLocked,
    clock,
    newId,
  })
  return { clock, asked, wayOut, bringForward, places }
}

describe('a place the trader is led to', () => {
  it('is shown by the window, which comes forward', () => {
    const { places, asked, bringForward } = open()
    places.show({ kind: 'screen', screen: 'journal' })
    expect(asked).toEqual([{ id: '1', place: { kind: 'screen', screen: 'journal' } }])
    expect(bringForward).toHaveBeenCalledOnce()
  })

  it('is, where it is a plan, the way out without a page once the page does not show it in time', async () => {
    const { places, wayOut, clock } = open()
    places.show(FLATTEN)
    await clock.advance(1_900)
    expect(wayOut).not.toHaveBeenCalled()
    await clock.advance(200)
    expect(wayOut).toHaveBeenCalledExactlyOnceWith('asked', 'flatten')
  })

  it('is the plan in the window alone when the window says so', async () => {
    const { places, wayOut, clock, asked } = open()
    places.show(FLATTEN)
    places.shown(asked[0]!.id)
    await clock.advance(10_000)
    expect(wayOut).not.toHaveBeenCalled()
  })

  it('never leads out for a screen, nor by an id that main did not give', async () => {
    const { places, wayOut, clock } = open()
    places.show({ kind: 'screen', screen: 'risk' })
    places.shown('made up')
    await clock.advance(10_000)
    expect(wayOut).not.toHaveBeenCalled()
  })
})

describe('while Plimsoll is locked', () => {
  it('no place is asked of the page, and a plan is shown without it at once', () => {
    const { places, asked, wayOut, bringForward } = open({ isLocked: true })
    places.show({ kind: 'screen', screen: 'journal' })
    expect(bringForward).toHaveBeenCalledOnce()
    places.show(FLATTEN)
    expect(asked).toEqual([])
    expect(wayOut).toHaveBeenCalledExactlyOnceWith('asked', 'flatten')
  })
})
