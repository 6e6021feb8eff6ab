/** How completely a part of the account is known, wherever it is shown or counted. Unknown is not none. Pure. */
import type { Area } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import { areaTitle, listed, message } from '../words/message.ts'
import type { OpenOrders, OrderScope, Part } from './snapshot.ts'

/** Why a part is not fully known. */
export type KnowledgeGap =
  | { readonly code: 'neverRead' }
  /** The newest read failed or is overdue, so the data is old. */
  | { readonly code: 'notNow'; readonly why: Message | null }
  /** `count` rows could not be read. */
  | { readonly code: 'rows'; readonly count: number; readonly of: readonly string[] }
  /** Lists of open orders: `lists` were never read, `failing` cannot be read now, `cut` are truncated by the venue. */
  | { readonly code: 'lists' | 'failing' | 'cut'; readonly of: readonly string[] }
  /** It is not known which instruments may have open orders. */
  | { readonly code: 'blind'; readonly areas: readonly Area[] }

/** `partly`: there is at least what is shown. `unknown`: nothing is confirmed now. */
export interface Knowledge {
  readonly state: 'known' | 'partly' | 'unknown'
  readonly gaps: readonly KnowledgeGap[]
}

const KNOWN: Knowledge = { state: 'known', gaps: [] }
const NEVER_READ: Knowledge = { state: 'unknown', gaps: [{ code: 'neverRead' }] }

/** For a part, encoded or not. `isStale`: a newer read is overdue. */
export function knowledgeOf(
  part: Pick<Part<unknown>, 'data' | 'failure' | 'hidden'> | null | undefined,
  isStale = false,
): Knowledge {
  if (part == null || part.data === null) return NEVER_READ
  const { failure, hidden = [] } = part
  const of = [...new Set(hidden.map(({ contract, coin }) => contract ?? coin ?? ''))].filter((name) => name !== '')
  const rows: readonly KnowledgeGap[] = hidden.length > 0 ? [{ code: 'rows', count: hidden.length, of }] : []
  if (failure !== null || isStale) {
    return { state: 'unknown', gaps: [{ code: 'notNow', why: failure?.message ?? null }, ...rows] }
  }
  return rows.length > 0 ? { state: 'partly', gaps: rows } : KNOWN
}

/** For open orders, in `area` if given. They are read list by list. */
export function ordersKnown(
  part: Pick<Part<Pick<OpenOrders, 'scopes' | 'blind'>>, 'data' | 'failure'> | null | undefined,
  isStale = false,
  area?: Area,
): Knowledge {
  if (part?.data == null) return NEVER_READ
  const { scopes, blind = [] } = part.data
  const meant = scopes.filter((scope) => area === undefined || scope.area === area)
  const areas = blind.filter((each) => area === undefined || each === area)
  const ofThose = (code: 'lists' | 'failing' | 'cut', isSo: (scope: OrderScope) => boolean): KnowledgeGap[] => {
    const of = meant.filter(isSo).map(({ instrument }) => instrument)
    return of.length > 0 ? [{ code, of }] : []
  }
  const unread = meant.filter(({ unreadRows = 0 }) => unreadRows > 0)
  const count = unread.reduce((total, { unreadRows = 0 }) => total + unreadRows, 0)
  const gaps: readonly KnowledgeGap[] = [
    ...(areas.length > 0 ? [{ code: 'blind' as const, areas }] : []),
    ...(part.failure !== null || isStale ? [{ code: 'notNow' as const, why: part.failure?.message ?? null }] : []),
    ...ofThose('lists', ({ readAt }) => readAt === null),
    ...ofThose('failing', ({ readAt, failure }) => readAt !== null && failure !== null),
    ...ofThose('cut', ({ isCut }) => isCut === true),
    ...(count > 0 ? [{ code: 'rows' as const, count, of: unread.map(({ instrument }) => instrument) }] : []),
  ]
  if (gaps.length === 0) return KNOWN
  const isNothing = meant.every(({ readAt }) => readAt === null)
  return { state: isNothing || gaps.some(({ code }) => code === 'notNow') ? 'unknown' : 'partly', gaps }
}

/** Several parts together are known as poorly as the worst of them. */
export function together(...parts: readonly Knowledge[]): Knowledge {
  const states = new Set(parts.map(({ state }) => state))
  const state = (['unknown', 'partly'] as const).find((each) => states.has(each)) ?? 'known'
  return { state, gaps: parts.flatMap(({ gaps }) => gaps) }
}

/** A count as text: "7"; "≥ 7" if partly known; "?" if none is known but there may be some. */
export function countText(count: number, { state }: Knowledge): string {
  if (state === 'known') return String(count)
  if (count === 0) return '?'
  return state === 'partly' ? `≥\u202f${String(count)}` : String(count)
}

/** The most names listed; the others are counted. */
const MOST_NAMED = 3

/** Why a part is not fully known, one message per gap. */
export function gapMessages({ gaps }: Knowledge): readonly Message[] {
  return gaps.map(messageOf)
}

function messageOf(gap: KnowledgeGap): Message {
  switch (gap.code) {
    case 'neverRead':
      return message('account.neverRead')
    case 'notNow':
      return gap.why === null ? message('account.noNewerRead') : message('account.notAgain', { why: gap.why })
    case 'rows': {
      const { count, of } = gap
      return of.length === 0
        ? message('account.rowsUnread', { count })
        : message('account.rowsUnreadOf', { count, names: listed(of, MOST_NAMED) })
    }
    case 'lists':
    case 'failing':
    case 'cut':
      return message(`account.${gap.code}`, { names: listed(gap.of, MOST_NAMED) })
    case 'blind':
      return message('account.blind', { areas: gap.areas.map(areaTitle) })
  }
}
