// The trading mode and the limits of orders that add risk: a page may tighten them, and a person loosens them.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TradingMode } from '#shared/desk/guard.ts'
import { orderLimits, USUAL_LIMITS, type OrderLimits } from '#shared/desk/order-limits.ts'
import { inEnglish } from '#shared/words/say.ts'
import { ACCEPTED, authorityBench, refusedWith } from '#test/support/authority-bench.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'

const { bench, opened, over, mode } = authorityBench()

describe('the trading mode', () => {
  it("is made stricter on a page's request, and looser only by the trader", async () => {
    const { authority, runId, person, asked } = await opened()
    const set = (next: TradingMode) => authority.setMode({ runId, mode: next })
    expect([await set('halted'), asked.length, mode()]).toEqual([{ ok: true, value: null }, 0, 'halted'])
    for (const next of ['reducing', 'active'] as const) {
      expect(await set(next)).toMatchObject(refusedWith('main.confirm.no'))
      expect([mode(), asked.at(-1)?.what.code]).toEqual(['halted', `main.confirm.mode.${next}`])
    }
    person.answer = 'unshown'
    expect(await set('active')).toMatchObject(refusedWith('main.confirm.unshown'))
    person.answer = 'yes'
    expect([await set('reducing'), mode()]).toEqual([{ ok: true, value: null }, 'reducing'])
    person.answer = 'no'
    expect(await Promise.all([set('halted'), set('active')])).toMatchObject([{ ok: true }, { ok: false }])
    expect(mode()).toBe('halted')
  })

  it('of an account that is no longer open does not change', async () => {
    const { authority, person } = await opened()
    person.answer = 'yes'
    expect(await authority.setMode({ runId: randomUUID(), mode: 'active' })).toMatchObject({ ok: false })
  })
})

describe('the limits of orders that add risk', () => {
  const limits = () => bench.accounts.snapshot().parts.desk.data?.limits
  const of = (change: object) => orderLimits.parse({ ...USUAL_LIMITS, ...change })

  it("are tightened on a page's request, and loosened only by the trader, who sees each that is", async () => {
    const { authority, runId, person, asked } = await opened()
    const set = (next: OrderLimits) => authority.setLimits({ runId, limits: next })
    const tight = of({ value: '500', percent: '1', perMinute: 2 })
    expect([await set(tight), asked.length, limits()]).toEqual([{ ok: true, value: null }, 0, tight])
    const wanted = of({ value: '800', percent: '0.5', perMinute: 3 })
    expect(await set(wanted)).toMatchObject(refusedWith('main.confirm.no'))
    // What the same request tightens holds, whatever was answered.
    expect([limits(), asked.at(-1)?.what.code]).toEqual([{ ...tight, percent: '0.5' }, 'main.confirm.limits'])
    expect(asked.at(-1)?.lines.map(inEnglish)).toEqual([
      expect.stringContaining('Account'),
      'Largest order: 800 USDT, was 500 USDT.',
      'New orders a minute: 3, was 2.',
      expect.stringContaining('have no limit'),
    ])
    person.answer = 'unshown'
    expect(await set(wanted)).toMatchObject(refusedWith('main.confirm.unshown'))
    person.answer = 'yes'
    expect([await set(wanted), limits()]).toEqual([{ ok: true, value: null }, wanted])
  })

  it('that were tightened while the box was open are asked about again', async () => {
    const { authority, runId, person, asked } = await opened()
    const tighter = of({ value: '500' })
    Object.assign(person, { answers: ['yes', 'no'], meanwhile: () => authority.setLimits({ runId, limits: tighter }) })
    expect(await authority.setLimits({ runId, limits: of({ percent: '9' }) })).toMatchObject(
      refusedWith('main.confirm.no'),
    )
    expect(asked.map(({ lines }) => lines.map(inEnglish).join())).toEqual([
      expect.not.stringContaining('Largest order'),
      expect.stringContaining('Largest order: 100,000 USDT, was 500 USDT.'),
    ])
    expect(limits()).toEqual(tighter)
  })

  it('hold back no way out', async () => {
    const { authority, runId, person, shown, submit } = await opened()
    await authority.setLimits({ runId, limits: of({ value: '0.01', percent: '0.01', perMinute: 1 }) })
    person.answer = 'yes'
    expect(await submit(await shown(FLATTEN))).toMatchObject(ACCEPTED)
    await over()
    expect(bench.accounts.snapshot().parts.desk.data?.intents[0]?.state).toBe('done')
  })

  it('of an account that is no longer open do not change', async () => {
    const { authority } = await opened()
    const before = limits()
    expect(await authority.setLimits({ runId: randomUUID(), limits: of({ value: '1' }) })).toMatchObject({ ok: false })
    expect(limits()).toEqual(before)
  })
})
