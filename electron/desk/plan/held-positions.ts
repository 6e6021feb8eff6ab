/**
 * The positions that a plan is made from. They were just read; or they are the last known ones, because they cannot be
 * read or a pause holds the read up.
 */
import { deny } from '#shared/desk/compile/draft.ts'
import { lastKnownMs } from '#shared/desk/compile/last-known.ts'
import type { DeskFacts, DeskView } from '#shared/desk/facts.ts'
import type { Denial } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { message } from '#shared/words/message.ts'
import type { Look } from './thoroughness.ts'
import type { Purpose } from './needs.ts'
import { by } from './patience.ts'
import type { Looking, Positions } from './reader.ts'

/** Actions that can close by the last known size. */
const CLOSING: ReadonlySet<Purpose['kind']> = new Set(['closePosition', 'closeSide', 'reduceAll', 'reduce', 'flatten'])

/** A reply that contradicts itself is read again at once: it may show a moment between two states. */
const DOUBTED_TRIES = 3
const DOUBTED_PAUSE_MS = 300
/** The longest delay of an exit's first call in a pause, ms. */
const PAUSED_MS = 500

interface Asked {
  readonly purpose: Purpose
  readonly view: DeskView
  readonly look: Look
}

/** Reads the positions. Does not wait for a slow reply if a plan can be made without it. */
export async function readPositions(
  { purpose, view, look: { isExit, positionsPatienceMs } }: Asked,
  { read, clock, signal }: Looking,
): Promise<Result<Positions, Failure>> {
  const canGo = purpose.kind === 'flatten' || (CLOSING.has(purpose.kind) && lastKnownMs(view) !== null)
  const patienceMs = canGo ? positionsPatienceMs : null
  const until = patienceMs && clock.mono() + patienceMs + (read.isPaused('contract') ? PAUSED_MS : 0)
  const inTime = by(until, { clock, signal })
  // If no positions are known and the read waits out the pause, the plan would have nothing to show.
  const isBlank = view.positions === null && read.isPaused('contract')
  const lane = isExit || isBlank ? read.forExit : read
  let positions = await inTime(lane.positions())
  for (let left = DOUBTED_TRIES; left > 1 && isDoubted(positions) && !signal.aborted; left--) {
    await wait(clock, DOUBTED_PAUSE_MS, signal)
    const again = await inTime(lane.positions())
    // A doubtful reply is better than none.
    if (!again.ok) return positions
    positions = again
  }
  return positions
}

function isDoubted(positions: Result<Positions, Failure>): boolean {
  return positions.ok && (positions.value.doubts ?? []).length > 0
}

/** What is known of the positions now. */
type Held = Pick<
  DeskFacts,
  'positions' | 'isPartial' | 'doubts' | 'orderMarginCoins' | 'marginAccounts' | 'risk' | 'knownMs'
>

/**
 * The positions from a reply that came `tookMs` after the request. A position missing from the reply is taken as last
 * known.
 */
export function heldBy(
  reading: Result<Positions, Failure>,
  { purpose, view, look }: Asked,
  { clock, tookMs }: { readonly clock: Clock; readonly tookMs: number },
): Result<Held, Denial> {
  const isClosing = look.isFirst && CLOSING.has(purpose.kind)
  const ms = isClosing ? lastKnownMs(view) : null
  const known = (view.positions ?? []).flatMap((position) => {
    const ageMs = isClosing && position.volume.gt(0) ? lastKnownMs(view, position.key) : null
    return ageMs === null ? [] : [{ position, ageMs: ageMs + tookMs }]
  })
  const heldOf = (rows: typeof known): readonly Position[] => rows.map(({ position }) => position)
  const agedBy = (rows: typeof known): Pick<Held, 'knownMs'> =>
    rows.length === 0 ? {} : { knownMs: new Map(rows.map(({ position: { key }, ageMs }) => [key, ageMs])) }
  if (!reading.ok) {
    // A flatten goes on: it can close nothing now, but it can cancel opening orders. A later look closes.
    if (ms === null && purpose.kind !== 'flatten') return readFailed(reading.error)
    return ok({
      positions: ms === null ? null : heldOf(known),
      isPartial: ms !== null,
      doubts: [],
      orderMarginCoins: [],
      marginAccounts: [],
      risk: riskLater(view.risk, tookMs),
      ...(ms !== null && agedBy(known)),
    })
  }
  const { list, whole, doubts = [], orderMarginCoins = [], marginAccounts = [] } = reading.value
  const listed = new Set(list.map(({ key }) => key))
  const missing = whole ? [] : known.filter(({ position: { key } }) => !listed.has(key))
  return ok({
    positions: [...list, ...heldOf(missing)],
    isPartial: !whole,
    doubts,
    orderMarginCoins,
    marginAccounts,
    risk: riskNow(view.risk, reading.value, clock.mono()),
    ...agedBy(missing),
  })
}

function readFailed({ message: why }: Failure): Result<never, Denial> {
  return deny('READ_FAILED', message('intent.denied.accountUnread', { why }))
}

/** Margin rates need positions and margin accounts from the same reply. */
function riskNow(known: RiskInputs | null, { list, marginAccounts }: Positions, now: number): RiskInputs | null {
  if (known === null || marginAccounts === undefined) return known
  return { ...known, positions: list, marginAccounts, positionsReadAt: now, now }
}

/** The inputs aged by `ms`. */
export function riskLater(known: RiskInputs | null, ms: number): RiskInputs | null {
  return known && { ...known, now: known.now + ms }
}
