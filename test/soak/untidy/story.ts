/** One random session at an untidy venue: what the account holds, what is requested, what the venue garbles. */
import fc from 'fast-check'
import { FAMILY_DIALECTS } from '#electron/simulator/testing/test-simulator.ts'
import type { DialectName } from '#electron/simulator/testing/test-simulator.ts'
import { ENTRY_KINDS, FIELD_KINDS, LIST_KINDS, WIRE_KINDS } from '#electron/simulator/testing/untidy.ts'
import type { Mutation, MutationKind } from '#electron/simulator/testing/untidy.ts'

const CLICKS = [
  'cancel',
  'cancelTwo',
  'cancelContract',
  'cancelSpot',
  'cancelAll',
  'close',
  'close',
  'closeHalf',
  'capped',
  'chase',
  'protect',
  'closeSide',
  'reduceAll',
  'flatten',
  'flatten',
  'flattenAndSell',
  'restore',
  'reduce',
  'breakEvenAll',
] as const
type Click = (typeof CLICKS)[number]

export interface Story {
  /** The seed of the market. */
  readonly seed: number
  /** How the venue writes its answers. */
  readonly dialect: DialectName
  readonly cancelDelayMs: number
  /** Which of the demo account's contracts and pairs there are. */
  readonly contracts: readonly number[]
  readonly pairs: readonly number[]
  readonly mutations: readonly Mutation[]
  readonly clicks: readonly {
    readonly what: Click
    readonly at: number
    /** Whether the plan is previewed before it is carried out. */
    readonly looksFirst: boolean
    readonly waitMs: number
  }[]
}

/** Answers that a session depends on; the most important ones are listed more often. */
const READS = [
  ...['contract.account', 'contract.account', 'contract.account', 'contract.account'],
  ...['contract.openOrders', 'contract.openOrders', 'spot.openOrders', 'spot.account', 'spot.account'],
  ...['contract.contracts', 'spot.symbols', 'contract.order', 'spot.order', 'contract.orderHistorical'],
  ...['contract.myTrades', 'spot.myTrades', 'contract.index', 'contract.ticker', 'spot.ticker', 'contract.depth'],
] as const
const WRITES = ['contract.newOrder', 'contract.cancel', 'spot.cancel', 'spot.batchCancel', 'spot.newOrder'] as const
const HOSTS = ['*', 'spot.*', 'contract.*'] as const

const DATA_KINDS: readonly MutationKind[] = [...FIELD_KINDS, ...FIELD_KINDS, ...ENTRY_KINDS, ...LIST_KINDS, 'stale']

/** Fields that matter for a decision, each by a name that some venue uses. */
const KEYS = [
  ...['volume', 'pendingCloseVolume', 'side', 'positionType', 'contractName', 'positionVos', 'positions', 'marginCoin'],
  ...['id', 'openPrice', 'avgPrice', 'leverageLevel', 'holdAmount', 'realizedAmount', 'indexPrice', 'freezeLock'],
  ...['accountLock', 'accountNormal', 'totalEquity', 'keepRate', 'free', 'locked', 'asset', 'balances'],
  ...[
    'orderId',
    'origQty',
    'executedQty',
    'price',
    'status',
    'action',
    'type',
    'symbol',
    'clientOrderId',
    'transactTime',
  ],
  ...[
    'multiplier',
    'pricePrecision',
    'minOrderVolume',
    'maxMarketVolume',
    'quantityPrecision',
    'baseAsset',
    'quoteAsset',
  ],
] as const

const target = fc.record({
  list: fc.nat({ max: 5 }),
  row: fc.nat({ max: 4 }),
  key: fc.oneof(fc.nat({ max: 39 }), fc.constantFrom(...KEYS)),
  value: fc.nat({ max: 23 }),
})

/** While it connects, or later. Most mutations end. */
const when = fc.record({
  from: fc.constantFrom(0, 0, 1_000, 2_500, 4_000, 6_000, 9_000),
  until: fc.constantFrom(2_000, 5_000, 12_000, null),
})

function mutationOf(endpoints: readonly string[], kinds: readonly MutationKind[]): fc.Arbitrary<Mutation> {
  return fc
    .record({ endpoint: fc.constantFrom(...endpoints), kind: fc.constantFrom(...kinds), when, target })
    .map(({ endpoint, kind, when: { from, until }, target }) => ({
      ...{ endpoint, kind, from, target },
      until: until === null ? null : from + until,
    }))
}

const mutation = fc.oneof(
  { weight: 6, arbitrary: mutationOf([...READS, ...WRITES], DATA_KINDS) },
  { weight: 2, arbitrary: mutationOf([...READS, ...WRITES, ...WRITES, ...HOSTS], WIRE_KINDS) },
)

const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat({ max: 999 }),
  dialect: fc.constantFrom('mixed', 'mixed', ...FAMILY_DIALECTS),
  cancelDelayMs: fc.constantFrom(0, 0, 400),
  contracts: fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1, maxLength: 3 }),
  pairs: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 2 }),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
  clicks: fc.array(
    fc.record({
      what: fc.constantFrom(...CLICKS),
      at: fc.nat({ max: 20 }),
      looksFirst: fc.boolean(),
      waitMs: fc.constantFrom(0, 50, 600, 2_000, 5_000),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

/** Story `number` of a seed: always the same one. */
export function storyOf(seed: number, number: number): Story {
  const [sampled] = fc.sample(story, { seed: (Math.imul(seed, 0x9e3779b1) + number) | 0, numRuns: 1 })
  if (sampled === undefined) throw new Error('expected a story')
  return sampled
}
