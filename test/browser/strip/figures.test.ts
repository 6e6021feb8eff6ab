/**
 * What figures show about themselves: their age by their own reads, that they are not known yet, and that a price
 * behind them is odd.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'
import SafetyStrip from '../../../renderer/src/strip/SafetyStrip.vue'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import LiquidityTab from '../../../renderer/src/risk/liquidity/LiquidityTab.vue'
import StressTab from '../../../renderer/src/risk/stress/StressTab.vue'
import type { ReportFigure } from '#shared/snapshot/figure-age.ts'
import { openWindow, type Bench } from '../support/window.ts'

const AGED_MS = 60_000

// High enough for every panel of the overview in a place of its own.
beforeEach(() => page.viewport(1280, 1000))

function withReport(snapshot: Snapshot, change: Partial<Encoded<RiskReport>>): Snapshot {
  return withPart(snapshot, 'risk', { data: { ...snapshot.parts.risk.data!, ...change } })
}

const provenanceOf = (snapshot: Snapshot) => snapshot.parts.risk.data!.provenance

/** The labels of areas of the screen that mark their figures as unreliable. */
function hatched({ root }: Bench): readonly string[] {
  const areas = [...root.querySelectorAll<HTMLElement>('.cell, .panel')]
  return areas
    .filter((area) => area.matches('.hatched') || area.querySelector('.body.hatched') !== null)
    .map((area) => area.getAttribute('aria-label') ?? area.querySelector('h2')?.textContent ?? '')
}

const text = (element: Element | null): string => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''

describe('the age of a figure', () => {
  /** Reads of some parts have failed for a minute. The report says which figures rest on them. */
  function aged(
    parts: readonly ('balances' | 'positions' | 'marginAccounts')[],
    names: readonly ReportFigure[],
  ): Snapshot {
    const snapshot = fixtureSnapshot()
    const readAt = snapshot.mono - AGED_MS
    const failure = readFailure('account', 'too many requests')
    const provenance = names.reduce(
      (known, name) => ({ ...known, [name]: { ...known[name], readAt } }),
      provenanceOf(snapshot),
    )
    const late = parts.reduce((changed, part) => withPart(changed, part, { readAt, failure }), snapshot)
    return withReport(withPart(late, 'risk', { readAt }), { provenance })
  }
  const spotLate = () => aged(['balances'], ['spot', 'equity'])
  const contractLate = () => aged(['positions', 'marginAccounts'], ['margin', 'contract', 'equity'])

  it('depends only on its own inputs: a pause on Spot does not affect margin', async () => {
    expect(hatched(await openWindow(SafetyStrip, spotLate()))).toEqual(['Equity, USDT', 'Exposure, USDT'])
    expect(hatched(await openWindow(OverviewView, spotLate()))).toEqual(['Exposure', 'Spot balances'])
  })

  it('does not affect Spot when only contracts cannot be read', async () => {
    const strip = hatched(await openWindow(SafetyStrip, contractLate()))
    expect(strip).toHaveLength(4)
    expect(strip[0]).toMatch(/^Margin/)
    const overview = hatched(await openWindow(OverviewView, contractLate()))
    expect(overview).toEqual(['Load line', 'Exposure', 'Margin'])
  })

  it('determines what a margin rate may hide, independent of Spot', async () => {
    const bandsIn = ({ root }: Bench): string => [...root.querySelectorAll('.hidden-band')].map(text).join(' ')
    const fresh = bandsIn(await openWindow(OverviewView, fixtureSnapshot()))
    expect(fresh).toContain('±')
    expect(bandsIn(await openWindow(OverviewView, spotLate()))).toBe(fresh)
    expect(bandsIn(await openWindow(OverviewView, contractLate()))).not.toBe(fresh)
  })
})

describe('a total', () => {
  const FIGURE = /\d[\d,]*\.\d\d/
  const totals = (bench: Bench): string =>
    [...bench.root.querySelectorAll('.strip :is(.worth, .exposure) .fact')].map(text).join(' | ')

  it('is blank until every part of it was read once, never a figure that grows', async () => {
    const snapshot = fixtureSnapshot()
    const { health } = snapshot.parts
    const early = withReport(snapshot, { missing: ['balances'] })
    expect(totals(await openWindow(SafetyStrip, early))).toBe('not read yet | not read yet')
    // Read, but without prices yet.
    const connecting = withPart(snapshot, 'health', { data: { ...health.data!, phase: 'connecting' } })
    const bench = await openWindow(SafetyStrip, connecting)
    expect(totals(bench)).toBe('not read yet | not read yet')
    await bench.send({ ...snapshot, seq: 2, parts: { health: { ...health, version: health.version + 9 } } })
    expect(totals(bench)).toMatch(FIGURE)
    const overview = await openWindow(OverviewView, early)
    expect(text(overview.find('.balances .total'))).toBe('not read yet')
    expect(text(overview.find('.exposure .blank'))).toContain('Waiting for the first read')
  })

  it('is blank again when another account is opened', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await openWindow(SafetyStrip, snapshot)
    expect(totals(bench)).toMatch(FIGURE)
    const { risk } = withReport(snapshot, { missing: ['positions', 'marginAccounts'] }).parts
    await bench.send({ ...snapshot, runId: 'run-2', seq: 1, parts: { risk, balances: snapshot.parts.balances } })
    expect(totals(bench)).toBe('not read yet | not read yet')
  })

  it('is unknown, with the reason, when a part of it cannot be read', async () => {
    const failing = withPart(withReport(fixtureSnapshot(), { missing: ['balances'] }), 'balances', {
      ...{ data: null, readAt: null, failure: readFailure('read', 'the key may not read Spot') },
    })
    const bench = await openWindow(SafetyStrip, failing)
    expect(totals(bench)).toBe('? | ?')
    expect(bench.find('[aria-label="Equity, USDT"] .fact .figure').title).toMatch(/Spot balances.* may not read Spot/)
  })
})

describe('a figure that rests on an odd price', () => {
  const frozen: PriceFinding = {
    ...{ code: 'markFrozen', area: 'contract', instrument: 'E-LINK-USDT', mark: 14.2, reads: 20, bookMoved: 0.01 },
  }
  const jumped: PriceFinding = {
    code: 'jump',
    area: 'spot',
    instrument: 'ETHUSDT',
    field: 'last',
    from: 3_500,
    to: 3.5,
  }
  function doubtful(): Snapshot {
    const snapshot = fixtureSnapshot()
    const provenance = provenanceOf(snapshot)
    return withReport(snapshot, {
      priceFindings: [frozen, jumped],
      provenance: {
        spot: { ...provenance.spot, doubts: [jumped] },
        positions: provenance.positions,
        margin: { ...provenance.margin, doubts: [frozen] },
        contract: { ...provenance.contract, doubts: [frozen] },
        equity: { ...provenance.equity, doubts: [jumped, frozen] },
        units: [{ unitId: 'isolated:E-LINK-USDT:isolated:long', doubts: [frozen] }],
      },
    })
  }

  it('is marked in the strip: margin by its unit, equity and exposure by any', async () => {
    const bench = await openWindow(SafetyStrip, doubtful())
    const mark = (cell: string): string => bench.find(`.strip .${cell} .doubt`).title
    expect(mark('safety')).toMatch(/^Based on doubtful prices: E-LINK-USDT\..* stood still for 20 reads/)
    expect(mark('worth')).toMatch(/^Based on doubtful prices: ETHUSDT, E-LINK-USDT\./)
    expect(mark('exposure')).toBe(mark('worth'))
    expect((await openWindow(SafetyStrip, fixtureSnapshot())).root.querySelector('.doubt')).toBeNull()
  })

  it('is marked in the overview: affected rates and holdings, and the text of the charts', async () => {
    const bench = await openWindow(OverviewView, doubtful())
    const rows = (label: string): readonly string[] =>
      [...bench.find(`[aria-label="${label}"]`).querySelectorAll('tbody tr')]
        .filter((row) => row.querySelector('.doubt'))
        .map((row) => text(row.querySelector('td')))
    expect(rows('Margin accounts')).toEqual([expect.stringMatching(/LINK/)])
    expect(rows('Spot balances')).toEqual(['ETH'])
    expect(bench.find('.balances .total .doubt')).toBeDefined()
    expect(text(bench.find('.load .finding'))).toContain('Based on doubtful prices: E-LINK-USDT.')
    expect(text(bench.find('.exposure .finding'))).toContain('Based on doubtful prices: ETHUSDT, E-LINK-USDT.')
  })

  it('is marked in liquidity by exit and in the totals, and in stress on the line and the outcome', async () => {
    const liquidity = await openWindow(LiquidityTab, doubtful())
    expect(text(liquidity.find('[aria-label="Totals"] .warning'))).toContain('Based on doubtful prices')
    const exits = [...liquidity.root.querySelectorAll('tr.row')].filter((row) => row.querySelector('.doubt'))
    expect(exits.map((row) => text(row.querySelector('.strong'))).toSorted()).toEqual(['E-LINK-USDT', 'ETH'])
    const stress = await openWindow(StressTab, doubtful())
    expect(text(stress.find('.line .finding'))).toContain('Based on doubtful prices: E-LINK-USDT.')
    expect(text(stress.find('[aria-label="Outcome"] .notes'))).toContain('doubtful prices: ETHUSDT, E-LINK-USDT')
  })
})

it('dates the change of equity by the day if the run began on another', async () => {
  const snapshot = fixtureSnapshot()
  const changeSince = async (at: number): Promise<string> => {
    const data = [[at, 90_000], ...snapshot.parts.equityCurve.data!] as const
    return text((await openWindow(SafetyStrip, withPart(snapshot, 'equityCurve', { data }))).root)
  }
  const { wall } = snapshot
  expect(await changeSince(wall - 1)).toMatch(/since \d\d:\d\dExposure/)
  expect(await changeSince(wall - 3 * 86_400_000)).toMatch(/since \d{4}-\d\d-\d\dExposure/)
})
