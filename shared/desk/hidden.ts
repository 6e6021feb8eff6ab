/**
 * What the venue locks for orders that Plimsoll cannot see, because their pair is not listed or their row is
 * unreadable.
 */
import { CLOSING_SIDE } from '../domain/account.ts'
import { instrumentName, type Area } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import { amount, message } from '../words/message.ts'
import { conservation, type ConservationRow, type ConservationSubject } from './conservation.ts'
import type { DeskView } from './facts.ts'

const AREA_OF = { asset: 'spot', position: 'contract', margin: 'contract' } as const satisfies Record<
  ConservationSubject['kind'],
  Area
>

/**
 * What is locked in `areas` beyond what the known orders explain. All reads count as simultaneous, so the order behind
 * a difference may have just ended: read again before you report it.
 */
export function heldBack(
  known: Pick<DeskView, 'instruments' | 'balances' | 'positions' | 'marginAccounts' | 'orders'>,
  areas: readonly Area[],
): readonly ConservationRow[] {
  const { instruments, orders } = known
  const rows = conservation({
    instruments,
    orders,
    balances: { data: known.balances, readAt: 0 },
    positions: { data: known.positions, readAt: 0 },
    marginAccounts: { data: known.marginAccounts ?? null, readAt: 0 },
    // The times of reads only decide whether a difference is an alarm already. The filter below ignores that.
    scopes: [],
  })
  return rows.filter(
    ({ subject, state, residual }) =>
      areas.includes(AREA_OF[subject.kind]) && state !== 'explained' && residual?.lte(0) !== true,
  )
}

/** The `rows` that orders on `instrument` could explain. */
export function heldBackOn(
  instrument: string,
  rows: readonly ConservationRow[],
  instruments: DeskView['instruments'],
): readonly ConservationRow[] {
  const own = instruments.find((each) => instrumentName(each) === instrument)
  return rows.filter(({ subject }) => {
    if (subject.kind === 'position') return subject.contract === instrument
    if (subject.kind === 'margin') return own?.area === 'contract' && own.marginCoin === subject.marginCoin
    return own?.area === 'spot' && [own.baseAsset, own.quoteAsset].includes(subject.asset)
  })
}

/** The most rows that get a sentence of their own; the rest are counted. */
const MOST_NAMED = 5

/** One sentence per row, with its amount. */
export function heldBackWords(rows: readonly ConservationRow[]): readonly Message[] {
  const more = rows.length - MOST_NAMED
  const named = rows.slice(0, MOST_NAMED).map(held)
  return more > 0 ? [...named, message('plan.hidden.more', { count: more })] : named
}

function held({ subject, unit, locked, residual }: ConservationRow): Message {
  const known = residual ?? locked
  const volume = known && amount(known)
  if (subject.kind === 'position') {
    const { contract } = subject
    const side = CLOSING_SIDE[subject.side]
    return volume
      ? message(`plan.hidden.${side}`, { amount: volume, contract })
      : message(`plan.hiddenUnknown.${side}`, { contract })
  }
  return volume
    ? message(`plan.hidden.${subject.kind}`, { amount: volume, unit })
    : message(`plan.hiddenUnknown.${subject.kind}`, { unit })
}
