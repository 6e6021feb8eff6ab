/**
 * Where a judge does not hold yet: stories with such a mutation are not put before it. Each row says why and goes when the
 * product is mended; a judge is never made milder instead.
 */
import type { Mutation, MutationKind } from '#electron/simulator/testing/untidy.ts'
import type { JudgeName } from './judge.ts'

interface Exemption {
  readonly judge: JudgeName
  readonly endpoint: string
  readonly kinds: readonly MutationKind[] | 'any'
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
  ...['*', 'spot.*', 'contract.*', 'contract.account', 'contract.openOrders', 'spot.openOrders', 'spot.account'].map(
    (endpoint) => ({
      ...{
        judge: 'exitsLeaveInTime' as const,
        endpoint,
        kinds: ['pause', 'silent', 'late', 'drip', 'broken'] as const,
      },
      why: 'reads that a plan needs wait out a pause, and wait for answers that do not come',
    }),
  ),
  ...['contract.index', 'contract.ticker', 'spot.ticker', 'contract.depth'].map((endpoint) => ({
    ...{ judge: 'exitsLeaveInTime' as const, endpoint, kinds: ['pause'] as const },
    why: 'reads that a plan needs wait out a pause',
  })),
]

/** Why `judge` is not asked about a story with this mutation; null: it is. */
export function exemption(judge: JudgeName, { endpoint, kind }: Mutation): string | null {
  const rule = EXEMPT.find(
    (each) => each.judge === judge && each.endpoint === endpoint && (each.kinds === 'any' || each.kinds.includes(kind)),
  )
  return rule?.why ?? null
}
