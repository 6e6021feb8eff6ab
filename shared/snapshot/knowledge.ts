/**
 * How well a part of the account is known. Asked wherever a part is shown or counted: what is not known is never none.
 * Pure.
 */
import type { Area } from '../domain/instrument.ts'
import type { Message } from '../domain/message.ts'
import { areaTitle, listed, message } from '../words/message.ts'
import type { OpenOrders, OrderScope, Part } from './snapshot.ts'

/** `partly`: there is at least what is known of it. `unknown`: nothing of it is confirmed now. */
type Certainty = 'known' | 'partly' | 'unknown'

/** What keeps a part from being known. */
export type KnowledgeGap =
  | { readonly code: 'neverRead' }
  /** The newest read failed, or none has come for long: what is known is of before. */
  | { readonly code: 'notNow'; readonly why: Message | null }
  /** So many rows could not be read. */
  | { readonly code: 'rows'; readonly count: number; readonly of: readonly string[] }
  /** Lists of open orders that were never read; that can not be read now; that are longer than the venue lists. */
  | { readonly code: 'lists' | 'failing' | 'cut'; readonly of: readonly string[] }
  /** Where open orders may be is not known. */
  | { readonly code: 'blind'; readonly areas: readonly Area[] }

export interface Knowledge {
  readonly state: Certainty
  readonly gaps: readonly KnowledgeGap[]
}

/** As far as that matters here; encoded or not. */
type Judged = Pick<Part<unknown>, 'data' | 'failure' | 'hidden'>
type JudgedOrders = Pick<Part<Pick<OpenOrders, 'scopes' | 'blind'>>, 'data' | 'failure'>

/** A part that is older than so many times as old as it is expected to be is not known any more. */
export const STALE_AFTER = 5

const KNOWN: Knowledge = { state: 'known', gaps: [] }
const NEVER_READ: Knowledge = { state: 'unknown', gaps: [{ code: 'neverRead' }] }

/** `isStale`: no newer read has come for long. */
export function knowledgeOf(part: Judged | null | undefined, isStale = false): Knowledge {
  if (part == null || part.data === null) return NEVER_READ
  const { failure, hidden = [] } = part
  const of = [...new Set(hidden.map(({ contract, coin }) => contract ?? coin ?? ''))].filter((name) => name !== '')
  const rows: readonly KnowledgeGap[] = hidden.length > 0 ? [{ code: 'rows', count: hidden.length, of }] : []
  if (failure !== null || isStale) {
    return { state: 'unknown', gaps: [{ code: 'notNow', why: failure?.message ?? null }, ...rows] }
  }
  return rows.length > 0 ? { state: 'partly', gaps: rows } : KNOWN
}

/** Open orders, of one area if told: they are read list by list. */
export function ordersKnown(part: JudgedOrders | null | undefined, isStale = false, area?: Area): Knowledge {
  if (part?.data == null) return NEVER_READ
  const { scopes, blind = [] } = part.data
  const meant = scopes.filter((scope) => area === undefined || scope.area === area)
  const areas = blind.filter((each) => area === undefined || each === area)
  const ofThose = (code: 'lists' | 'failing' | 'cut', isSo: (scope: OrderScope) => boolean): KnowledgeGap[] => {
    const of = meant.filter(isSo).map(({ instrument }) => instrument)
    return of.length > 0 ? [{ code, of }] : []
  }
  const unread = meant.filter(({ unreadRows = 0 }) => unreadRows > 0)
  const gaps: readonly KnowledgeGap[] = [
    ...(areas.length > 0 ? [{ code: 'blind' as const, areas }] : []),
    ...(part.failure !== null || isStale ? [{ code: 'notNow' as const, why: part.failure?.message ?? null }] : []),
    ...ofThose('lists', ({ readAt }) => readAt === null),
    ...ofThose('failing', ({ readAt, failure }) => readAt !== null && failure !== null),
    ...ofThose('cut', ({ isCut }) => isCut === true),
    ...(unread.length > 0
      ? [
          {
            code: 'rows' as const,
            count: unread.reduce((total, { unreadRows = 0 }) => total + unreadRows, 0),
            of: unread.map(({ instrument }) => instrument),
          },
        ]
      : []),
  ]
  if (gaps.length === 0) return KNOWN
  const isNothing = meant.every(({ readAt }) => readAt === null)
  return { state: isNothing || gaps.some(({ code }) => code === 'notNow') ? 'unknown' : 'partly', gaps }
}

/** How well several parts are known together: as the least of them. */
export function together(...parts: readonly Knowledge[]): Knowledge {
  const states = new Set(parts.map(({ state }) => state))
  const state = (['unknown', 'partly'] as const).find((each) => states.has(each)) ?? 'known'
  return { state, gaps: parts.flatMap(({ gaps }) => gaps) }
}

/** How many there are: "7", "≥ 7"; "?" where there may be some and none is known. */
export function countText(count: number, { state }: Knowledge): string {
  if (state === 'known') return String(count)
  if (count === 0) return '?'
  return state === 'partly' ? `≥\u202f${String(count)}` : String(count)
}

/** Named; more are counted. */
const MOST_NAMED = 3

/** Why a part is not known, one message for each gap; none when it is. */
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
