import { err, ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { markAt, nearerTo, type DatedPrice } from '#shared/risk/liquidity/mark-then.ts'

const read = (readAt: number): DatedPrice => ({ price: decimal(readAt), readAt })

describe('the price at the time of a book', () => {
  it('is the one read nearer to it, before or after, and the first of two as near', () => {
    expect(nearerTo(100, read(90), read(105))?.readAt).toBe(105)
    expect(nearerTo(100, read(95), read(110))?.readAt).toBe(95)
    expect(nearerTo(100, read(90), read(110))?.readAt).toBe(90)
    expect(nearerTo(100, null, read(500))?.readAt).toBe(500)
    expect(nearerTo(100, read(500), null)?.readAt).toBe(500)
    expect(nearerTo(100, null, null)).toBeNull()
  })

  it('may be held against it up to two seconds apart', () => {
    expect(markAt(10_000, read(12_000))).toEqual(ok(decimal(12_000)))
    expect(markAt(10_000, read(8_000))).toEqual(ok(decimal(8_000)))
    expect(markAt(10_000, read(12_001))).toEqual(err(message('figure.readApart', { apart: { ms: 3_000 } })))
    expect(markAt(10_000, null)).toEqual(err(message('figure.noMarkThen')))
  })
})
