import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import type { TradingMode } from '#shared/desk/guard.ts'
import { message } from '#shared/words/message.ts'
import { CLOSE, deskBench, states } from '#test/support/desk-bench.ts'
import { PAIR } from '#test/support/model-venue.ts'
import { inEnglish } from '#shared/words/say.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'
import { RESTORE, withRestorable } from '#test/support/restorable.ts'

const bench = deskBench()

const placing = (mode: 'reducing' | 'halted' | 'unproved') =>
  message(`plan.only.${mode}`, { side: message('side.buy'), instrument: 'BTCUSDT' })

describe('the trading mode', () => {
  it('is active until it is changed, and reported as soon as it changes', async () => {
    const life = await bench.open(bench.small())
    expect(life.desk.report()).toMatchObject({ mode: 'active', modeNote: null })
    await life.desk.setMode('halted')
    expect(life.reports.at(-1)).toMatchObject({ mode: 'halted', modeNote: null })
  })

  it.each(['reducing', 'halted'] as const)(
    '%s denies restoring a buy, and says where to change the mode',
    async (mode) => {
      const { venue, life } = await withRestorable(bench)
      await life.desk.setMode(mode)
      const denied = { kind: 'denied', denial: { code: 'ONLY_EXITS', message: placing(mode) } }
      const preview = life.desk.preview(RESTORE)
      await bench.clock.advance(1_000)
      expect(await preview).toMatchObject(denied)
      expect(await bench.submit(life, 'restore', RESTORE)).toMatchObject(denied)
      expect(venue.openOrders('spot')).toEqual([])
      await life.desk.setMode('active')
      expect(await bench.submit(life, 'again', RESTORE)).toMatchObject({ kind: 'accepted' })
    },
  )

  it('applies when it is set after the plan was shown', async () => {
    const { venue, life } = await withRestorable(bench)
    const preview = life.desk.preview(RESTORE)
    await bench.clock.advance(1_000)
    const shown = await preview
    if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
    await life.desk.setMode('halted')
    const answer = life.desk.submit('restore', RESTORE, shown.planId)
    await bench.clock.advance(5_000)
    expect(await answer).toMatchObject({ kind: 'denied', denial: { code: 'ONLY_EXITS' } })
    expect(venue.openOrders('spot')).toEqual([])
  })

  it('applies when it is set while the account is read for the action', async () => {
    const { venue, life } = await withRestorable(bench)
    const answer = life.desk.submit('restore', RESTORE)
    await life.desk.setMode('halted')
    await bench.clock.advance(5_000)
    expect(await answer).toMatchObject({ kind: 'denied', denial: { code: 'ONLY_EXITS' } })
    expect(venue.openOrders('spot')).toEqual([])
  })

  it.each<TradingMode>(['reducing', 'halted'])('%s blocks no close and no cancel', async (mode) => {
    const venue = bench.small()
    venue.restSpot()
    const life = await bench.open(venue)
    await life.desk.setMode(mode)
    await bench.submit(life, 'close', CLOSE)
    await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) })
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['verified', 'verified'])
    expect(venue.volume.isZero()).toBe(true)
  })
})

describe('a key whose probe has not passed', () => {
  it('places nothing that adds risk, whatever mode is chosen, and keeps the choice for later', async () => {
    const { venue, life: before } = await withRestorable(bench)
    before.kill()
    const life = await bench.open(venue, { maySend: 'exits' })
    await life.desk.setMode('active')
    expect(life.desk.report()).toMatchObject({ mode: 'halted', modeNote: message('intent.unproved') })
    const denied = { kind: 'denied', denial: { code: 'ONLY_EXITS', message: placing('unproved') } }
    const preview = life.desk.preview(RESTORE)
    await bench.clock.advance(1_000)
    expect(await preview).toMatchObject(denied)
    expect(await bench.submit(life, 'restore', RESTORE)).toMatchObject(denied)
    expect(venue.openOrders('spot')).toEqual([])
  })

  it('closes and cancels as usual', async () => {
    const venue = bench.small()
    venue.restSpot()
    const life = await bench.open(venue, { maySend: 'exits' })
    await bench.submit(life, 'close', CLOSE)
    await bench.submit(life, 'cancel', { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) })
    await bench.clock.advance(5_000)
    expect(states(life)).toEqual(['verified', 'verified'])
    expect(venue.volume.isZero()).toBe(true)
  })
})

describe('a watch-only account', () => {
  const ACTIONS: readonly Action[] = [
    CLOSE,
    RESTORE,
    { kind: 'flatten', spot: 'sell' },
    { kind: 'closeSide', side: 'long' },
    { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) },
  ]

  it('sends nothing, not even exits, and says why', async () => {
    const { venue, life: before } = await withRestorable(bench)
    venue.restSpot()
    before.kill()
    venue.writes.length = 0
    const life = await bench.open(venue, { maySend: 'nothing' })
    await life.desk.setMode('active')
    const why = message('plan.watching')
    expect(life.desk.report()).toMatchObject({ mode: 'halted', modeNote: why })
    const denied = { kind: 'denied', denial: { code: 'WATCH_ONLY', message: why } }
    for (const [nth, action] of ACTIONS.entries()) {
      expect(await life.desk.preview(action)).toMatchObject(denied)
      expect(await bench.submit(life, `act-${String(nth)}`, action)).toMatchObject(denied)
    }
    expect(await life.desk.drill()).toEqual({ kind: 'denied', message: why })
    await bench.clock.advance(60_000)
    expect(venue.writes).toEqual([])
  })
})
