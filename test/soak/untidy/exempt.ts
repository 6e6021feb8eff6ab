/**
 * What a judge cannot decide: it does not judge stories with such a mutation. Nothing is known there except what
 * the venue says. A fault of the product is fixed; it gets no row here, and no judge is weakened.
 */
import type { Place } from '#electron/simulator/testing/mutations.ts'
import type { Mutation, MutationKind } from '#electron/simulator/testing/untidy.ts'
import type { JudgeName } from './judge.ts'

interface Exemption {
  readonly judge: JudgeName
  readonly endpoint: string
  readonly kinds: readonly MutationKind[] | 'any'
  /** Only mutations of these fields. Absent: all fields. */
  readonly keys?: readonly string[]
  readonly why: string
}

const EXEMPT: readonly Exemption[] = [
  {
    ...{
      judge: 'nothingLargerOrOpened',
      endpoint: 'contract.account',
      kinds: ['huge', 'twiceAsMuch'],
      keys: ['volume'],
    },
    why: 'a venue that says that more is held is asked to close that much, and refuses',
  },
  {
    ...{ judge: 'nothingLargerOrOpened', endpoint: 'contract.account', kinds: ['foreign'] },
    why: 'a venue that says that a position is of another contract is asked to close it there, and refuses',
  },
  {
    ...{ judge: 'nothingLargerOrOpened', endpoint: 'spot.account', kinds: ['huge', 'twiceAsMuch'], keys: ['free'] },
    why: 'a venue that says that more is held is asked to sell that much, and refuses',
  },
]

/** Why `judge` does not judge a story with this mutation, which took effect at `place`; null: it does. */
export function exemption(judge: JudgeName, { endpoint, kind }: Mutation, place: Place | undefined): string | null {
  const rule = EXEMPT.find(
    ({ kinds, keys, ...each }) =>
      each.judge === judge &&
      each.endpoint === endpoint &&
      (kinds === 'any' || kinds.includes(kind)) &&
      (keys === undefined || keys.includes(place?.key ?? '')),
  )
  return rule?.why ?? null
}
