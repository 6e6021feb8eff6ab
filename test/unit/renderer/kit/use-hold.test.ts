import { describe, expect, it, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { ManualClock } from '#test/support/clock.ts'
import { CLOCK } from '../../../../renderer/src/kit/use-clock.ts'
import { HOLD_MS, KEY_PAUSE_MS, useHold } from '../../../../renderer/src/kit/use-hold.ts'

function bench({ armed = false } = {}) {
  const clock = new ManualClock()
  const run = vi.fn()
  const scope = effectScope()
  const app = createApp({}).provide(CLOCK, clock)
  const hold = app.runWithContext(() => scope.run(() => useHold({ armed: () => armed, holdMs: HOLD_MS, run })))
  if (!hold) throw new Error('expected the scope to run')
  const press = (button = 0) => hold.onPointerDown({ button } as PointerEvent)
  const click = (detail: number, timeStamp = clock.mono()) => hold.onClick({ detail, timeStamp } as MouseEvent)
  return { clock, run, scope, hold, press, click, enter: (pressedAt?: number) => click(0, pressedAt) }
}

describe('disarmed', () => {
  it('runs once when held for the whole time, and not again on release', async () => {
    const { clock, run, hold, press, click } = bench()
    press()
    await clock.advance(HOLD_MS - 1)
    expect(run).not.toHaveBeenCalled()
    await clock.advance(1)
    hold.release()
    click(1)
    await clock.advance(10_000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('does nothing when released too early, and says so', async () => {
    const { clock, run, hold, press, click } = bench()
    press()
    await clock.advance(HOLD_MS - 1)
    hold.release()
    click(1)
    expect(hold.state.value).toBe('hint')
    await clock.advance(10_000)
    expect(run).not.toHaveBeenCalled()
    expect(hold.state.value).toBe('idle')
  })

  it('does nothing for many quick clicks', async () => {
    const { clock, run, hold, press, click } = bench()
    for (let count = 1; count <= 50; count++) {
      press()
      hold.release()
      click(count)
    }
    await clock.advance(10_000)
    expect(run).not.toHaveBeenCalled()
  })

  it('does nothing for any but the main button', async () => {
    const { clock, run, press } = bench()
    press(2)
    await clock.advance(HOLD_MS)
    expect(run).not.toHaveBeenCalled()
  })

  it('runs on Enter, a pause, Enter; a second Enter without the pause starts over', async () => {
    const { clock, run, enter } = bench()
    enter()
    await clock.advance(KEY_PAUSE_MS - 1)
    enter()
    await clock.advance(KEY_PAUSE_MS - 1)
    enter()
    expect(run).not.toHaveBeenCalled()
    await clock.advance(KEY_PAUSE_MS)
    enter()
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('does not count as a pause that a busy window handled the second Enter late', async () => {
    const { clock, run, enter } = bench()
    const pressedAt = clock.mono()
    enter(pressedAt)
    await clock.advance(KEY_PAUSE_MS * 3)
    enter(pressedAt + 100)
    expect(run).not.toHaveBeenCalled()
  })

  it('forgets the first Enter after a while, on Esc and on leaving', async () => {
    const { clock, run, hold, enter } = bench()
    enter()
    await clock.advance(6_000)
    enter()
    hold.onKeyDown({ key: 'Escape', stopPropagation: () => {} } as KeyboardEvent)
    await clock.advance(KEY_PAUSE_MS)
    enter()
    hold.abort()
    await clock.advance(KEY_PAUSE_MS)
    enter()
    expect(run).not.toHaveBeenCalled()
  })

  it('runs nothing after its button is removed', async () => {
    const { clock, run, scope, press } = bench()
    press()
    scope.stop()
    await clock.advance(HOLD_MS)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('armed', () => {
  it('runs only on the first click of a double click', () => {
    const { run, click } = bench({ armed: true })
    click(1)
    click(2)
    click(3)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('runs on one Enter', () => {
    const { run, enter } = bench({ armed: true })
    enter()
    expect(run).toHaveBeenCalledTimes(1)
  })
})

it('does not let a held key press again', () => {
  const { hold } = bench()
  const preventDefault = vi.fn()
  hold.onKeyDown({ key: 'Enter', repeat: true, preventDefault } as unknown as KeyboardEvent)
  expect(preventDefault).toHaveBeenCalled()
})
