import { expect, it } from 'vitest'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { fundingLines } from '../../../../../renderer/src/risk/funding/funding-cells.ts'

it('shows the age of a rate by its own read, not by that of the mark', () => {
  const { parts, mono } = fixtureSnapshot()
  const hours = 12 * 3_600_000
  const quotes = parts.quotes.data!.map((quote) => ({ ...quote, readAt: mono, indexAt: mono - hours }))
  const lines = fundingLines(parts.risk.data!.funding, { ...parts, quotes: { ...parts.quotes, data: quotes } })
  expect(lines).not.toEqual([])
  expect(new Set(lines.map(({ readAt }) => readAt))).toEqual(new Set([mono - hours]))
})
