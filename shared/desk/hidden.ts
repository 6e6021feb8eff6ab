/** What the venue holds back for orders Plimsoll can not see: their pair is not listed, or their row not readable. */
import { CLOSING_SIDE } from '../domain/account.ts'
import { toText } from '../domain/decimal.ts'
import { instrumentName, type Area } from '../domain/instrument.ts'
import { conservation, type ConservationRow, type ConservationSubject } from './conservation.ts'
import type { DeskView } from './facts.ts'

type Known = Pick<DeskView, 'instruments' | 'balances' | 'positions' | 'marginAccounts' | 'orders' | 'orderReads'>

const AREA_OF = { asset: 'spot', position: 'contract', margin: 'contract' } as const satisfies Record<
  ConservationSubject['kind'],
  Area
>

/**
 * What is held back in `areas` beyond what the known orders explain, by reads of one moment. It may be that of an order
 * gone a moment ago: look again before it is told.
 */
export function heldBack(known: Known, areas: readonly Area[]): readonly ConservationRow[] {
  const { instruments, orders, orderReads = [] } = known
  const rows = conservation({
    instruments,
    orders,
    balances: { data: known.balances, readAt: 0 },
    positions: { data: known.positions, readAt: 0 },
    marginAccounts: { data: known.marginAccounts ?? null, readAt: 0 },
    scopes: orderReads.map(({ area, instrument, ageMs }) => ({
      ...{ area, instrument, failure: null },
      readAt: ageMs === null ? null : -ageMs,
    })),
  })
  return rows.filter(
    ({ subject, state, residual }) =>
      areas.includes(AREA_OF[subject.kind]) && state !== 'explained' && residual?.lte(0) !== true,
  )
}

/** Of `rows` what orders of `instrument` may hold. */
export function heldBackOn(
  instrument: string,
  rows: readonly ConservationRow[],
  instruments: Known['instruments'],
): readonly ConservationRow[] {
  const own = instruments.find((each) => instrumentName(each) === instrument)
  return rows.filter(({ subject }) => {
    if (subject.kind === 'position') return subject.contract === instrument
    if (subject.kind === 'margin') return own?.area === 'contract' && own.marginCoin === subject.marginCoin
    return own?.area === 'spot' && [own.baseAsset, own.quoteAsset].includes(subject.asset)
  })
}

/** More are counted. */
const MOST_TOLD = 5

/** One sentence for each, with its amount. */
export function heldBackWords(rows: readonly ConservationRow[]): string[] {
  const more = rows.length - MOST_TOLD
  return [...told(rows.slice(0, MOST_TOLD)), ...(more > 0 ? [`More is held back in ${more} other places.`] : [])]
}

function told(rows: readonly ConservationRow[]): string[] {
  return rows.map(({ subject, unit, locked, residual }) => {
    const known = residual ?? locked
    const amount = known === null ? 'An unknown amount of' : toText(known)
    switch (subject.kind) {
      case 'asset':
        return `${amount} ${unit} is locked on Spot by an order Plimsoll can not see.`
      case 'margin':
        return `${amount} ${unit} of order margin is held on Contract by an order Plimsoll can not see.`
      case 'position':
        return `${amount} contracts of ${subject.contract} are in ${CLOSING_SIDE[subject.side]} orders that Plimsoll can not see.`
    }
  })
}
