/** Follows protective orders through the reads of positions, because no call lists these orders. */
import type { DeskView } from '#shared/desk/facts.ts'
import type { Protection } from '#shared/desk/plan.ts'
import { watchStops, type Watch } from '#shared/desk/stop-watch.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { TriggerEffect } from '../log/entry.ts'
import { newlyOrphaned, protectionsOf, stillWatched } from '../state/intent-report.ts'
import { legsOfKind } from '../state/select.ts'

export function createProtections(log: DeskLog, view: () => DeskView, clock: Clock) {
  let watches: ReadonlyMap<string, Watch> = new Map()
  const placed = () => legsOfKind(log.state(), 'protect')

  /** Notes which protective orders fired, or should have, by the newest read of positions. */
  function watch(): void {
    const legs = new Map(stillWatched(placed()).map((leg) => [`${leg.intentId} ${leg.index}`, leg]))
    const stops = [...legs].flatMap(([id, { request }]) => (request.kind === 'protect' ? [{ id, request }] : []))
    const result = watchStops(watches, stops, view().positions ?? [], clock.mono())
    watches = result.watches
    const note = (ids: readonly string[], effect: TriggerEffect): void => {
      for (const leg of ids.map((id) => legs.get(id))) {
        if (leg && leg.effect !== effect) log.note(leg.intentId, { kind: 'triggered', leg: leg.index, effect })
      }
    }
    note(result.fired, 'closed')
    note(result.notFired, 'nothing')
  }

  return {
    /** The protective orders that may be at the venue, newest first. */
    now: (): readonly Protection[] => {
      const legs = placed()
      return legs.length === 0 ? [] : protectionsOf(legs, view(), { at: clock.wall(), mono: clock.mono() })
    },
    watch,
    /** The same as `watch`, and also notes the orders whose position is gone. */
    review(): void {
      for (const leg of newlyOrphaned(placed(), view(), clock.mono())) {
        log.note(leg.intentId, { kind: 'orphaned', leg: leg.index })
      }
      watch()
    },
  }
}
