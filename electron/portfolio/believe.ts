/**
 * Keeps the account as far as the venue's replies can be believed. If a reply contradicts itself and rows are missing
 * from it, nothing disappears from the screen: the last good part stays, with the reason, and its age grows. The same
 * holds for a single row that a reply may hide.
 */
import type { Balance } from '#shared/domain/account.ts'
import { hiddenBy, holdAgainst, isEmptied, NOTHING_BELIEVED, type AccountRead } from '#shared/domain/coherence.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { keepHidden, type EarlierList } from '#shared/domain/kept.ts'
import type { Message } from '#shared/domain/message.ts'
import { hasOpenContract } from '#shared/domain/order.ts'
import { hidingFrom, type Quarantined } from '#shared/domain/quarantine.ts'
import type { Part } from '#shared/snapshot/snapshot.ts'
import { doubtMessage, inARow, message } from '#shared/words/message.ts'
import type { Answer, EndpointName } from '../venue/port.ts'
import type { EventWatcher } from '../events/watcher.ts'
import type { Parts } from './parts.ts'

/** After this long with the same doubtful reply, ms, it is shown anyway, with the doubt. */
const WITHHELD_MS = 60_000

/** Each method takes a reply and returns the reasons to doubt it. */
export class Believing {
  readonly #parts: Parts
  readonly #onPositions: (positions: AccountRead['positions'], readAt: number) => void
  readonly #events: Pick<EventWatcher, 'account' | 'spot'> | undefined
  #belief = NOTHING_BELIEVED
  /** When a part was first withheld; null: it is not. */
  readonly #since: { account: number | null; balances: number | null } = { account: null, balances: null }

  /**
   * `onPositions`: called with the kept positions and the time of their read. `events`: compares what is kept with the
   * state before.
   */
  constructor(
    parts: Parts,
    onPositions: (positions: AccountRead['positions'], readAt: number) => void,
    events?: Pick<EventWatcher, 'account' | 'spot'>,
  ) {
    this.#parts = parts
    this.#onPositions = onPositions
    this.#events = events
  }

  account(answer: Answer<AccountRead>): readonly Quarantined[] {
    const { value, sentAt, quarantined } = answer
    // Unreadable rows explain why something is missing, so a gap for that reason raises no doubt.
    const readable = this.#withKept(value, quarantined)
    const open = this.#parts.part('orders').data?.orders ?? []
    const held = holdAgainst(readable, sentAt, this.#belief, { hasOrders: hasOpenContract(open) })
    const doubts = held.doubts.map((doubt) => ({ ...hiddenBy(doubt), reason: doubtMessage(doubt) }))
    const entries = [...quarantined, ...doubts]
    const listed = new Set(readable.positions.map(({ key }) => key))
    const isMissing = this.#parts.part('positions').data?.some(({ key }) => !listed.has(key)) === true
    if (this.#isWithheld('account', doubts.length > 0 && isMissing, sentAt)) {
      this.#belief = held.belief
      const why = doubts.map(({ reason }) => reason)
      for (const part of ['marginAccounts', 'positions'] as const) {
        this.#parts.fail(part, doubted('contract.account', why), hidingFrom(entries, part))
      }
      return doubts
    }
    // After a minute of doubt, the doubted reply is accepted, and later replies are compared with it.
    this.#belief = doubts.length > 0 && isMissing ? { ...NOTHING_BELIEVED, read: readable } : held.belief
    const shown = this.#withKept(readable, doubts)
    this.#parts.keep('marginAccounts', shown.marginAccounts, sentAt, hidingFrom(entries, 'marginAccounts'))
    if (this.#parts.keep('positions', shown.positions, sentAt, hidingFrom(entries, 'positions'))) {
      this.#onPositions(shown.positions, sentAt)
      this.#events?.account({ ...answer, quarantined: entries })
    }
    return doubts
  }

  balances(answer: Answer<readonly Balance[]>): readonly Quarantined[] {
    const { value, sentAt, quarantined } = answer
    const known = this.#parts.part('balances')
    const doubts: readonly Quarantined[] = isEmptied(known.data, value) ? [NOTHING_LISTED] : []
    const entries = [...quarantined, ...doubts]
    const hidden = hidingFrom(entries, 'balances')
    if (this.#isWithheld('balances', doubts.length > 0, sentAt)) {
      this.#parts.fail('balances', doubted('spot.account', [EMPTIED]), hidden)
    } else if (this.#parts.keep('balances', keepHidden('balances', value, this.#last(known), hidden), sentAt, hidden)) {
      this.#events?.spot({ ...answer, quarantined: entries })
    }
    return doubts
  }

  /** Whether the part is withheld, because its replies have lost rows for less than `WITHHELD_MS`. */
  #isWithheld(part: 'account' | 'balances', losesSome: boolean, at: number): boolean {
    const first = losesSome ? (this.#since[part] ?? at) : null
    this.#since[part] = first
    return first !== null && at - first < WITHHELD_MS
  }

  /** The known rows of a part, and when they were read. */
  #last<Row>({ data, readAt }: Pick<Part<readonly Row[]>, 'data' | 'readAt'>): EarlierList<Row> {
    return { rows: data, readAt: this.#parts.isBeforeSleep(readAt) ? null : readAt }
  }

  /** The account, plus the rows that `entries` may hide, as last read. */
  #withKept({ marginAccounts, positions }: AccountRead, entries: readonly Quarantined[]): AccountRead {
    const last = {
      accounts: this.#last(this.#parts.part('marginAccounts')),
      held: this.#last(this.#parts.part('positions')),
    }
    return {
      marginAccounts: keepHidden(
        'marginAccounts',
        marginAccounts,
        last.accounts,
        hidingFrom(entries, 'marginAccounts'),
      ),
      positions: keepHidden('positions', positions, last.held, hidingFrom(entries, 'positions')),
    }
  }
}

const EMPTIED = message('account.emptied')
const NOTHING_LISTED: Quarantined = { path: 'balances', reason: EMPTIED, hides: ['balances'] }

function doubted(operation: EndpointName, why: readonly Message[]): Failure {
  const doubt = message('account.notBelieved', { why: inARow(why) })
  return { ...localFailure('unexpectedReply', operation, doubt), outcome: 'unknown', retry: 'soon' }
}
