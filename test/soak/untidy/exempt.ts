/**
 * Where a judge does not hold yet: stories with such a mutation are not put before it. Each row says why and goes when the
 * product is mended; a judge is never made milder instead.
 */
import type { Place } from '#electron/simulator/testing/mutations.ts'
import type { Mutation, MutationKind } from '#electron/simulator/testing/untidy.ts'
import type { JudgeName } from './judge.ts'

interface Exemption {
  readonly judge: JudgeName
  readonly endpoint: string
  readonly kinds: readonly MutationKind[] | 'any'
  /** Of these fields alone; all unless told. */
  readonly keys?: readonly string[]
  readonly why: string
}

const HIDING = [
  'empty',
  'cut',
  'nullList',
  'object',
  'missing',
  'foreign',
  'gone',
  'null',
  'otherType',
  'renamed',
  'stale',
] as const

export const EXEMPT: readonly Exemption[] = [
  // For good: nothing else is known than what the venue says.
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
    ...{ judge: 'nothingLargerOrOpened', endpoint: 'spot.account', kinds: ['huge', 'twiceAsMuch'], keys: ['free'] },
    why: 'a venue that says that more is held is asked to sell that much, and refuses',
  },
  // Until the product is mended.
  {
    ...{ judge: 'nothingLargerOrOpened', endpoint: 'spot.account', kinds: ['stale'] },
    why: 'a holding is not reckoned less what was sold a moment ago',
  },
  {
    ...{ judge: 'nothingBreaks', endpoint: 'spot.openOrders', kinds: ['foreign'] },
    why: 'a row of another instrument than asked for stays known for ever',
  },
  {
    ...{ judge: 'doneIsSo', endpoint: 'contract.newOrder', kinds: ['stale', 'twice'] },
    why: 'an id that another order has is believed to be of this one',
  },
  {
    ...{ judge: 'doneIsSo', endpoint: 'contract.cancel', kinds: ['lost', 'reset', 'broken'] },
    why: 'a cancel that is left to another request is told as done',
  },
  ...['*', 'contract.*', 'contract.account', 'contract.openOrders'].map((endpoint) => ({
    ...{ judge: 'exitsLeaveInTime' as const, endpoint, kinds: ['silent', 'late', 'drip', 'broken'] as const },
    why: 'a close waits for positions that are slow to come, however well they are known',
  })),
  ...(['doneIsSo', 'noProtectionLost'] as const).map((judge) => ({
    ...{ judge, endpoint: 'contract.account', kinds: HIDING },
    why: 'an empty list of positions is believed although margin is in use',
  })),
  ...['contract.openOrders', 'spot.openOrders', 'spot.account', 'spot.symbols'].map((endpoint) => ({
    ...{ judge: 'doneIsSo' as const, endpoint, kinds: 'any' as const },
    why: 'what is locked and in no listed order does not keep a flatten from being told as done',
  })),
  ...(['everyPositionClosable', 'noProtectionLost', 'doneIsSo'] as const).map((judge) => ({
    ...{ judge, endpoint: 'contract.contracts', kinds: 'any' as const },
    why: 'a contract that the list lacks or garbles can not be closed',
  })),
  {
    ...{ judge: 'everyPositionClosable', endpoint: 'contract.account', kinds: 'any' },
    why: 'a row with one field that can not be read is hidden as a whole',
  },
]

/** Why `judge` is not asked about a story with this mutation, which took effect at `place`; null: it is. */
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
