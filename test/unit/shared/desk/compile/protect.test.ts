import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { PositionSide } from '#shared/domain/account.ts'
import { NO_FACTS, pool, saidPlan } from '#test/support/desk-facts.ts'
import { contract, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { netIfClosed } from '#test/support/net-if-closed.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 10 })

function protect(
  side: PositionSide,
  purpose: 'stopLoss' | 'takeProfit',
  trigger: Extract<Action, { kind: 'protect' }>['trigger'] | string,
  held: Parameters<typeof position>[1] = {},
  facts: Partial<DeskFacts> = {},
) {
  const own = position(BTC, { side, volume: 8, ...held })
  const action: Action = {
    kind: 'protect',
    positionKey: own.key,
    purpose,
    size: { kind: 'percent', percent: 100 },
    trigger: typeof trigger === 'string' ? { kind: 'price', price: trigger } : trigger,
  }
  const plan = saidPlan(action, { ...NO_FACTS, instruments: [BTC], positions: [own], ...facts }, () => 'id')
  return { plan, own, leg: plan.ok ? plan.value.legs[0] : null, error: plan.ok ? null : plan.error }
}

describe('protect', () => {
  it('is denied when the venue accepts no such order, whatever else is requested', () => {
    const pace = { pools: [pool('contract', 'placeOrder')], roundTripMs: 1 }
    for (const price of ['95.5', '105.5']) {
      expect(protect('long', 'stopLoss', price, {}, { pace }).error).toEqual({
        code: 'NOT_OFFERED',
        message: 'This venue takes no stop-loss or take-profit orders for positions. Nothing was sent.',
      })
    }
  })

  it.each([
    ['long', 'stopLoss', '95.5', 'fall', 'sell'],
    ['long', 'takeProfit', '105.5', 'rise', 'sell'],
    ['short', 'stopLoss', '105.5', 'rise', 'buy'],
    ['short', 'takeProfit', '95.5', 'fall', 'buy'],
  ] as const)('of a %s by %s at %s triggers on a %s and sends a %s', (side, purpose, price, trigger, orderSide) => {
    const { leg, own } = protect(side, purpose, price)
    expect(leg).toEqual({
      kind: 'protect',
      area: 'contract',
      instrument: BTC.name,
      positionKey: own.key,
      purpose,
      side: orderSide,
      marginMode: 'cross',
      volume: decimal(8),
      triggerPrice: decimal(price),
      trigger,
    })
  })

  it.each([
    ['long', 'stopLoss', '100', 'below the mark price 100, not 100'],
    ['long', 'stopLoss', '100.5', 'below the mark price 100, not 100.5'],
    ['long', 'takeProfit', '99', 'above the mark price 100, not 99'],
    ['short', 'stopLoss', '99', 'above the mark price 100, not 99'],
    ['short', 'takeProfit', '101', 'below the mark price 100, not 101'],
    ['long', 'stopLoss', '95.123', 'at most 2 decimal places'],
  ] as const)('of a %s by %s at %s is refused: it must be %s', (side, purpose, price, words) => {
    expect(protect(side, purpose, price).error).toEqual({ code: 'BAD_AMOUNT', message: expect.stringContaining(words) })
  })

  it('takes the mark from the newest quote when the position has none, and is refused without any', () => {
    const blind = { markPrice: null }
    expect(protect('long', 'stopLoss', '95', blind, { quotes: [quote(BTC, 94)] }).error?.code).toBe('BAD_AMOUNT')
    expect(protect('long', 'stopLoss', '95', blind, { quotes: [quote(BTC, 96)] }).error).toBeNull()
    expect(protect('long', 'stopLoss', '95', blind).error?.code).toBe('READ_FAILED')
  })

  it('is refused when the last price would trigger it, whatever the mark is', () => {
    const fallen = { quotes: [{ ...quote(BTC, 100), last: decimal(94) }] }
    expect(protect('long', 'stopLoss', '95', {}, fallen).error?.message).toContain('below the last price 94')
  })

  it.each([
    // The venue's own liquidation price takes precedence over ours, 90 / 0.994 = 90.55.
    ['long', '93', 93.456, 'at about 93.46 before this fires: only a trigger above that'],
    ['long', '93.46', 93.456, null],
    ['long', '93.5', 93.456, null],
    ['long', '90.5', 80, null],
    ['long', '90.5', null, 'E-BTC-USDT long is liquidated at about 90.55 before this fires'],
    ['long', '90.6', null, null],
    ['short', '107', 106.543, 'E-BTC-USDT short is liquidated at about 106.54 before this fires: only a trigger below'],
    ['short', '106', 106.543, null],
    // The liquidation price is on the other side of the mark, so it does not concern the stop.
    ['long', '93', 120, null],
  ] as const)('of a %s at %s, which the venue liquidates at %s, warns: %s', (side, price, venue, words) => {
    const held = { marginMode: 'isolated', margin: '0.8', venueLiquidationPrice: venue } as const
    const risk = riskInputs({ instruments: [BTC], positions: [position(BTC, { ...held, side, volume: 8 })] })
    const { plan } = protect(side, 'stopLoss', price, held, { risk })
    const warned = plan.ok ? plan.value.estimate?.warnings.find((each) => each.includes('liquidated')) : 'no plan'
    expect(warned).toEqual(words === null ? undefined : expect.stringContaining(words))
  })

  it('says when earlier protective orders already cover the whole position', () => {
    const { plan, leg } = protect('long', 'stopLoss', '95')
    if (!plan.ok || leg?.kind !== 'protect') throw new Error('expected a plan')
    const before = { intentId: 'one', request: leg, triggerId: null, placedAt: 0 }
    const warned = (state: 'believed' | 'orphaned'): string | undefined => {
      const again = protect('long', 'stopLoss', '95', {}, { protections: [{ ...before, state }] })
      return again.plan.ok ? again.plan.value.estimate?.warnings[0] : undefined
    }
    expect(warned('believed')).toContain(
      'Plimsoll already placed conditional orders for 8 of 8 contracts of E-BTC-USDT',
    )
    expect(warned('orphaned')).toBeUndefined()
  })

  it.each([
    [3, 'this order can close only 5 of 8 contracts of E-BTC-USDT', 'or protect only 5.'],
    [8, 'can close only 0 of 8 contracts', 'Cancel the others first.'],
  ])('warns when it is for more than %d contracts in closing orders leave', (pendingCloseVolume, what, instead) => {
    const { plan } = protect('long', 'stopLoss', '95', { pendingCloseVolume })
    const warned = plan.ok ? (plan.value.estimate?.warnings ?? []) : []
    expect(warned).toEqual([expect.stringContaining(what)])
    expect(warned[0]).toContain(instead)
  })

  it.each(['long', 'short'] as const)(
    'of a %s at break-even never leaves a loss, at the nearest possible tick',
    (side) => {
      const sign = side === 'long' ? 1 : -1
      const held = { openPrice: 90, averagePrice: 99, tradingFees: '-0.0123', fundingFees: '-0.004', markPrice: 100 }
      const mirrored = side === 'long' ? held : { ...held, openPrice: 110 }
      const { leg } = protect(side, 'stopLoss', { kind: 'breakEven' }, mirrored)
      const at = leg?.kind === 'protect' ? leg.triggerPrice : decimal(1)
      const terms = { direction: 'linear', sign, size: decimal('0.08'), entry: decimal(mirrored.openPrice) } as const
      const left = (price: typeof at) => netIfClosed(terms, price, decimal('-0.0163'), decimal('0.001'))
      expect(left(at).gte(0)).toBe(true)
      expect(left(at.minus(decimal('0.01').times(sign))).lt(0)).toBe(true)
    },
  )

  it('is refused at break-even when that is unknown, or when it would trigger at once', () => {
    const unknown = protect('long', 'stopLoss', { kind: 'breakEven' }, { tradingFees: null, openPrice: 90 })
    expect(unknown.error?.message).toContain('cannot be determined')
    const losing = protect('long', 'stopLoss', { kind: 'breakEven' }, { openPrice: 120 })
    expect(losing.error?.message).toMatch(/below the mark price 100, not 120\.1\d\./)
  })

  it('is one order of the largest possible size, and says what it leaves', () => {
    const { leg, plan } = protect('long', 'stopLoss', '95', { volume: 25 })
    expect(leg).toMatchObject({ volume: decimal(10) })
    expect(plan.ok && plan.value.estimate?.warnings[0]).toContain('Protects 10 of 25 contracts')
    expect(protect('long', 'stopLoss', '95', { volume: 0.5 }).error?.message).toContain('smallest order')
  })

  it('is not reduced by closing orders, because those may never fill', () => {
    expect(protect('long', 'stopLoss', '95', { pendingCloseVolume: 8 }).leg).toMatchObject({ volume: decimal(8) })
  })
})
