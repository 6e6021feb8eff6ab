import { describe, expect, it } from 'vitest'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'
import { restReading, type RestName } from '#shared/snapshot/rests.ts'

const NAMES: readonly RestName[] = ['spot', 'margin', 'contract', 'equity']

describe('restReading', () => {
  const failing = (part: PartName): readonly RestName[] => {
    const { parts } = withPart(fixtureSnapshot(), part, { failure: readFailure(part, 'too many requests') })
    return NAMES.filter((name) => restReading(parts, name).failure !== null)
  }

  it('fails with the parts on which a figure rests, and with no other', () => {
    expect(failing('balances')).toEqual(['spot', 'equity'])
    expect(failing('positions')).toEqual(['margin', 'contract', 'equity'])
    expect(failing('marginAccounts')).toEqual(['margin', 'contract', 'equity'])
    expect(failing('orders')).toEqual([])
    // The computed part is from before a sleep.
    expect(failing('risk')).toEqual(NAMES)
  })

  it('has the age that the report gives for that figure', () => {
    const snapshot = fixtureSnapshot()
    const report = snapshot.parts.risk.data!
    const spot = { ...report.rests.spot, readAt: 7 }
    const { parts } = withPart(snapshot, 'risk', { data: { ...report, rests: { ...report.rests, spot } } })
    expect(restReading(parts, 'spot').readAt).toBe(7)
    expect(restReading(parts, 'margin').readAt).toBe(report.rests.margin.readAt)
  })

  it('does not age when the venue has no such area', () => {
    const { parts } = withPart(fixtureSnapshot(), 'balances', { data: [], readAt: null, isAbsent: true })
    expect(NAMES.filter((name) => restReading(parts, name).isAbsent)).toEqual(['spot'])
  })

  it('is unknown before the first report', () => {
    expect(NAMES.map((name) => restReading(emptySnapshot().parts, name).readAt)).toEqual([null, null, null, null])
  })
})
