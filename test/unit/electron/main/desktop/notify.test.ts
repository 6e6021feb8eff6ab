import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createNotifier } from '#electron/main/desktop/notify.ts'
import type { Delivery } from '#shared/events/event.ts'
import type { Alarm } from '#shared/snapshot/alarms.ts'
import { verbatim } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { ManualClock } from '#test/support/clock.ts'

const alarm = (id: string, group = id, lastsMs = 0): Alarm => ({
  ...{ id, group, lastsMs, place: { kind: 'row', list: 'events', key: id } },
  ...{ says: verbatim(`${id} happened.`), accountId: 'account', isInFront: true, eventId: null },
})

function open({ isSupported = true, isInSight = false, isLocked = false } = {}) {
  const clock = new ManualClock()
  const made: { body: string; notice: EventEmitter }[] = []
  const delivered = vi.fn()
  const deliver = (alarms: readonly Alarm[], delivery: Delivery): unknown =>
    delivered(
      alarms.map(({ id }) => id),
      delivery,
    )
  const badge = vi.fn()
  const show = vi.fn()
  const { look: notify, withdraw } = createNotifier({
    make({ body }) {
      const notice = Object.assign(new EventEmitter(), { show: () => undefined, close: () => made.splice(0) })
      made.push({ body, notice })
      return notice
    },
    isSupported: () => isSupported,
    isInSight: () => isInSight,
    isLocked: () => isLocked,
    ...{ say: inEnglish, show, delivered: deliver, badge, clock },
  })
  return { clock, made, delivered, badge, show, notify, withdraw, bodies: () => made.map(({ body }) => body) }
}

describe('a loss of control', () => {
  it('is notified once however often it is seen, and again when it comes back', async () => {
    const { notify, bodies, clock } = open()
    notify([alarm('banned')])
    notify([alarm('banned')])
    expect(bodies()).toEqual(['banned happened.'])
    notify([])
    await clock.advance(61_000)
    notify([alarm('banned')])
    expect(bodies()).toHaveLength(2)
  })

  it('is notified together with others of its kind, with at least a minute until the next', async () => {
    const { notify, bodies, clock } = open()
    const many = ['a', 'b', 'c'].map((id) => alarm(id, 'closedElsewhere'))
    notify(many)
    expect(bodies()).toEqual(['a happened. And 2 more.'])
    notify([...many, alarm('d', 'closedElsewhere')])
    expect(bodies()).toHaveLength(1)
    await clock.advance(60_000)
    notify([...many, alarm('d', 'closedElsewhere')])
    expect(bodies()[1]).toBe('d happened.')
  })

  it('is notified at once if one of another kind was just notified', () => {
    const { notify, bodies } = open()
    notify([alarm('a', 'closedElsewhere')])
    notify([alarm('a', 'closedElsewhere'), alarm('b', 'liquidated')])
    expect(bodies()).toHaveLength(2)
  })

  it('that counts only if it lasts is notified when it has lasted', async () => {
    const { notify, bodies, clock, badge } = open()
    notify([alarm('blind', 'blind', 15_000)])
    await clock.advance(14_000)
    notify([alarm('blind', 'blind', 15_000)])
    expect([bodies(), badge.mock.calls]).toEqual([[], []])
    await clock.advance(1_000)
    notify([alarm('blind', 'blind', 15_000)])
    expect([bodies(), badge.mock.calls]).toEqual([['blind happened.'], [[1]]])
    notify([])
    expect(badge).toHaveBeenLastCalledWith(0)
  })

  it('leads to its place by a click', () => {
    const { notify, made, show } = open()
    notify([alarm('a')])
    made[0]!.notice.emit('click')
    expect(show).toHaveBeenCalledWith({ kind: 'row', list: 'events', key: 'a' })
    // The subject of the notification may have moved by the time of the click.
    const moved: Alarm = { ...alarm('a'), place: { kind: 'screen', screen: 'overview' } }
    notify([moved])
    made[0]!.notice.emit('click')
    expect(show).toHaveBeenLastCalledWith(moved.place)
  })
})

describe('the delivery', () => {
  it.each([
    ['show', 'shown'],
    ['failed', 'failed'],
  ] as const)('is what the system reports: %s', async (event, delivery) => {
    const { notify, made, delivered, clock } = open()
    notify([alarm('a', 'g'), alarm('b', 'g')])
    expect(delivered).not.toHaveBeenCalled()
    made[0]!.notice.emit(event)
    await clock.advance(10_000)
    expect(delivered).toHaveBeenCalledExactlyOnceWith(['a', 'b'], delivery)
  })

  it('is unconfirmed when the system reports nothing', async () => {
    const { notify, delivered, clock } = open()
    notify([alarm('a')])
    await clock.advance(5_000)
    expect(delivered).toHaveBeenCalledExactlyOnceWith(['a'], 'unconfirmed')
  })

  it('does not happen without notifications, or while the window is visible', () => {
    const mute = open({ isSupported: false })
    mute.notify([alarm('a')])
    expect([mute.bodies(), mute.delivered.mock.calls]).toEqual([[], [[['a'], 'notSupported']]])
    const seen = open({ isInSight: true })
    seen.notify([alarm('a')])
    expect([seen.bodies(), seen.delivered.mock.calls]).toEqual([[], [[['a'], 'inSight']]])
  })
})

describe('while Plimsoll is locked', () => {
  it('a notification says that something happened, but not what', () => {
    const { notify, bodies } = open({ isLocked: true })
    notify([alarm('BTC-USDT'), alarm('ETH-USDT')])
    expect(bodies()).toEqual(new Array(2).fill('Something needs you. Unlock Plimsoll to see it.'))
  })

  it('earlier notifications are withdrawn', () => {
    const { notify, withdraw, bodies } = open()
    notify([alarm('BTC-USDT')])
    withdraw()
    expect(bodies()).toEqual([])
  })
})
