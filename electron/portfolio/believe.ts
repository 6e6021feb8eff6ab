/**
 * Keeps the account where its reply can be believed. A reply that misses what was there, and says so itself, takes
 * nothing from the screen: the last good part stays, older by the second, with the reason. So does a row that the reply
 * may hide.
 */
import type { Balance } from '#shared/domain/account.ts'
import { hiddenBy, holdAgainst, isEmptied, NOTHING_BELIEVED, type AccountRead } from '#shared/domain/coherence.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { keepHidden, type Before } from '#shared/domain/kept.ts'
import type { Message } from '#shared/domain/message.ts'
import { hidingFrom, type Quarantined } from '#shared/domain/quarantine.ts'
import type { Part } from '#shared/snapshot/snapshot.ts'
import { doubtMessage, inARow, message } from '#shared/words/message.ts'
import type { Answer, ContractAccount, EndpointName } from '../venue/port.ts'
import type { EventWatcher } from '../events/watcher.ts'
import type { Parts } from './parts.ts'

/** After so long of nothing else it is shown as the venue tells it, and is still doubted aloud, ms. */
const WITHHELD_MS = 60_000

type Told = Answer<unknown>['quarantined']

export interface Believing {
  account(answer: Answer<ContractAccount>): Told
  balances(answer: Answer<readonly Balance[]>): Told
}

/** `onPositions`: those kept, and when they were read. `events`: compares what is kept with what was. */
export function createBelieving(
  parts: Parts,
  onPositions: (positions: ContractAccount['positions'], readAt: number) => void,
  events?: Pick<EventWatcher, 'account' | 'spot'>,
): Believing {
  let belief = NOTHING_BELIEVED
  /** Since when a part is withheld. */
  const since: { account: number | null; balances: number | null } = { account: null, balances: null }

  /** Whether what would be lost is kept from the screen a while longer. */
  function isWithheld(part: keyof typeof since, losesSome: boolean, at: number): boolean {
    if (!losesSome) since[part] = null
    else since[part] ??= at
    const first = since[part]
    return first !== null && at - first < WITHHELD_MS
  }

  /** What is known of a part, and when it was read. */
  function last<Row>({ data, readAt }: Pick<Part<readonly Row[]>, 'data' | 'readAt'>): Before<Row> {
    return { rows: data, readAt: parts.isBeforeSleep(readAt) ? null : readAt }
  }

  /** The account with the rows that `entries` may hide, as they were last read. */
  function withKept({ marginAccounts, positions }: AccountRead, entries: readonly Quarantined[]): AccountRead {
    const hidden = { accounts: hidingFrom(entries, 'marginAccounts'), positions: hidingFrom(entries, 'positions') }
    return {
      marginAccounts: keepHidden('marginAccounts', marginAccounts, last(parts.part('marginAccounts')), hidden.accounts),
      positions: keepHidden('positions', positions, last(parts.part('positions')), hidden.positions),
    }
  }

  return {
    account(answer) {
      const { value, sentAt, quarantined } = answer
      // What could not be read explains what is missing: it is not doubted for that as well.
      const readable = withKept(value, quarantined)
      const held = holdAgainst(readable, sentAt, belief)
      const doubts = held.doubts.map((doubt) => ({ ...hiddenBy(doubt), reason: doubtMessage(doubt) }))
      const entries = [...quarantined, ...doubts]
      const listed = new Set(readable.positions.map(({ key }) => key))
      const isMissing = parts.part('positions').data?.some(({ key }) => !listed.has(key)) === true
      if (isWithheld('account', doubts.length > 0 && isMissing, sentAt)) {
        belief = held.belief
        const why = doubts.map(({ reason }) => reason)
        for (const part of ['marginAccounts', 'positions'] as const) {
          parts.fail(part, doubted('contract.account', why), hidingFrom(entries, part))
        }
        return doubts
      }
      // What was not believed for a minute is what the next one is held against.
      belief = doubts.length > 0 && isMissing ? { ...NOTHING_BELIEVED, read: readable } : held.belief
      const shown = withKept(readable, doubts)
      parts.keep('marginAccounts', shown.marginAccounts, sentAt, hidingFrom(entries, 'marginAccounts'))
      if (parts.keep('positions', shown.positions, sentAt, hidingFrom(entries, 'positions'))) {
        onPositions(shown.positions, sentAt)
        events?.account({ ...answer, quarantined: entries })
      }
      return doubts
    },
    balances(answer) {
      const { value, sentAt, quarantined } = answer
      const doubts: readonly Quarantined[] = isEmptied(parts.part('balances').data, value) ? [NOTHING_LISTED] : []
      const hidden = hidingFrom([...quarantined, ...doubts], 'balances')
      if (isWithheld('balances', doubts.length > 0, sentAt)) {
        parts.fail('balances', doubted('spot.account', [EMPTIED]), hidden)
      } else if (
        parts.keep('balances', keepHidden('balances', value, last(parts.part('balances')), hidden), sentAt, hidden)
      ) {
        events?.spot({ ...answer, quarantined: [...quarantined, ...doubts] })
      }
      return doubts
    },
  }
}

const EMPTIED = message('account.emptied')
const NOTHING_LISTED: Quarantined = { path: 'balances', reason: EMPTIED, hides: ['balances'] }

function doubted(operation: EndpointName, why: readonly Message[]): Failure {
  const doubt = message('account.notBelieved', { why: inARow(why) })
  return { ...localFailure('unexpectedReply', operation, doubt), outcome: 'unknown', retry: 'soon' }
}
