import { describe, expect, it } from 'vitest'
import type { Protection } from '#shared/desk/plan.ts'
import { encode, type DecimalText } from '#shared/domain/decimal.ts'
import { stopOf } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import {
  coverInFull,
  coverOf,
  coverSource,
  coverText,
  protectionText,
} from '../../../../../renderer/src/views/positions/cover.ts'

const ETH = 'E-ETH-USDT:isolated:short'
const XRP = 'E-XRP-USDT:cross:short'

function held(key: string) {
  const found = fixtureSnapshot().parts.positions.data?.find((each) => each.key === key)
  if (!found) throw new Error(`expected ${key}`)
  return found
}

/** ETH: 1,200 contracts, 400 of them in closing orders. */
const ethCover = (...protections: Protection[]) => coverOf(held(ETH), encode(protections))

describe('cover', () => {
  it('counts stops placed from here and orders that close, never more than the whole', () => {
    expect(coverText(ethCover())).toBe('33\u202f%')
    expect(coverText(ethCover(stopOf(ETH, 400)))).toBe('67\u202f%')
    expect(coverText(ethCover(stopOf(ETH, 5_000)))).toBe('100\u202f%')
  })

  it('is none, which is a fact, without either', () => {
    expect(coverText(coverOf(held(XRP), encode([stopOf(ETH, 400)])))).toBe('none')
    expect(coverInFull(coverOf(held(XRP), []), held(XRP))).toContain('No stop was placed from here')
  })

  it('does not count a take-profit, nor a stop that nobody knows of or whose position is gone', () => {
    const stop = stopOf(ETH, 800)
    const profit: Protection = { ...stop, request: { ...stop.request, purpose: 'takeProfit' } }
    const weak = ethCover(profit, stopOf(ETH, 800, 'unknown'), stopOf(ETH, 800, 'orphaned'))
    expect(coverText(weak)).toBe('33\u202f%')
  })

  it('says what stands behind it', () => {
    expect(coverSource(ethCover(stopOf(ETH, 400)), held(ETH))).toEqual({ text: 'stop 3,720', tone: '' })
    expect(coverSource(ethCover(stopOf(ETH, 400, 'unknown')), held(ETH))).toEqual({
      text: 'stop unknown',
      tone: 'amber',
    })
    expect(coverSource(ethCover(), held(ETH)).text).toBe('orders')
    expect(coverSource(coverOf(held(XRP), []), held(XRP)).text).toBe('')
  })

  it('never claims that the venue has a stop', () => {
    expect(protectionText(encode(stopOf(ETH, 600)))).toBe('Stop-loss 600 ct at 3,720, placed 11:53:11, not verifiable')
  })

  it('is not known of a position without a size', () => {
    expect(coverText(coverOf({ ...held(ETH), volume: '0' as DecimalText }, []))).toBe('?')
  })
})
