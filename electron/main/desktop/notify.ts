/** System notifications for each loss of control, with a record of whether each was shown. */
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Delivery } from '#shared/events/event.ts'
import type { Place } from '#shared/ipc/place.ts'
import type { Alarm } from '#shared/snapshot/alarms.ts'
import { message } from '#shared/words/message.ts'

/** The part of a system notification that is used here. */
interface SystemNotice {
  on(event: 'show' | 'failed' | 'click', listener: () => void): unknown
  show(): void
  close(): void
}

interface NotifierNeeds {
  readonly make: (text: { readonly title: string; readonly body: string }) => SystemNotice
  readonly isSupported: () => boolean
  readonly say: (message: Message) => string
  /** The window is visible and focused, so it shows and sounds the alarm itself. */
  readonly isInSight: () => boolean
  /** Plimsoll is locked, so a notification shows no detail of its alarm. */
  readonly isLocked: () => boolean
  readonly show: (place: Place) => void
  readonly delivered: (alarms: readonly Alarm[], delivery: Delivery) => void
  readonly badge: (count: number) => void
  readonly clock: Pick<Clock, 'mono' | 'after'>
}

/**
 * Shortest time between two notifications of a group: another program trading on the account would cause them
 * constantly.
 */
const GROUP_EVERY_MS = 60_000
const CONFIRMED_WITHIN_MS = 5_000

export function createNotifier(needs: NotifierNeeds) {
  const { clock, badge } = needs
  /** When each present alarm began, monotonic ms. */
  let since = new Map<string, number>()
  const notified = new Set<string>()
  const notifiedAt = new Map<string, number>()
  /** Keeps notifications alive: one that was garbage-collected receives no click. */
  const kept = new Map<string, SystemNotice>()
  let counted = 0
  let newest: readonly Alarm[] = []

  /** A position may have gone since its notification. */
  const placeNow = (alarm: Alarm): Place => (newest.find(({ id }) => id === alarm.id) ?? alarm).place

  /** Call it regularly with the present alarms. */
  function look(alarms: readonly Alarm[]): void {
    newest = alarms
    const now = clock.mono()
    since = new Map(alarms.map(({ id }) => [id, since.get(id) ?? now]))
    // An alarm that ends and begins again is shown again.
    for (const id of notified) if (!since.has(id)) notified.delete(id)
    const lasting = alarms.filter(({ id, lastsMs }) => now - (since.get(id) ?? now) >= lastsMs)
    if (lasting.length !== counted) badge(lasting.length)
    counted = lasting.length
    const fresh = Map.groupBy(
      lasting.filter(({ id }) => !notified.has(id)),
      ({ group }) => group,
    )
    for (const [group, members] of fresh) {
      if (now - (notifiedAt.get(group) ?? -Infinity) < GROUP_EVERY_MS) continue
      notifiedAt.set(group, now)
      for (const { id } of members) notified.add(id)
      const notice = tell(needs, members, placeNow)
      if (notice) kept.set(group, notice)
    }
  }

  return {
    look,
    /** Takes back the notifications that the system shows. */
    withdraw: (): void => {
      for (const notice of kept.values()) notice.close()
      kept.clear()
    },
  }
}

function tell(needs: NotifierNeeds, members: readonly Alarm[], placeNow: (alarm: Alarm) => Place): SystemNotice | null {
  const { make, isSupported, say, isInSight, isLocked, show, clock } = needs
  const [first] = members
  if (first === undefined) return null
  let isReported = false
  const deliver = (delivery: Delivery): void => {
    if (isReported) return
    isReported = true
    needs.delivered(members, delivery)
  }
  if (first.isInFront && isInSight()) {
    deliver('inSight')
    return null
  }
  if (!isSupported()) {
    deliver('notSupported')
    return null
  }
  const more = members.length - 1
  const says = more === 0 ? first.says : message('desktop.alarm.more', { first: first.says, count: more })
  const body = isLocked() ? message('lock.alarm') : says
  try {
    const notice = make({ title: say(message('desktop.alarm.title')), body: say(body) })
    notice.on('show', () => deliver('shown'))
    notice.on('failed', () => deliver('failed'))
    notice.on('click', () => show(placeNow(first)))
    clock.after(CONFIRMED_WITHIN_MS, () => deliver('unconfirmed'))
    notice.show()
    return notice
  } catch {
    deliver('failed')
    return null
  }
}
