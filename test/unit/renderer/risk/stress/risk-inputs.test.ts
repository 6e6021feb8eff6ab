import { describe, expect, it } from 'vitest'
import { encode } from '#shared/domain/decimal.ts'
import { assess } from '#shared/risk/assess.ts'
import { emptySnapshot, fixtureSnapshot, MONO } from '#test/support/snapshot.ts'
import { decodeInstruments } from '#shared/domain/decode.ts'
import { riskInputsOf, stressParts } from '../../../../../renderer/src/risk/stress/risk-inputs.ts'

const { parts } = fixtureSnapshot()
const instruments = decodeInstruments(parts.instruments.data ?? [])

describe('riskInputsOf', () => {
  it("assembles the inputs of main's report, to the last digit", () => {
    const inputs = riskInputsOf(stressParts(parts), instruments, MONO)
    expect(inputs && encode(assess(inputs))).toEqual(parts.risk.data)
    expect(inputs).toMatchObject({ positionsReadAt: parts.positions.readAt, now: MONO })
  })

  it('is empty before the first report, and never invents a part that was not read', () => {
    expect(riskInputsOf(stressParts(emptySnapshot().parts), null, MONO)).toBeNull()
    const { balances, orders, quotes } = riskInputsOf({ risk: parts.risk }, null, MONO) ?? {}
    expect([balances, orders, quotes]).toEqual([null, null, null])
  })

  it('has no orders until every place was read since the last sleep, like main', () => {
    const { data } = parts.orders
    const { data: risk } = parts.risk
    if (data === null || risk === null) throw new Error('expected a fixture with orders and risk')
    const ordersOf = (changed: Partial<typeof parts>) =>
      riskInputsOf(stressParts({ ...parts, ...changed }), instruments, MONO)?.orders
    const [first, ...others] = data.scopes
    const scopes = [{ ...first!, readAt: null }, ...others]
    expect(ordersOf({})).toHaveLength(data.orders.length)
    expect(ordersOf({ orders: { ...parts.orders, data: { ...data, scopes } } })).toBeNull()
    expect(ordersOf({ risk: { ...parts.risk, data: { ...risk, fills: null } } })).toBeNull()
  })
})
