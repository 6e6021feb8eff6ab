/** A venue with thousands of pairs and contracts. No step takes quadratic time. */
import { describe, expect, it } from 'vitest'
import { LATER_LOOK } from '#electron/desk/plan/thoroughness.ts'
import { prepare } from '#electron/desk/plan/prepare.ts'
import { mayHide, scopesOf, staleScopes } from '#electron/desk/plan/scopes.ts'
import { contractsToQuote, NO_LISTS, orderScopes, pairsToQuote } from '#electron/portfolio/interest.ts'
import { OrderBoard } from '#electron/portfolio/order-board.ts'
import { compile } from '#shared/desk/compile.ts'
import { heldBack } from '#shared/desk/hidden.ts'
import { worthIn } from '#shared/desk/worth.ts'
import { AREAS, instrumentName } from '#shared/domain/instrument.ts'
import { ok } from '#shared/domain/result.ts'
import { ManualClock } from '#test/support/clock.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { NO_FACTS } from '#test/support/desk-facts.ts'
import {
  balance,
  contract,
  marginAccount,
  order,
  pair,
  position,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'
import { reader } from '#test/support/reader.ts'
import { visitsOf } from '#test/support/visits.ts'

/** An account with something locked in each of `count` pairs, and orders in half of them and in as many contracts. */
function accountOf(count: number) {
  const pairs = Array.from({ length: count }, (_, index) => pair(`C${String(index)}`, 'USDT'))
  const contracts = pairs.map(({ baseAsset }) => contract(baseAsset, 'USDT'))
  const instruments = [...pairs, ...contracts]
  const orders = [
    ...pairs.slice(count / 2).map((each) => order(each, { side: 'sell' })),
    ...contracts.slice(count / 2).map((each) => order(each, { side: 'sell', action: 'close' })),
  ]
  return {
    instruments,
    orders,
    positions: contracts.slice(0, 10).map((each) => position(each)),
    balances: [balance('USDT', 5, 5), ...pairs.map(({ baseAsset }) => balance(baseAsset, 1, 1))],
    marginAccounts: [marginAccount('USDT', { orderMargin: 5 })],
    orderMarginCoins: ['USDT'],
    orderReads: instruments.map((each) => ({ area: each.area, instrument: instrumentName(each), ageMs: null })),
    lists: NO_LISTS,
    pricedCoin: 'USDT',
  }
}

type Account = ReturnType<typeof accountOf>

const factsOf = (known: Account) => ({ ...NO_FACTS, ...known, risk: riskInputs(known) })

/** The account is rebuilt for each read, so nothing is cached from the read before. */
const STEPS: Readonly<Record<string, (known: Account) => unknown>> = {
  'where orders are': scopesOf,
  'where more may be': (known) => staleScopes(known, known.orderReads, true).filter((scope) => mayHide(scope, known)),
  'a flatten': (known) => compile(FLATTEN, factsOf(known), () => 'id'),
  'what is held back': (known) => heldBack(known, AREAS),
  'what things are worth': (known) => worthIn(factsOf(known)).rate('C0'),
  'what is polled': (known) => [orderScopes(known), pairsToQuote(known), contractsToQuote(known)],
  'a list of an area': (known) => {
    const board = new OrderBoard()
    const scopes = orderScopes(known)
    const value = known.orders.filter(({ area }) => area === 'spot')
    board.applyArea('spot', { value, sentAt: 1, timestamp: 1, quarantined: [] }, known, scopes)
    return [board.open(scopes), board.orders()]
  },
}

it.each(Object.entries(STEPS))('%s takes ten times the steps for ten times the instruments', (_what, step) => {
  const [some, many] = [accountOf(100), accountOf(1_000)]
  expect(visitsOf(() => step(many)) / visitsOf(() => step(some))).toBeLessThan(12)
})

describe('the end of a flatten', () => {
  const known = accountOf(5_000)
  const [first] = known.positions
  const marginAccounts = [marginAccount('USDT', { orderMargin: 0 })]

  async function askedAfter(balances: readonly ReturnType<typeof balance>[]): Promise<readonly string[]> {
    const asked: string[] = []
    const read = reader({
      positions: async () => ok({ list: [], whole: true, marginAccounts }),
      balances: async () => ok({ list: balances, whole: true }),
      openOrders: async (_area, instrument) => {
        asked.push(instrument)
        return ok({ list: [], whole: true })
      },
    })
    const touched = [{ area: 'contract', instrument: first!.contract } as const]
    const memory = { touched, look: LATER_LOOK, canceledBy: () => ({ orders: [], unproved: [] }) }
    const view = { ...NO_FACTS, instruments: known.instruments, positions: known.positions.slice(0, 1) }
    const looking = { read, clock: new ManualClock(), signal: new AbortController().signal }
    const prepared = await prepare(FLATTEN, view, memory, looking)
    expect(prepared).toMatchObject({ ok: true, value: { unread: [] } })
    return [...new Set(asked)]
  }

  it('reads, of 10,000 instruments, only those that it touched when nothing else is locked', async () => {
    expect(await askedAfter([balance('USDT', 5), balance('C7', 1)])).toEqual([first!.contract])
  })

  it('also reads those of the others in which something is locked', async () => {
    expect((await askedAfter([balance('USDT', 5), balance('C7', 1, 1)])).toSorted()).toEqual(
      [first!.contract, 'C7USDT'].toSorted(),
    )
  })
})
