/** Where the desk looks for unknown orders. */
import { describe, expect, it } from 'vitest'
import { FIRST_LOOK } from '#electron/desk/plan/thoroughness.ts'
import { prepare } from '#electron/desk/plan/prepare.ts'
import { scopesOf, staleScopes } from '#electron/desk/plan/scopes.ts'
import type { Reader } from '#electron/desk/plan/reader.ts'
import type { Action } from '#shared/desk/action.ts'
import type { DeskView } from '#shared/desk/facts.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { openOrder, shownPlan } from '#test/support/desk-facts.ts'
import { balance, contract, pair, position } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'
import { inEnglish } from '#shared/words/say.ts'

const [BTC, ETH, SOL, CLOSED] = [
  contract('BTC', 'USDT'),
  contract('ETH', 'USDT'),
  contract('SOL', 'USDT'),
  contract('OLD', 'USDT', { tradable: false }),
]
const [LOCKED, FREE] = [pair('BTC', 'USDC'), pair('ETH', 'DAI')]
const CANCEL_ALL: Action = {
  kind: 'cancelMatching',
  filter: { area: null, instrument: null, side: null, closing: true },
}
const HIDDEN = openOrder({ area: 'contract', instrument: SOL.name, orderId: '7' })

const VIEW: DeskView = {
  instruments: [BTC, ETH, SOL, CLOSED, LOCKED, FREE],
  positions: [],
  orders: [],
  orderReads: [],
  balances: null,
  quotes: [],
  pace: { pools: [], roundTripMs: null },
  risk: null,
}

interface Known {
  readonly asked: readonly string[]
  readonly unread: readonly string[]
  readonly blind: readonly string[]
  /** The plan's result: its legs, or why there are none. */
  readonly plan: string
  readonly warnings: readonly string[]
}

async function planned(
  action: Action,
  view: Partial<DeskView>,
  mostSwept = 12,
  reads: Partial<Reader> = {},
): Promise<Known> {
  const asked: string[] = []
  const read = reader({
    positions: async () => ok({ list: [], whole: true }),
    balances: async () => ok({ list: [balance('BTC', 1, 1)], whole: true }),
    openOrders: async (area, instrument) => {
      asked.push(instrument)
      return ok({ list: instrument === SOL.name && area === 'contract' ? [HIDDEN] : [], whole: true })
    },
    ...reads,
  })
  const memory = { touched: [], look: { ...FIRST_LOOK, mostSwept }, canceledBy: () => ({ orders: [], unproved: [] }) }
  const prepared = await prepare(action, { ...VIEW, ...view }, memory, {
    read,
    clock: new ManualClock(),
    signal: new AbortController().signal,
  })
  if (!prepared.ok) throw new Error(inEnglish(prepared.error.message))
  const facts = prepared.value
  const plan = shownPlan(action, facts, () => 'id')
  return {
    asked: asked.toSorted(),
    unread: facts.unread,
    blind: facts.blind ?? [],
    plan: plan.ok
      ? plan.value.legs.map(({ kind }) => kind).join()
      : `${plan.error.code}: ${inEnglish(plan.error.message)}`,
    warnings: plan.ok ? (plan.value.estimate?.warnings ?? []).map(inEnglish) : [],
  }
}

function readAgo(ageMs: number | null, ...names: readonly string[]) {
  return names.map((instrument) => ({ area: 'contract', instrument, ageMs }) as const)
}

describe.each([
  ['a flatten', FLATTEN],
  ['a cancel of everything', CANCEL_ALL],
])('%s', (_, action) => {
  it('reads every contract of a coin whose order margin the known orders do not explain', async () => {
    const fresh = [BTC, ETH, SOL].map(({ name }) => ({ area: 'contract' as const, instrument: name, ageMs: 5 }))
    const positions = async () => ok({ list: [], whole: true, orderMarginCoins: ['USDT'] })
    const { asked } = await planned(FLATTEN, { orderReads: fresh }, 12, { positions })
    expect(asked).toEqual(expect.arrayContaining([BTC.name, ETH.name, SOL.name]))
    const none = await planned(FLATTEN, { orderReads: fresh })
    expect(none.asked).not.toContain(SOL.name)
  })

  it('reads every tradable contract and every pair with something locked, whether orders are known or not', async () => {
    const { asked, plan } = await planned(action, {})
    expect(asked).toEqual([LOCKED.symbol, BTC.name, ETH.name, SOL.name].toSorted())
    expect(plan).toBe('cancel')
  })

  it('uses what was read in the last minute, and reads again what is older', async () => {
    const fresh = readAgo(60_000, BTC.name, ETH.name)
    expect((await planned(action, { orderReads: [...fresh, ...readAgo(60_001, SOL.name)] })).asked).toEqual(
      [LOCKED.symbol, SOL.name].toSorted(),
    )
  })

  it('reads a limited number, those unread for longest first, and names the others', async () => {
    const orderReads = [...readAgo(70_000, BTC.name), ...readAgo(90_000, ETH.name), ...readAgo(null, SOL.name)]
    const { asked, unread, warnings } = await planned(action, { orderReads, balances: [] }, 1, {
      balances: async () => ok({ list: [], whole: true }),
    })
    expect([asked, unread]).toEqual([[SOL.name], [ETH.name, BTC.name]])
    expect(warnings).toEqual([`The open orders of ${BTC.name}, ${ETH.name} could not be read, so some may stay open.`])
  })

  it('says when it does not know what is locked, and does not treat that as nothing', async () => {
    const { blind, plan } = await planned(action, { instruments: [LOCKED] }, 12, { balances: async () => UNREAD })
    expect(blind).toEqual(['spot'])
    expect(plan).toMatch(/^READ_FAILED: Not all Spot balances could be read: .* Nothing was sent/)
  })
})

it('order margin that a known opening order may hold points to no other contract', () => {
  const names = (orders: DeskView['orders']) =>
    scopesOf({ ...VIEW, orderMarginCoins: ['USDT'], orders }).map(({ instrument }) => instrument)
  const order = (action: 'open' | 'close') =>
    openOrder({ area: 'contract', instrument: ETH.name, orderId: '8' }, { action })
  expect(names([order('open')])).toEqual([ETH.name])
  expect(names([order('close')])).toEqual([ETH.name, BTC.name, SOL.name, CLOSED.name])
})

it('an empty list of balances points to every pair, but only in a thorough look', () => {
  const stale = (balances: DeskView['balances'], isThorough: boolean) =>
    staleScopes({ ...VIEW, balances }, [], isThorough)
      .filter(({ area }) => area === 'spot')
      .map(({ instrument }) => instrument)
  expect([stale([], true), stale([], false)]).toEqual([[LOCKED.symbol, FREE.symbol], []])
  expect([stale([balance('BTC', 1)], true), stale(null, true)]).toEqual([[], []])
})

describe('right after an account is opened', () => {
  it('a flatten says that it does not know the contracts yet when it knows nothing', async () => {
    const view = { instruments: [], blind: ['spot', 'contract'] } as const
    // Known orders are cancelled anyway.
    expect((await planned(FLATTEN, { ...view, orders: [HIDDEN] })).plan).toBe('cancel')
    expect((await planned(FLATTEN, view)).plan).toMatch(
      /^READ_FAILED: .*not read the list of contracts yet.*Try again in a moment/,
    )
  })

  it('a close of one side is sent without order limits, and says so', async () => {
    const positions = async () => ok({ list: [position(BTC)], whole: true })
    const view = { instruments: [], blind: ['contract'] } as const
    const { plan, warnings } = await planned({ kind: 'closeSide', side: 'long' }, view, 12, { positions })
    expect(plan).toBe('close')
    expect(warnings.join(' ')).toContain('No order limits are known')
    expect((await planned({ kind: 'closeSide', side: 'short' }, view, 12, { positions })).plan).toMatch(
      /^NOTHING_TO_DO/,
    )
  })

  it('a cancel of everything cancels what is known, and warns of the rest', async () => {
    const { plan, warnings } = await planned(CANCEL_ALL, { instruments: [], blind: ['contract'], orders: [HIDDEN] })
    expect(plan).toBe('cancel')
    expect(warnings[0]).toContain('not read the list of contracts yet')
  })

  it('a Spot that is down does not delay the contracts, and is reported', async () => {
    const { plan, warnings } = await planned(FLATTEN, { instruments: [SOL], blind: ['spot'] }, 12, {
      balances: async () => UNREAD,
    })
    expect([plan, warnings]).toEqual(['cancel', [expect.stringContaining('not read the list of Spot pairs yet')]])
  })
})
