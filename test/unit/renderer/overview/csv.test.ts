/** The tables of the overview and the journal as CSV: exact values, in an order that programs can rely on. */
import { expect, it } from 'vitest'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { JOURNAL_CSV } from '../../../../renderer/src/journal/journal-csv.ts'
import { journalRows } from '../../../../renderer/src/journal/journal-rows.ts'
import { toCsv } from '../../../../renderer/src/kit/csv.ts'
import { BALANCE_CSV } from '../../../../renderer/src/overview/balance-columns.ts'
import { holdingsOf } from '../../../../renderer/src/overview/balance-rows.ts'
import { MARGIN_CSV } from '../../../../renderer/src/overview/margin-columns.ts'

const { parts } = fixtureSnapshot()

it('gives each holding its amounts and the prices behind its value', () => {
  const holdings = holdingsOf(parts.risk.data!.valuation, parts.balances.data!)
  const lines = toCsv(BALANCE_CSV, holdings).split('\r\n')
  expect(lines[0]).toBe('asset,free,locked,total,value,rate,valued_by')
  expect(lines[2]).toMatch(/^BTC,0\.26,0\.05,0\.31,19347\.\d+,62410\.5,BTCUSDT$/)
  // Without a price the value is empty, not 0.
  expect(lines.find((line) => line.startsWith('WEN'))).toMatch(/,,,$/)
})

it('gives each margin account its rates as fractions', () => {
  const lines = toCsv(MARGIN_CSV, parts.risk.data!.margin).split('\r\n')
  expect(lines[0]).toMatch(/^margin_account,margin_coin,mode,state,equity,margin_rate,venue_margin_rate,/)
  expect(lines.find((line) => line.startsWith('cross:USDT'))).toMatch(/^cross:USDT,USDT,cross,ok,5204\.\d+,0\.115/)
})

it('gives each action what was planned and what happened', () => {
  const titleOf = titlesOf(parts.instruments.data!)
  const lines = toCsv(JOURNAL_CSV, journalRows(parts.desk.data!.intents, titleOf)).split('\r\n')
  expect(lines[0]).toMatch(/^created_at,intent_id,action,title,state,requests_planned,requests_sent,/)
  expect(lines[1]).toMatch(/^2026-01-15T12:03:04\.\d{3}Z,[^,]+,closePosition,.*,unknown,,1,0,1,,,,,,/)
})
