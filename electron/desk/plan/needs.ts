/** Which reads each kind of plan needs. */
import type { Action } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import type { Position } from '#shared/domain/account.ts'
import { AREAS, type Area, type InstrumentRef } from '#shared/domain/instrument.ts'
import { scopesOf } from './scopes.ts'

/** Why the account is read: to carry out an action, or to rank ways back to a margin rate. */
export type Purpose = Action | { readonly kind: 'rescue' }

export interface Needs {
  readonly positions: boolean
  readonly balances: boolean
  /** The instruments whose orders are read. Called with what is known, and again with what was just read. */
  readonly orders: (known: DeskView) => readonly InstrumentRef[]
  /** Areas where every open order counts, so that unknown ones are looked for too. */
  readonly everyOrderOf: readonly Area[]
}

const NOTHING: Needs = { positions: false, balances: false, orders: () => [], everyOrderOf: [] }

const NEEDS: { readonly [K in Purpose['kind']]: (purpose: Extract<Purpose, { kind: K }>) => Needs } = {
  // An order given by its id is cancelled whatever a read says.
  cancelOrder: () => NOTHING,
  cancelOrders: () => NOTHING,
  cancelMatching: ({ filter: { area, instrument } }) => {
    if (area !== null && instrument !== null) return { ...NOTHING, orders: () => [{ area, instrument }] }
    const isMeant = (scope: InstrumentRef): boolean =>
      (area === null || scope.area === area) && (instrument === null || scope.instrument === instrument)
    const areas = AREAS.filter((each) => area === null || each === area)
    return {
      positions: false,
      balances: instrument === null && areas.includes('spot'),
      orders: (known) => scopesOf(known).filter(isMeant),
      everyOrderOf: instrument === null ? areas : [],
    }
  },
  closePosition: ({ positionKey }) => onPositions(({ key }) => key === positionKey),
  closeSide: ({ side }) => onPositions((position) => position.side === side),
  reduceAll: ({ side }) => onPositions((position) => side === null || position.side === side),
  reduce: ({ closes }) => onPositions(({ key }) => closes.some(({ positionKey }) => positionKey === key)),
  flatten: () => ({ positions: true, balances: true, orders: scopesOf, everyOrderOf: AREAS }),
  protect: ({ positionKey }) => onPositions(({ key }) => key === positionKey),
  breakEvenAll: () => onPositions(() => true),
  restore: () => NOTHING,
  // Margin held back by orders is known only per coin; the orders of all its contracts show which ones hold it.
  rescue: () => ({
    ...NOTHING,
    positions: true,
    orders: (known) => scopesOf(known).filter(({ area }) => area === 'contract'),
    everyOrderOf: ['contract'],
  }),
}

function onPositions(isMeant: (position: Position) => boolean): Needs {
  return {
    ...NOTHING,
    positions: true,
    orders: ({ positions }) =>
      (positions ?? []).filter(isMeant).map(({ contract }) => ({ area: 'contract', instrument: contract })),
  }
}

export function needsOf(purpose: Purpose): Needs {
  // The compiler cannot see that the kind selects the matching function.
  const its = NEEDS[purpose.kind] as (purpose: Purpose) => Needs
  return its(purpose)
}
