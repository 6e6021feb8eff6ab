import { describe, expect, it } from 'vitest'
import type { SimDialect, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Dialect } from '#electron/venue/port.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { Action } from '#shared/desk/action.ts'
import type { DeskReport, IntentReport } from '#shared/desk/report.ts'
import { positionKey } from '#shared/domain/account.ts'
import { decimal, sum, toText } from '#shared/domain/decimal.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES } from '#test/support/families.ts'
import { deskAt, journalPath, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { saidOf } from '#test/support/codes.ts'
import { inWords } from '#test/support/in-words.ts'

/**
 * 310 contracts are held at a mark of 21.6. The order book bids for 111 at 21.599, 60 at 21.598, 59 at 21.596 and so
 * on.
 */
const LINK = 'E-LINK-USDT'
const KEY = positionKey(LINK, 'cross', 'long')

let clock: WireTime
let venue: Simulator
let path: string
let run: DeskAtVenue

async function start(
  sim: Partial<SimDialect> = {},
  dialect: Partial<Dialect> = {},
  onReport?: (report: DeskReport) => void,
): Promise<void> {
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: sim })
  path = journalPath()
  await startDesk(dialect, onReport)
}

async function startDesk(dialect: Partial<Dialect> = {}, onReport?: (report: DeskReport) => void): Promise<void> {
  run = await deskAt({ venue, clock, path, dialect, ...(onReport && { onReport }) })
}

function capped(percent: string): Action {
  return { ...closeAtMarket(KEY), tactic: { kind: 'capped', percent } }
}

async function carriedOut(action: Action): Promise<IntentReport> {
  expect(await run.desk.submit('a', action)).toEqual({ kind: 'accepted', intentId: 'a' })
  return run.ended()
}

function held(contract = LINK): string {
  const position = venue.exchange.contracts.positions().find(({ spec }) => spec.name === contract)
  return position ? toText(position.volume) : '0'
}

const placed = () => venue.ledger.arrivals({ endpoint: 'contract.newOrder' })
const summaryOf = ({ state, legs }: IntentReport) => [
  state,
  ...legs.map((leg) => `${leg.state}: ${saidOf(leg.detail)}`),
]

describe.each(FAMILIES)('a close with a price cap at a simulated venue that speaks as $family', ({ sim, dialect }) => {
  it('fills at once when the order book has enough within the cap', async () => {
    await start(sim, dialect)
    expect(summaryOf(await carriedOut(capped('1')))).toEqual(['done', 'verified: 310 contracts closed.'])
    expect([held(), placed().length]).toEqual(['0', 1])
  })

  it('closes what the order book has within the cap, and says how much stays open and why', async () => {
    await start(sim, dialect)
    const preview = await run.desk.preview(capped('0.01'))
    expect(preview.kind === 'plan' && inWords(preview.plan).estimate?.legs[0]?.effect).toContain(
      'sells about 171 of 310 contracts at about 21.599',
    )
    const words = '171 of 310 contracts were closed; at 21.598 or better the book had no more. Still open: 139.'
    expect(summaryOf(await carriedOut(capped('0.01')))).toEqual(['partial', `partial: ${words}`])
    expect([held(), placed().length]).toEqual(['139', 1])
    // The journal reports the same after a restart.
    await run.stop()
    await startDesk(dialect)
    expect(summaryOf(run.desk.report().intents[0]!)).toEqual(['partial', `partial: ${words}`])
  })

  it('closes nothing when the order book has nothing within the cap', async () => {
    await start(sim, dialect)
    expect(summaryOf(await carriedOut(capped('0.001')))).toEqual([
      'partial',
      'partial: None of 310 contracts were closed: at 21.6 or better the book had nothing. They stay open.',
    ])
    expect([
      held(),
      placed().length,
      venue.exchange.contracts.openOrders().some(({ spec }) => spec.name === LINK),
    ]).toEqual(['310', 1, false])
  })

  it.each([
    ['executed', '504Executed', 'partial', '139'],
    ['lost on its way', 'resetBeforeRead', 'absent', '310'],
  ] as const)(
    'a lost answer is settled by what the venue shows: %s',
    async (_, kind, state, left) => {
      await start(sim, dialect)
      venue.faults.inject({ match: 'contract.newOrder', kind })
      const { legs } = await carriedOut(capped('0.01'))
      expect(legs.map((leg) => leg.state)).toEqual([state])
      expect([held(), placed().length]).toEqual([left, 1])
    },
    30_000,
  )
})

describe.each(FAMILIES)(
  'a close with a price cap at $family when the venue lets the order rest anyway',
  ({ sim, dialect }) => {
    const resting = () => venue.exchange.contracts.openOrders().filter(({ spec }) => spec.name === LINK)

    it('is not reported as done: the report names the open order, and nothing is sent again', async () => {
      await start({ ...sim, contractTimeInForce: 'ignored' }, dialect)
      expect(summaryOf(await carriedOut(capped('0.01')))).toEqual([
        'needsHuman',
        'needsHuman: The closing order is still open (171 of 310 done). Look at it on the venue’s own site or app.',
      ])
      expect([held(), resting().length, placed().length]).toEqual(['139', 1, 1])
    })

    it('does not block the next flatten, which cancels the order and ends flat', async () => {
      await start({ ...sim, contractTimeInForce: 'ignored' }, dialect)
      await carriedOut(capped('0.01'))
      expect(await run.desk.submit('b', FLATTEN)).toEqual({ kind: 'accepted', intentId: 'b' })
      expect(await run.ended()).toMatchObject({ intentId: 'b', state: 'done', note: null })
      expect([held(), resting(), venue.ledger.twice().arrived]).toEqual(['0', [], []])
    })
  },
)

describe('a close at market at a venue that refuses market orders', () => {
  const refusing = { marketClose: 'refused' } as const
  const IOC = { marketClose: 'limitIoc' } as const

  it('is rejected by default, and is not sent again', async () => {
    await start(refusing)
    const { state, legs } = await carriedOut(closeAtMarket(KEY, 50))
    expect([state, ...legs.map((leg) => leg.state)]).toEqual(['failed', 'rejected'])
    expect([held(), placed().length]).toEqual(['310', 1])
  })

  it('is sent as a limit order that trades at once when the profile says so', async () => {
    await start(refusing, IOC)
    const { state, legs } = await carriedOut(closeAtMarket(KEY))
    expect([state, ...legs.map((leg) => leg.state)]).toEqual(['done', 'verified'])
    // 2 % below the mark of 21.6.
    expect(legs[0]?.request).toMatchObject({ price: decimal('21.168'), timeInForce: 'IOC' })
    expect([held(), placed().length]).toEqual(['0', 1])
  })

  it('a flatten closes every position in this way', async () => {
    await start(refusing, IOC)
    expect(await carriedOut({ kind: 'flatten', spot: 'keep' })).toMatchObject({ state: 'done' })
    expect(venue.exchange.contracts.positions()).toEqual([])
  })

  it('sends the rest at the new mark when the order book had too little', async () => {
    // Another trader has almost emptied the order book down to the limit price. It refills before the next round.
    await start(refusing, IOC, ({ intents }) => {
      if (intents[0]?.legs[0]?.state === 'partial' && held() === '210') venue.exchange.setPrice('LINK', '21')
    })
    const { books, contracts } = venue.exchange
    const spec = contracts.positions().find((position) => position.spec.name === LINK)!.spec
    const within = []
    for (const level of books.offers(spec, 'SELL')) {
      if (level.price.lt('21.168')) break
      within.push(level.quantity)
    }
    books.eat(spec, 'SELL', sum(within).minus(100))
    const { state, legs } = await carriedOut(closeAtMarket(KEY))
    expect(legs.map((leg) => [leg.round, leg.state, toText(leg.executed!)])).toEqual([
      [1, 'partial', '100'],
      [2, 'verified', '210'],
    ])
    expect(legs[1]?.request).toMatchObject({ price: decimal('20.58') })
    expect([state, held()]).toEqual(['done', '0'])
  })
})
