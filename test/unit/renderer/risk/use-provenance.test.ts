import { describe, expect, it } from 'vitest'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'
import { figureReading, type ReportFigure } from '#shared/snapshot/figure-age.ts'

const NAMES: readonly ReportFigure[] = ['spot', 'margin', 'contract', 'equity']

describe('figureReading', () => {
  const failing = (part: PartName): readonly ReportFigure[] => {
    const { parts } = withPart(fixtureSnapshot(), part, { failure: readFailure(part, 'too many requests') })
    return NAMES.filter((name) => figureReading(parts, name).failure !== null)
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
    const spot = { ...report.provenance.spot, readAt: 7 }
    const { parts } = withPart(snapshot, 'risk', { data: { ...report, provenance: { ...report.provenance, spot } } })
    expect(figureReading(parts, 'spot').readAt).toBe(7)
    expect(figureReading(parts, 'margin').readAt).toBe(report.provenance.margin.readAt)
  })

  it('does not age when the venue has no such area', () => {
    const { parts } = withPart(fixtureSnapshot(), 'balances', { data: [], readAt: null, isAbsent: true })
    expect(NAMES.filter((name) => figureReading(parts, name).isAbsent)).toEqual(['spot'])
  })

  it('is unknown before the first report', () => {
    expect(NAMES.map((name) => figureReading(emptySnapshot().parts, name).readAt)).toEqual([null, null, null, null])
  })
})
