import { expect, it } from 'vitest'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { freshness, type AgeView, type Reading } from '#shared/snapshot/freshness.ts'
import { fundingLines } from '../../../../../renderer/src/risk/funding/funding-cells.ts'
import { lessReliable, ratesReading } from '../../../../../renderer/src/risk/funding/rates-reading.ts'

const NOW = 1_000_000
const { parts } = fixtureSnapshot()
const funding = parts.risk.data?.funding
if (!funding) throw new Error('expected a fixture with funding')
const [line, other] = fundingLines(funding, parts)
if (!line || !other) throw new Error('expected a fixture with two positions')
const ageOf = (reading: Reading | null): AgeView => {
  const ageMs = reading?.readAt == null ? null : NOW - reading.readAt
  return { ageMs, state: freshness(ageMs, reading?.expectEveryMs ?? null, (reading?.failure ?? null) !== null) }
}
const reading = (agoMs: number, expectEveryMs: number): Reading => ({ readAt: NOW - agoMs, expectEveryMs })

it('is as old as the oldest rate that counts', () => {
  const [old, young] = [
    { ...line, readAt: 10 },
    { ...other, readAt: 900 },
  ]
  expect(ratesReading([young, old])?.readAt).toBe(10)
  expect(ratesReading([young, { ...old, known: null }])?.readAt).toBe(900)
  expect(ratesReading([young, { ...old, readAt: null }])?.readAt).toBeNull()
  expect(ratesReading([])).toBeNull()
})

it('takes the less reliable of rates and account, and the older of equals', () => {
  const [rates, account] = [reading(8_000, 10_000), reading(900, 1_000)]
  expect(lessReliable(rates, account, ageOf)).toBe(rates)
  const stuck = reading(6_000, 1_000)
  expect(lessReliable(rates, stuck, ageOf)).toBe(stuck)
  expect(lessReliable(reading(90_000, 10_000), stuck, ageOf)?.expectEveryMs).toBe(10_000)
  const old = reading(90_000, 10_000)
  expect(lessReliable(old, account, ageOf)).toBe(old)
  expect(lessReliable(null, account, ageOf)).toBe(account)
})
