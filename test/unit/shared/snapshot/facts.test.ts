import { describe, expect, it } from 'vitest'
import { factLine, fiveFacts } from '#shared/snapshot/facts.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { inEnglish } from '#shared/words/say.ts'
import { fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'

const factsOf = (snapshot: Snapshot) => {
  const { severity, facts } = fiveFacts(snapshot)!
  const said = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, inEnglish(factLine(fact))]))
  return { severity, ...said } as Record<'severity' | 'safe' | 'true' | 'worth' | 'exposed' | 'can', string>
}
const health = (snapshot: Snapshot) => snapshot.parts.health.data!

describe('the five facts', () => {
  it('are empty without an account', () => {
    expect(fiveFacts({ ...fixtureSnapshot(), account: null })).toBeNull()
  })

  it("age with main's clock", () => {
    const snapshot = fixtureSnapshot()
    const later = factsOf({ ...snapshot, mono: snapshot.mono + 120_000 })
    expect(later).toMatchObject({ severity: 'red', true: expect.stringMatching(/stale 12\d s|stale 2 min/) as string })
    expect(later.worth).toMatch(/stale 12\d s|stale 2 min/)
  })

  it.each([
    [-0.05, null, 'red', 'Margin: DANGER, -5.0 % to liq., USDT cross, all prices alike, rate 11.50 %, required 0.56 %'],
    [null, 0.5, 'amber', 'Margin: WATCH, 50.0 % of equity required, USDT cross, rate 11.50 %, required 0.56 %'],
  ] as const)('name what is worst: all prices %s or usage %s', (breachDown, usage, severity, says) => {
    const snapshot = fixtureSnapshot()
    const report = snapshot.parts.risk.data!
    const calm = { breachDown, breachUp: null, usage: usage ?? 0.01 }
    const margin = report.margin.filter(({ id }) => id === 'cross:USDT').map((unit) => ({ ...unit, ...calm }))
    const data = { ...report, margin, positions: [] }
    const { safe } = factsOf(withPart(snapshot, 'risk', { data }))
    expect(safe).toBe(says)
    expect(fiveFacts(withPart(snapshot, 'risk', { data }))?.facts.safe.severity).toBe(severity)
  })

  it('name the isolated position once', () => {
    const snapshot = fixtureSnapshot()
    const report = snapshot.parts.risk.data!
    const safe = (distance: number | null) => {
      const positions = report.positions.map((each) => ({
        ...each,
        liquidation: each.liquidation && { ...each.liquidation, distance },
      }))
      const margin = report.margin.filter(({ id }) => id.startsWith('isolated:E-LINK'))
      return factsOf(withPart(snapshot, 'risk', { data: { ...report, margin, positions } })).safe
    }
    expect(safe(-0.05)).toContain('DANGER, -5.0 % to liq., E-LINK-USDT long alone, rate')
    expect(safe(null)).toMatch(/DANGER, -2\.\d % to liq\., E-LINK-USDT long, all prices alike, rate/)
  })

  it('are not calm when a read failed', () => {
    const failed = withPart(fixtureSnapshot(), 'positions', { failure: readFailure('positions', 'too many requests') })
    expect(factsOf(failed)).toMatchObject({ severity: 'red', true: expect.stringContaining('stale') as string })
  })

  it('give no total before every part was read', () => {
    const snapshot = fixtureSnapshot()
    const early = withPart(snapshot, 'health', { data: { ...health(snapshot), phase: 'connecting' } })
    expect(factsOf(early)).toMatchObject({ worth: 'Equity: not read yet', exposed: 'Exposure: not read yet' })
  })

  it('say that the venue has banned us', () => {
    const snapshot = fixtureSnapshot()
    const hosts = health(snapshot).budget.hosts.map((host) => ({
      ...host,
      state: 'banned' as const,
      resumesInMs: 9_000,
    }))
    const data = { ...health(snapshot), budget: { ...health(snapshot).budget, hosts } }
    const banned = factsOf(withPart(snapshot, 'health', { data }))
    expect(banned.severity).toBe('red')
    expect(banned.true).toContain('banned')
  })

  it.each([
    ['open', 'active', 'Trading: active'],
    ['open', 'halted', 'Trading: halted; exits pass'],
    ['recovering', 'active', 'Trading: recovering'],
    ['closed', 'active', 'Trading: closed'],
  ] as const)('say what is possible while the desk is %s and %s', (state, mode, says) => {
    const snapshot = fixtureSnapshot()
    const data = { ...snapshot.parts.desk.data!, state, mode }
    expect(factsOf(withPart(snapshot, 'desk', { data })).can).toBe(says)
  })
})
