import type { OrderFilter } from '#shared/desk/action.ts'
import type { Area } from '#shared/domain/instrument.ts'

/** The filter that means every order of one instrument, whatever it does. */
export function allOrdersOf(area: Area, instrument: string): OrderFilter {
  return { area, instrument, side: null, closing: true }
}
