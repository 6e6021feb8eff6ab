/**
 * Keeps the account where its reply can be believed. A reply that misses what was there, and says so itself, takes
 * nothing from the screen: the last good part stays, older by the second, with the reason.
 */
import type { Balance } from '#shared/domain/account.ts'
import { doubtWords, holdAgainst, isEmptied, NOTHING_BELIEVED } from '#shared/domain/coherence.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Answer, ContractAccount, EndpointName } from '../venue/client.ts'
import type { EventWatcher } from '../events/watcher.ts'
import type { Book } from './book.ts'

/** After so long of nothing else it is shown as the venue tells it, and is still doubted aloud, ms. */
const WITHHELD_MS = 60_000

type Told = Answer<unknown>['quarantined']

export interface Believing {
  account(answer: Answer<ContractAccount>): Told
  balances(answer: Answer<readonly Balance[]>): Told
}

/** `onPositions`: those kept, and when they were read. `events`: compares what is kept with what was. */
export function createBelieving(
  book: Book,
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

  return {
    account(answer) {
      const { value, sentAt } = answer
      const held = holdAgainst(value, sentAt, belief)
      const words = held.doubts.map(doubtWords)
      const listed = new Set(value.positions.map(({ key }) => key))
      const isMissing = book.part('positions').data?.some(({ key }) => !listed.has(key)) === true
      if (isWithheld('account', words.length > 0 && isMissing, sentAt)) {
        belief = held.belief
        for (const part of ['marginAccounts', 'positions'] as const) book.fail(part, doubted('contract.account', words))
      } else {
        // What was not believed for a minute is what the next one is held against.
        belief = words.length > 0 && isMissing ? { ...NOTHING_BELIEVED, read: value } : held.belief
        book.keep('marginAccounts', value.marginAccounts, sentAt)
        if (book.keep('positions', value.positions, sentAt)) {
          onPositions(value.positions, sentAt)
          events?.account(answer)
        }
      }
      return words.map((reason) => ({ path: 'account', reason }))
    },
    balances(answer) {
      const { value, sentAt } = answer
      const isDoubted = isEmptied(book.part('balances').data, value)
      if (isWithheld('balances', isDoubted, sentAt)) book.fail('balances', doubted('spot.account', [EMPTIED]))
      else if (book.keep('balances', value, sentAt)) events?.spot(answer)
      return isDoubted ? [{ path: 'balances', reason: EMPTIED }] : []
    },
  }
}

const EMPTIED = 'No asset is listed at all, and some were held.'

function doubted(operation: EndpointName, words: readonly string[]): Failure {
  const message = `The reply can not be believed, what was read before is shown: ${words.join(' ')}`
  return { ...localFailure('unexpectedReply', operation, message), outcome: 'unknown', retry: 'soon' }
}
