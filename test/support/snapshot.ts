import type { AccountEvent } from '#shared/events/event.ts'
import { decimal, encode, toText, type Encoded } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import type {
  EquityPoint,
  Health,
  OpenOrders,
  Part,
  PartName,
  PortfolioParts,
  Snapshot,
  SnapshotHeader,
} from '#shared/snapshot/snapshot.ts'
import { FUNDING_INTERVAL_HOURS } from '#shared/risk/account/funding.ts'
import { USUAL_LIMITS } from '#shared/desk/order-limits.ts'
import { exitTime } from '#shared/desk/predict-time.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { assess } from '#shared/risk/assess.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { verbatim } from '#shared/words/message.ts'
import { UNCALIBRATED } from './calibrations.ts'
import { balances, intents, marginAccounts, orders as orderRows, positions } from './fixture/account.ts'
import { liquidity } from './fixture/liquidity.ts'
import { contracts, MONO, pairs, quotes, WALL } from './fixture/market.ts'
import { statistics } from './fixture/statistics.ts'

/**
 * A complete, plausible account at one moment, as it crosses IPC: 14 balances (one without a price), 7 positions, 22
 * open orders, intents of every kind, and the risk figures that follow from them.
 */
export { intents, MONO, WALL }
const RUN = 'run-1'

/** The failure of a read of the venue. */
export function readFailure(operation: string, message: string): Failure {
  return { ...localFailure('timeout', operation, verbatim(message)), outcome: 'unknown', retry: 'soon' }
}

/** A part after a successful read `agoMs` ago. */
function goodPart<T>(
  data: T,
  { agoMs = 800, everyMs = 1_000, version = 1 }: { agoMs?: number; everyMs?: number | null; version?: number } = {},
): Part<T> {
  return { version, data, readAt: MONO - agoMs, expectEveryMs: everyMs, failure: null }
}

/** The parts for a venue with these areas. */
function parts(areas: readonly Area[] = AREAS): PortfolioParts {
  const inArea = ({ area }: { readonly area: Area }): boolean => areas.includes(area)
  const only = <T>(area: Area, list: readonly T[]): readonly T[] => (areas.includes(area) ? list : [])
  const part = <T>(area: Area, data: readonly T[], of: Parameters<typeof goodPart>[1] = {}): Part<readonly T[]> =>
    areas.includes(area)
      ? goodPart(data, of)
      : { version: 1, data: [], readAt: null, expectEveryMs: null, failure: null, isAbsent: true }
  const { orders, scopes } = openOrders()
  const open = { orders: orders.filter(inArea), scopes: scopes.filter(inArea) }
  const held = {
    instruments: [...pairs(), ...contracts()].filter(inArea),
    balances: only('spot', balances()),
    marginAccounts: only('contract', marginAccounts()),
    positions: only('contract', positions()),
    quotes: quotes().filter(inArea),
    orders: open.orders,
  }
  const inputs: RiskInputs = {
    ...held,
    incomplete: [],
    reportingCoin: 'USDT',
    cashAssets: CASH_ASSETS,
    positionsReadAt: MONO - 800,
    balancesReadAt: MONO - 1_400,
    now: MONO,
    fundingIntervalHours: FUNDING_INTERVAL_HOURS,
    calibration: UNCALIBRATED,
  }
  const risk = assess(inputs)
  const exit = exitTime({
    ...{ ...held, quotes: [], balances: null, risk: null },
    pace: { ...HEALTH.budget, roundTripMs: HEALTH.clock?.roundTripMs ?? null },
  })
  if (exit === null) throw new Error('expected positions')
  const reckoned = statistics(inputs)
  return {
    instruments: goodPart(held.instruments, { agoMs: 60_000, everyMs: 3_600_000 }),
    balances: part('spot', held.balances, { agoMs: 1_400, everyMs: 2_000 }),
    marginAccounts: part('contract', held.marginAccounts),
    positions: part('contract', held.positions),
    orders: goodPart(open, { agoMs: 1_900, everyMs: 3_000 }),
    quotes: goodPart(held.quotes, { agoMs: 1_100 }),
    risk: goodPart(risk),
    statistics: goodPart(reckoned, { agoMs: 42_000, everyMs: null }),
    liquidity: goodPart(liquidity(inputs, reckoned), { agoMs: 3_200, everyMs: null }),
    equityCurve: goodPart(equityCurve(risk.equity.total.toNumber()), { everyMs: null }),
    exit: goodPart(exit, { agoMs: 600, everyMs: 2_000 }),
    desk: goodPart(
      {
        state: 'open',
        reason: null,
        emergency: null,
        intents: intents(),
        unknownCount: 1,
        protections: [],
        mode: 'active',
        limits: USUAL_LIMITS,
        spotPolicy: 'keep',
        modeNote: null,
        passedOver: { outOfPlace: 0, laterKinds: 0 },
        drill: null,
      },
      { agoMs: 0, everyMs: null },
    ),
    events: goodPart<AccountEvent[]>([], { agoMs: 0, everyMs: null }),
    health: goodPart(HEALTH, { agoMs: 0, everyMs: null }),
  }
}

function openOrders(): OpenOrders {
  const rows = orderRows().map((order, index) => ({ ...order, readAt: MONO - 600 - index * 60 }))
  const places = new Map(rows.map(({ area, instrument }) => [`${area} ${instrument}`, { area, instrument }]))
  return {
    orders: rows,
    scopes: [...places.values()].map((place) => ({ ...place, readAt: MONO - 1_900, failure: null })),
  }
}

/** One hour of equity that ends at `now`, 312.40 above its start. */
function equityCurve(now: number): EquityPoint[] {
  const last = 239
  return Array.from({ length: last + 1 }, (_, index): EquityPoint => {
    const left = 1 - index / last
    return [
      WALL - (last - index) * 15_000,
      Math.round((now - 312.4 * left + 90 * Math.sin(index / 14) * left) * 100) / 100,
    ]
  })
}

const HEALTH: Health = {
  phase: 'live',
  clock: { offsetMs: 12, uncertaintyMs: 9, roundTripMs: 18 },
  budget: {
    pools: [
      { area: 'spot', pool: 'spot.account', limit: 20, windowMs: 2_000, used: 4, waiting: 0, reserved: 0 },
      { area: 'contract', pool: 'contract.account', limit: 20, windowMs: 2_000, used: 6, waiting: 0, reserved: 0 },
      { area: 'spot', pool: 'spot.batchCancel', limit: 50, windowMs: 2_000, used: 0, waiting: 0, reserved: 13 },
      { area: 'contract', pool: 'contract.cancelOrder', limit: 20, windowMs: 2_000, used: 0, waiting: 0, reserved: 16 },
      {
        area: 'contract',
        pool: 'contract.conditionOrder',
        limit: 20,
        windowMs: 2_000,
        used: 0,
        waiting: 0,
        reserved: 5,
      },
    ],
    hosts: [
      {
        area: 'spot',
        state: 'open',
        resumesInMs: 0,
        isAsked: false,
        weight: { limit: 12_000, used: 640, reserved: 3_000 },
      },
      { area: 'contract', state: 'open', resumesInMs: 0, isAsked: false, weight: null },
    ],
  },
  quarantined: [],
  failure: null,
  readingKey: null,
}

let made: Snapshot['parts'] | null = null

/** Freezes a value, as the window's bridge does with everything that crosses it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

/** The whole account, with everything read in the last two seconds. It is built once, because that takes 0.2 s. */
export function fixtureSnapshot(): Snapshot {
  made ??= frozen(encode(parts()))
  return {
    runId: RUN,
    seq: 1,
    mono: MONO,
    wall: WALL,
    ...{ live: [], all: null },
    account: {
      id: '7d3f3c52-8d9e-4a5b-8f37-2f6f0c1f9a10',
      name: 'Main',
      kind: 'venue',
      spotBaseUrl: 'https://spot.example',
      contractBaseUrl: 'https://contract.example',
      keyTail: '7F2a',
      preset: null,
      probedAt: 0,
      isWatchOnly: false,
      colour: null,
    },
    parts: { ...made },
  }
}

/** The same account at a venue that has only this area. */
export function oneAreaSnapshot(area: Area): Snapshot {
  const whole = fixtureSnapshot()
  const account = whole.account && {
    ...whole.account,
    ...(area === 'spot' ? { contractBaseUrl: null } : { spotBaseUrl: null }),
  }
  return { ...whole, account, parts: frozen(encode(parts([area]))) }
}

/** The same snapshot with one part changed: `withPart(snapshot, 'orders', { failure, readAt })`. */
export function withPart<K extends PartName>(
  snapshot: Snapshot,
  name: K,
  change: Partial<Encoded<PortfolioParts>[K]>,
): Snapshot {
  const part = snapshot.parts[name]
  return { ...snapshot, parts: { ...snapshot.parts, [name]: { ...part, ...change, version: part.version + 1 } } }
}

/** The snapshot with one intent alone: the first of the usual ones, with `change`, and each of its legs with `leg`. */
export function withIntent(
  snapshot: Snapshot,
  change: Partial<Encoded<IntentReport>>,
  leg: Partial<Encoded<LegReport>> = {},
): Snapshot {
  const { data } = snapshot.parts.desk
  const [sample] = encode(intents())
  if (data === null || sample === undefined) throw new Error('expected a desk and an intent')
  const legs = sample.legs.map((each) => ({ ...each, ...leg }))
  return withPart(snapshot, 'desk', { data: { ...data, unknownCount: 0, intents: [{ ...sample, ...change, legs }] } })
}

/** The snapshot before the first read: every part is empty. */
export function emptySnapshot(): Snapshot {
  const snapshot = fixtureSnapshot()
  const blank = { data: null, readAt: null }
  const names = Object.keys(snapshot.parts) as PartName[]
  return names.reduce((empty, name) => withPart(empty, name, blank), snapshot)
}

/** The snapshot after only these parts were read. */
export function partlyRead(names: readonly PartName[]): Snapshot {
  const whole = fixtureSnapshot()
  return names.reduce((snapshot, name) => withPart(snapshot, name, whole.parts[name]), emptySnapshot())
}

/** All orders are 20 s old, and one instrument could not be read. Quotes are 4 s old. Balances were never read. */
export function troubledSnapshot(): Snapshot {
  const snapshot = fixtureSnapshot()
  const open = snapshot.parts.orders.data
  if (!open) throw new Error('expected a fixture with orders')
  const failure = readFailure(
    'contract.openOrders',
    'The venue did not answer within 5 s; the last good orders are shown.',
  )
  const readAt = MONO - 20_000
  const scopes = open.scopes.map((scope, index) => ({ ...scope, readAt, failure: index === 0 ? failure : null }))
  const data = { orders: open.orders.map((order) => ({ ...order, readAt })), scopes }
  const late = withPart(snapshot, 'orders', { readAt, failure, data })
  return withPart(withPart(late, 'quotes', { readAt: MONO - 4_000 }), 'balances', { data: null, readAt: null })
}

/** A push of the `changed` parts, `laterMs` after `snapshot`. */
export function push(snapshot: Snapshot, changed: readonly PartName[], laterMs = 1_000): WholePush {
  const parts = Object.fromEntries(
    changed.map((name) => {
      const part = snapshot.parts[name]
      const readAt = part.readAt === null ? null : part.readAt + laterMs
      return [name, { ...part, version: part.version + 1, readAt }]
    }),
  )
  return { ...snapshot, seq: snapshot.seq + 1, mono: snapshot.mono + laterMs, wall: snapshot.wall + laterMs, parts }
}

/** A push whose parts are complete, not differences. */
type WholePush = SnapshotHeader & { readonly parts: Partial<Snapshot['parts']> }

/** `count` positions, each with risk figures, for tables that must stay fast. */
export function manyPositions(count: number): Snapshot {
  const snapshot = fixtureSnapshot()
  const [held] = snapshot.parts.positions.data ?? []
  const report = snapshot.parts.risk.data
  const figures = report?.positions[0]
  if (!held || !report || !figures?.liquidation) throw new Error('expected a fixture with positions')
  const keys = Array.from({ length: count }, (_, index) => `E-C${String(index).padStart(4, '0')}-USDT:cross:long`)
  const { liquidation } = figures
  const positions = keys.map((key) => ({ ...held, key, contract: key.split(':')[0] ?? '', side: 'long' as const }))
  const risks = keys.map((key, index) => ({
    ...figures,
    key,
    liquidation: { ...liquidation, distance: -(index + 1) / count },
  }))
  const withPositions = withPart(snapshot, 'positions', { data: positions })
  return withPart(withPositions, 'risk', { data: { ...report, positions: risks } })
}

/** `count` open orders of one contract. */
export function manyOrders(count: number): Snapshot {
  const snapshot = fixtureSnapshot()
  const open = snapshot.parts.orders.data
  const [first] = open?.orders ?? []
  if (!open || !first) throw new Error('expected a fixture with orders')
  const orders = Array.from({ length: count }, (_, index) => ({
    ...first,
    orderId: String(9_200_000_000_000_000_000n + BigInt(index)),
    price: toText(decimal(60_000 - index)),
  }))
  return withPart(snapshot, 'orders', { data: { ...open, orders } })
}

/** The fixture account with `count` rows in each list. Every row has a contract, an order or a coin of its own. */
export function largeAccount(count: number): Snapshot {
  const { parts, ...header } = fixtureSnapshot()
  const { instruments, positions, orders, balances, risk, liquidity, statistics, quotes } = parts
  if (!orders.data || !risk.data || !liquidity.data || !statistics.data) throw new Error('expected a whole fixture')
  const of = positions.data?.find(({ marginMode }) => marginMode === 'isolated')
  const unit = risk.data.margin.find(({ positionKey }) => positionKey === of?.key)
  const contract = instruments.data?.find((each) => each.area === 'contract' && each.name === of?.contract)
  const many = <T extends object>(row: T | undefined, changed: (name: string, index: number) => Partial<T>): T[] => {
    if (row === undefined) throw new Error('expected a row to repeat')
    return Array.from({ length: count }, (_, index) => ({ ...row, ...changed(`E-C${index}-USDT`, index) }))
  }
  const keyOf = (name: string): string => `${name}:isolated:${of?.side ?? ''}`
  const orderOf = orders.data.orders.find(({ instrument }) => instrument.startsWith('E-'))
  const quote = quotes.data?.find(({ instrument }) => instrument === of?.contract)
  const scope = orders.data.scopes.find(({ area }) => area === 'contract')
  const put = <K extends PartName>(name: K, data: Encoded<PortfolioParts>[K]['data']) => ({
    [name]: { ...parts[name], data },
  })
  return {
    ...header,
    parts: {
      ...parts,
      ...put('instruments', [...(instruments.data ?? []), ...many(contract, (name) => ({ name }))]),
      ...put('quotes', [...(quotes.data ?? []), ...many(quote, (instrument) => ({ instrument }))]),
      ...put(
        'positions',
        many(of, (name) => ({ key: keyOf(name), contract: name })),
      ),
      ...put('orders', {
        orders: many(orderOf, (instrument, index) => ({ instrument, orderId: `9${index}` })),
        scopes: many(scope, (instrument) => ({ instrument })),
      }),
      ...put(
        'balances',
        many(balances.data?.[0], (_, index) => ({ asset: `C${index}` })),
      ),
      ...put('risk', {
        ...risk.data,
        valuation: {
          ...risk.data.valuation,
          assets: many(risk.data.valuation.assets[0], (_, index) => ({ asset: `C${index}` })),
        },
        margin: many(unit, (name) => ({ id: `isolated:${keyOf(name)}`, positionKey: keyOf(name) })),
        positions: many(
          risk.data.positions.find(({ key }) => key === of?.key),
          (name) => ({ key: keyOf(name), unitId: `isolated:${keyOf(name)}` }),
        ),
      }),
      ...put('liquidity', { ...liquidity.data, rows: many(liquidity.data.rows[0], (name) => ({ key: keyOf(name) })) }),
      ...put('statistics', {
        ...statistics.data,
        assets: many(statistics.data.assets[0], (_, index) => ({ asset: `C${index}` })),
      }),
    },
  }
}
