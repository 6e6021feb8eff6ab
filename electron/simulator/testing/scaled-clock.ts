import type { Clock } from '#shared/domain/clock.ts'

/** A clock that runs `speed` times as fast as `base` from now on. */
export function scaledClock(base: Clock, speed: number): Clock {
  if (!(speed > 0) || !Number.isFinite(speed)) throw new RangeError(`expected a positive speed, was ${speed}`)
  const origin = { mono: base.mono(), wall: base.wall() }
  return {
    mono: () => origin.mono + (base.mono() - origin.mono) * speed,
    wall: () => origin.wall + (base.wall() - origin.wall) * speed,
    after: (ms, task) => base.after(ms / speed, task),
  }
}
