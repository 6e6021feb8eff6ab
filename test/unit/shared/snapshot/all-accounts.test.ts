import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { allAccounts } from '#shared/snapshot/all-accounts.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, withPart } from '#test/support/snapshot.ts'

type Report = NonNullable<Snapshot['parts']['risk']['data']>

/** The fixture account with changes. */
function account(name: string, change: (report: Report) => Partial<Report> = () => ({}), laterMs = 0): Snapshot {
  const whole = fixtureSnapshot()
  const named = { ...whole, mono: whole.mono + laterMs, account: { ...whole.account!, name } }
  const report = whole.parts.risk.data!
  return withPart(named, 'risk', { data: { ...report, ...change(report) } })
}

/** Changes the exposures to these only, by coin. */
const exposed =
  (values: Readonly<Record<string, string | null>>) =>
  (report: Report): Partial<Report> => ({
    exposure: {
      ...report.exposure,
      assets: Object.entries(values).map(([asset, value]) => ({
        ...report.exposure.assets[0]!,
        ...{ asset, value: value === null ? null : toText(decimal(value)) },
      })),
    },
  })

describe('all accounts together', () => {
  it('are worth their sum, with exposure netted by coin', () => {
    const one = account('Quay', exposed({ BTC: '1000', ETH: '-300' }))
    const other = account('Cove', exposed({ BTC: '-400.5', ETH: '-200', SOL: '50' }))
    const all = allAccounts([one, other])!
    const equity = decimal(one.parts.risk.data!.equity.total).times(2)
    expect(all).toMatchObject({ coin: 'USDT', counted: 2, missing: [], equity: toText(equity) })
    expect(all.coins).toEqual([
      { asset: 'BTC', value: '599.5' },
      { asset: 'ETH', value: '-500' },
      { asset: 'SOL', value: '50' },
    ])
    expect([all.net, all.gross, all.moreCoins]).toEqual(['149.5', '1149.5', 0])
  })

  it('name the largest coins and count the rest, which is in the sums', () => {
    const values = Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`C${String(nth)}`, String(nth + 1)]))
    const all = allAccounts([account('Quay', exposed(values))])!
    expect(all.coins.map(({ asset }) => asset)).toEqual(['C8', 'C7', 'C6', 'C5', 'C4', 'C3'])
    expect([all.moreCoins, all.net, all.gross]).toEqual([3, '45', '45'])
  })

  it('leave out an account with unknown totals, by name', () => {
    const { parts } = fixtureSnapshot()
    const connecting = { ...emptySnapshot(), account: { ...fixtureSnapshot().account!, name: 'Cove' } }
    const unread = account('Reef', () => ({ missing: ['balances'] }))
    const all = allAccounts([account('Quay'), connecting, unread])!
    expect(all).toMatchObject({ counted: 1, missing: ['Cove', 'Reef'], equity: parts.risk.data!.equity.total })
    expect(allAccounts([connecting, unread])).toBeNull()
  })

  it.each<[string, Partial<Report>]>([
    ['coin', { reportingCoin: 'BTC' }],
    ['rate', { fixedRate: toText(decimal('0.9')) }],
  ])('add up no totals in another %s than those of the first', (_what, reporting) => {
    const one = account('Quay')
    const all = allAccounts([one, account('Cove', () => reporting)])!
    expect(all).toMatchObject({ counted: 1, missing: ['Cove'], equity: one.parts.risk.data!.equity.total })
  })

  it.each<[string, (report: Report) => Partial<Report>]>([
    ['a coin without a price', ({ equity }) => ({ equity: { ...equity, unpriced: ['WEN'] } })],
    ['an exposure without a value', exposed({ BTC: '1', WEN: null })],
    ['rows that could not be read', () => ({ incomplete: ['balances'] })],
  ])('name an account whose totals leave out %s', (_what, change) => {
    const clean = (report: Report): Partial<Report> => ({
      ...exposed({ BTC: '1' })(report),
      equity: { ...report.equity, unpriced: [] },
      incomplete: [],
    })
    expect(allAccounts([account('Quay', clean)])!.partial).toEqual([])
    const harmed = account('Cove', (report) => ({ ...clean(report), ...change(report) }))
    expect(allAccounts([account('Quay', clean), harmed])!).toMatchObject({ partial: ['Cove'], counted: 2 })
  })

  it('are as old as the oldest, and as reliable as the least reliable', () => {
    const ages = [0, 60_000].map((laterMs) => allAccounts([account('Quay', undefined, laterMs)])!.age)
    const both = allAccounts([account('Cove', undefined, 60_000), account('Quay')])!.age
    expect(ages.map(({ state }) => state)).toEqual(['fresh', 'stale'])
    expect(both).toEqual(ages[1])
  })
})
