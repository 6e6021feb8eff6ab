/**
 * What could not be read is not reported as none. These tests show what the account shows instead, through the real
 * client over HTTP.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '#electron/simulator/testing/test-simulator.ts'
import { knowledgeOf, ordersKnown } from '#shared/snapshot/knowledge.ts'
import { startPortfolioAtVenue } from '#test/support/portfolio-at-venue.ts'
import type { PortfolioAtVenue } from '#test/support/portfolio-at-venue.ts'

const LINK = 'E-LINK-USDT'
/** Makes a row unreadable: without its volume it describes no position. */
const UNREADABLE: Fault = { match: 'contract.account', kind: 'wrongType', field: 'volume', body: 'null', where: LINK }

let account: PortfolioAtVenue
beforeEach(async () => {
  // This venue lists orders one instrument at a time. Orders hidden from the list of a whole area are looked for in the
  // same way, but later.
  account = await startPortfolioAtVenue({ contractOpenOrders: 'refused' })
})
afterEach(() => account.stop())

/** What is known after one more read of everything, with `faults` that last. */
async function read(...faults: readonly Fault[]) {
  account.venue.faults.clear()
  for (const fault of faults) account.venue.faults.inject({ times: Infinity, ...fault })
  await account.portfolio.readAll([])
  return account.portfolio.parts()
}
type Parts = Awaited<ReturnType<typeof read>>

const held = (parts: Parts) => parts.positions.data!.find(({ contract }) => contract === LINK)
const unitOf = (parts: Parts) => parts.risk.data!.margin.find(({ id }) => id === 'cross:USDT')!

describe('a field of a position that cannot be read', () => {
  const FIELDS: readonly (readonly [field: string, ours: string, fault: Omit<Fault, 'match' | 'field'>])[] = [
    ['holdAmount', 'margin', { kind: 'missingField' }],
    ['holdAmount', 'margin', { kind: 'wrongType', body: 'null' }],
    ['realizedAmount', 'realizedPnl', { kind: 'wrongType', body: '"text"' }],
    ['pendingCloseVolume', 'pendingCloseVolume', { kind: 'missingField' }],
    ['openPrice', 'openPrice', { kind: 'wrongType', body: 'null' }],
    ['leverageLevel', 'leverage', { kind: 'wrongType', body: '0' }],
    ['id', 'id', { kind: 'wrongType', body: '13699.5' }],
  ]

  it.each(FIELDS)('%s: hides only itself, and says why', async (field, ours, fault) => {
    const parts = await read({ match: 'contract.account', field, where: LINK, ...fault })
    const row = held(parts)!
    expect(row[ours as keyof typeof row]).toBeNull()
    expect(row.gaps).toMatchObject([
      { field: ours, reason: { code: 'expected.at', facts: { path: expect.stringContaining(field) } } },
    ])
    expect(knowledgeOf(parts.positions).state).toBe('known')
    expect(unitOf(parts)).toMatchObject({ state: 'ok', unread: false, venueRateMatch: 'now' })
  })
})

describe('a position whose row cannot be read', () => {
  it('is kept as last read, and its margin unit shows only the venue’s own rate', async () => {
    const before = await read()
    const parts = await read(UNREADABLE)
    expect(held(parts)).toMatchObject({ keptFrom: before.positions.readAt, volume: held(before)!.volume })
    expect(parts.positions.data).toHaveLength(before.positions.data!.length)
    expect(knowledgeOf(parts.positions)).toMatchObject({
      state: 'partly',
      gaps: [{ code: 'rows', count: 1, of: [LINK] }],
    })
    expect(parts.risk.data!.incomplete).toEqual(['positions'])
    const { venueMarginRate } = unitOf(before)
    expect(unitOf(parts)).toMatchObject({
      unread: true,
      marginRate: null,
      requiredRate: null,
      usage: null,
      venueMarginRate,
    })
    expect(account.portfolio.unattended().known.positions.state).toBe('partly')
  })

  it('that was never read leaves its margin unit without our rate, and the exposure names it', async () => {
    const parts = await read(UNREADABLE)
    expect(held(parts)).toBeUndefined()
    expect(unitOf(parts)).toMatchObject({ unread: true, marginRate: null, venueMarginRate: expect.any(Number) })
    expect(parts.risk.data!.exposure.notCounted).toEqual([LINK])
    expect(parts.risk.data!.loadLine.equity).toBeNull()
  })

  it('is read as before once its row is readable', async () => {
    await read()
    await read(UNREADABLE)
    const parts = await read()
    expect(held(parts)).not.toHaveProperty('keptFrom')
    expect(knowledgeOf(parts.positions).state).toBe('known')
    expect(unitOf(parts)).toMatchObject({ state: 'ok', unread: false })
  })

  it('is kept with all others when no row can be read, and none of them counts as gone', async () => {
    const before = await read()
    const parts = await read({ match: 'contract.account', kind: 'missingField', field: 'volume' })
    expect(parts.positions.data).toHaveLength(before.positions.data!.length)
    expect(parts.positions.data!.every(({ keptFrom }) => keptFrom === before.positions.readAt)).toBe(true)
    expect(parts.positions.failure).toBeNull()
    const units = parts.risk.data!.margin.filter(({ state }) => state !== 'notModelled')
    expect(units.every(({ state }) => state === 'inLiquidation' || state === 'noPosition')).toBe(true)
  })
})

describe('open orders', () => {
  const AVAX = 'E-AVAX-USDT'
  const rowsOf = (parts: Parts) => parts.orders.data!.orders.filter(({ instrument }) => instrument === AVAX)

  it('whose rows cannot be read stay as last read, and are reported as "at least" that many', async () => {
    const before = await read()
    expect(rowsOf(before).length).toBeGreaterThan(0)
    const parts = await read({
      match: 'contract.openOrders',
      kind: 'wrongType',
      field: 'orderId',
      body: '{}',
      where: AVAX,
    })
    const ids = ({ orderId }: { orderId: string }) => orderId
    expect(rowsOf(parts).map(ids).toSorted()).toEqual(rowsOf(before).map(ids).toSorted())
    expect(rowsOf(parts).every(({ isKept }) => isKept)).toBe(true)
    expect(ordersKnown(parts.orders, false, 'contract').state).toBe('partly')
    expect(parts.risk.data!.fills).toBeNull()
  })

  it('are not known on Spot while a balance, which may be locked by an order, cannot be read', async () => {
    const parts = await read({ match: 'spot.account', kind: 'wrongType', field: 'asset', body: 'null', where: 'BTC' })
    expect(parts.orders.data!.blind).toEqual(['spot'])
    expect(ordersKnown(parts.orders, false, 'spot')).toMatchObject({ state: 'partly', gaps: [{ code: 'blind' }] })
    expect(ordersKnown(parts.orders, false, 'contract').state).toBe('known')
  })
})

it('a balance whose row cannot be read is kept as last read', async () => {
  const before = await read()
  const parts = await read({ match: 'spot.account', kind: 'wrongType', field: 'asset', body: 'null', where: 'BTC' })
  expect(parts.balances.data!.find(({ asset }) => asset === 'BTC')).toMatchObject({ keptFrom: before.balances.readAt })
  expect(knowledgeOf(parts.balances).state).toBe('partly')
})

describe('a held contract', () => {
  it.each<readonly [string, Fault]>([
    [
      'that is missing from the contract list',
      { match: 'contract.contracts', kind: 'missingRow', field: 'symbol', body: LINK },
    ],
    [
      'whose face value cannot be read',
      { match: 'contract.contracts', kind: 'wrongType', field: 'multiplier', body: '{}', where: LINK },
    ],
    [
      'whose row in the list cannot be read',
      { match: 'contract.contracts', kind: 'wrongType', field: 'symbol', body: '7', where: LINK },
    ],
  ])('%s is named as missing from the exposure', async (_, fault) => {
    const parts = await read(fault)
    expect(held(parts)).toBeDefined()
    expect(parts.risk.data!.exposure.notCounted).toEqual([LINK])
    expect(unitOf(parts)).toMatchObject({ state: 'notModelled', marginRate: null })
  })
})
