import { expect, it } from 'vitest'
import { positionsReading } from '#shared/snapshot/figure-age.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'

const { positions, risk, ...rest } = fixtureSnapshot().parts
if (risk.data === null) throw new Error('expected a report')
const report = risk.data

/** The account with positions read at one time, and a report on positions read at another. */
function read(positionsAt: number | null, reportAt: number | null, change: Partial<Parts['risk']> = {}): Parts {
  const provenance = { ...report.provenance, positions: { readAt: reportAt, doubts: [] } }
  return {
    ...rest,
    positions: { ...positions, readAt: positionsAt },
    risk: { ...risk, data: { ...report, provenance }, ...change },
  }
}

it('is as old as the older of the positions and of the report on them', () => {
  expect(positionsReading(read(9_000, 8_000))).toMatchObject({ readAt: 8_000, expectEveryMs: positions.expectEveryMs })
  expect(positionsReading(read(8_000, 9_000))).toMatchObject({ readAt: 8_000 })
})

it('fails when the report does, and is that of the positions while there is no report', () => {
  const failure = localFailure('closed', 'risk', verbatim('The worker is gone.'))
  expect(positionsReading(read(9_000, 9_000, { failure }))).toMatchObject({ readAt: 9_000, failure })
  expect(positionsReading(read(9_000, 9_000, { data: null, failure }))).toMatchObject({ readAt: 9_000, failure: null })
  expect(positionsReading(read(9_000, null))).toMatchObject({ readAt: 9_000 })
  expect(positionsReading(read(null, 9_000))).toMatchObject({ readAt: null })
})
