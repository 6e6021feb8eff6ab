import { describe, expect, it } from 'vitest'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { inEnglish } from '#shared/words/say.ts'
import { decimal } from '#test/support/amounts.ts'
import { flattenPlan } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { leftOut, readyOf, totalFacts, type Entry } from '../../../../renderer/src/fan-out/fan-out-totals.ts'

/** An account at a venue of its own, with a plan of 28 requests whose cost is known. */
function entry(name: string, estimate: Partial<PlanEstimate> = {}, over: Partial<Entry> = {}): Entry {
  const plan = flattenPlan()
  const known = { ...plan.estimate!, costIsPartial: false, ...estimate }
  const account: AccountView = {
    ...fixtureSnapshot().account!,
    ...{ id: name, name, spotBaseUrl: `https://spot.${name}.example`, contractBaseUrl: null },
  }
  const seen = { planId: name, plan: encode({ ...plan, estimate: known }), askedAt: 0 }
  return { account, isOn: true, state: 'ready', seen, ...over }
}

const at = (one: Entry, spotBaseUrl: string): Entry => ({ ...one, account: { ...one.account, spotBaseUrl } })
const totals = (...entries: readonly Entry[]) => totalFacts(readyOf(entries)).map(({ text, sub }) => [text, sub])
const named = (...entries: readonly Entry[]) => leftOut(entries, []).map(inEnglish)

describe('the totals of several plans', () => {
  it('count requests and costs of those that a hold runs, and take the longest time', () => {
    const slow = entry('slow', { likelyMs: 9_000, p95Ms: 12_000 })
    const off = entry('off', {}, { isOn: false })
    const old = entry('old', {}, { state: 'waiting' })
    expect(totals(entry('quick'), slow, off, old)).toEqual([
      ['56', ''],
      ['~9.0 s', '95 % within 12 s'],
      ['about 151.40 USDT', 'slippage 84.40 + fee 67.00'],
    ])
    expect(named(entry('quick'), slow, off, old)).toEqual([
      'Not ticked, so nothing is sent for: off',
      'Still being planned, so not included: old',
    ])
  })

  it('take as long as all in turn where accounts share a host, whatever the others do', () => {
    const [one, other] = [entry('one'), entry('other')].map((each) => at(each, 'https://shared.example/api'))
    expect(totals(one!, other!, entry('alone'))[1]).toEqual(['~3.4 s', 'up to 12 s: shared limits'])
  })

  it('leave out costs in another coin, by name', () => {
    const other = entry('other', { reportingCoin: 'EUR', slippage: decimal('1000') })
    expect(totals(entry('first'), other)[2]?.[0]).toBe('about 75.70 USDT')
    expect(named(entry('first'), other)).toEqual(['Cost in another coin, not counted: other'])
  })

  it('say that a cost is known in part, and of whom', () => {
    const part = entry('part', { costIsPartial: true })
    expect(totals(entry('whole'), part)[2]?.[0]).toBe('over 151.40 USDT')
    expect(named(entry('whole'), part)).toEqual(['Cost known in part only: part'])
    expect(named(part, entry('other', { costIsPartial: true }))).toEqual([
      'Cost known in part only, for each of these accounts',
    ])
  })

  it('are empty, not zero, when nothing would run', () => {
    const denied = entry('denied', {}, { state: 'denied', seen: null, isOn: false })
    expect(totals(denied)).toEqual([
      ['0', ''],
      ['—', ''],
      ['—', ''],
    ])
    expect(leftOut([denied], ['Quay', 'Pier']).map(inEnglish)).toEqual([
      'No plan: denied',
      'Not connected, so not included: Quay, Pier',
    ])
  })
})
