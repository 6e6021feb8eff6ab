/** The last step: which harmless calls the venue offers. */
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import type { LookFact } from '#shared/domain/probe.ts'
import type { EndpointName } from '../endpoints/calls.ts'
import { ENDPOINTS, ENDPOINT_NAMES, endpointsOf } from '../endpoints/table.ts'
import type { Dialect } from '../profile/dialect.ts'
import type { CallResults, Asker } from './asked.ts'
import { lookFinding, type Finding } from './finding.ts'

/**
 * Orders and cancels are never tried: a venue could take the cancel of an unknown order for a cancel of all orders. The
 * test order has its own step, which checks its effect.
 */
const HARMLESS = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].retry === 'read' || name === 'spot.testOrder')
/** Calls that only this probe makes. */
const SPARE: ReadonlySet<EndpointName> = new Set([
  ...(['spot.ping', 'spot.trades', 'contract.ping', 'contract.profitHistory'] as const),
])

const FEW = 10

/** Makes the calls that no other step makes. Signed ones are made only in `readable` areas. */
export async function askRest(
  client: Asker,
  pair: Pair | null,
  contract: Contract | null,
  readable: readonly Area[],
): Promise<void> {
  const asks = [...(pair ? ofPair(client, pair.symbol) : []), ...(contract ? ofContract(client, contract.name) : [])]
  await Promise.all(
    asks
      .filter(([name]) => ENDPOINTS[name].security === 'NONE' || readable.includes(ENDPOINTS[name].area))
      .map(([, ask]) => ask()),
  )
}

type Ask = readonly [name: EndpointName, ask: () => Promise<unknown>]

function ofPair(client: Asker, symbol: string): readonly Ask[] {
  return [
    ['spot.ping', () => client.call('spot.ping', {})],
    ['spot.ticker', () => client.call('spot.ticker', { symbol })],
    ['spot.trades', () => client.call('spot.trades', { symbol, limit: FEW })],
    ['spot.myTrades', () => client.call('spot.myTrades', { symbol, limit: FEW })],
  ]
}

function ofContract(client: Asker, contract: string): readonly Ask[] {
  const page = { contract, limit: FEW }
  return [
    ['contract.ping', () => client.call('contract.ping', {})],
    ['contract.ticker', () => client.call('contract.ticker', { contract })],
    ['contract.myTrades', () => client.call('contract.myTrades', page)],
    ['contract.orderHistory', () => client.call('contract.orderHistory', page)],
    ['contract.profitHistory', () => client.call('contract.profitHistory', page)],
  ]
}

/** Which calls of the reached areas' interfaces are answered. */
export function callsFinding(asked: CallResults, areas: readonly Area[], dialect: Dialect): Finding {
  const known = endpointsOf(dialect)
  const within = (name: EndpointName): boolean => known.includes(name) && areas.includes(ENDPOINTS[name].area)
  const harmless = HARMLESS.filter(within)
  const by = Map.groupBy(harmless, (name) => asked.offered(name))
  const missing = by.get('no') ?? []
  const facts: LookFact[] = [
    ...named(
      'callsMissing',
      missing.filter((name) => !SPARE.has(name)),
    ),
    ...named(
      'callsSpare',
      missing.filter((name) => SPARE.has(name)),
    ),
    ...named('callsUnclear', by.get('unclear') ?? []),
    {
      code: 'callsAsked',
      answered: by.get('yes')?.length ?? 0,
      notAsked: ENDPOINT_NAMES.filter((name) => within(name) && !HARMLESS.includes(name)),
    },
  ]
  return lookFinding(areas.length === 0 ? [] : facts)
}

function named(code: 'callsMissing' | 'callsSpare' | 'callsUnclear', names: readonly EndpointName[]): LookFact[] {
  return names.length === 0 ? [] : [{ code, names }]
}
