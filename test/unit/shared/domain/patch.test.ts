import { describe, expect, it } from 'vitest'
import { patched, patchOf } from '#shared/domain/patch.ts'

const row = (key: string, price: string, reason: object | null = null) => ({ key, price, reason })

/** The patch as text, and the result of applying it. */
function crossing(before: unknown, after: unknown) {
  const patch = patchOf(before, after)
  return { patch, then: patched(before, structuredClone(patch)) }
}

describe('a patch', () => {
  it('is empty when nothing changed, though every object is another one', () => {
    const rows = [row('a', '1', { code: 'x', facts: {} }), row('b', '2')]
    expect(patchOf(rows, structuredClone(rows))).toBeNull()
    expect(patched(rows, null)).toBe(rows)
  })

  it('has the changed fields, and keeps the other rows as the same objects', () => {
    const before = { rows: [row('a', '1'), row('b', '2')], total: 3 }
    const { patch, then } = crossing(before, { rows: [row('a', '1'), row('b', '5')], total: 6 })
    expect(patch).toEqual({ put: { total: 6 }, into: { rows: { into: { 1: { put: { price: '5' } } } } } })
    expect((then as typeof before).rows[0]).toBe(before.rows[0])
  })

  it('identifies a row by its key when others are added, removed or reordered', () => {
    const before = [row('a', '1'), row('b', '2'), row('c', '3')]
    const after = [row('new', '9'), row('c', '3'), row('a', '4')]
    const { patch, then } = crossing(before, after)
    expect(patch).toEqual({ from: [-1, 2, 0], put: { 0: row('new', '9') }, into: { 2: { put: { price: '4' } } } })
    expect(then).toEqual(after)
    expect((then as typeof before)[1]).toBe(before[2])
  })

  it('adds a point to a curve without the points before it', () => {
    const before = [[1, 10], [2, 20]] // prettier-ignore
    const { patch, then } = crossing(before, [[2, 20], [3, 30]]) // prettier-ignore
    expect(patch).toEqual({ from: [1, -1], put: { 1: [3, 30] } })
    expect(then).toEqual([[2, 20], [3, 30]]) // prettier-ignore
  })

  it('replaces what got or lost a member, or changed its type', () => {
    for (const [before, after] of [
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [
        { a: 1, b: 2 },
        { a: 1, b: undefined },
      ],
      [[1, 2], [1]],
      [{ a: 1 }, [1]],
      [null, { a: 1 }],
      [new Map([['a', 1]]), new Map([['a', 2]])],
    ]) {
      expect(patchOf(before, after)).toEqual({ all: after })
    }
  })

  it("never writes to a property that a venue's name could refer to elsewhere", () => {
    const named = (text: string): unknown => JSON.parse(text)
    const { then } = crossing(named('{"__proto__":{"x":1},"b":1}'), named('{"__proto__":{"x":2},"b":1}'))
    expect(JSON.stringify(then)).toBe('{"__proto__":{"x":2},"b":1}')
    expect((then as { x?: number }).x).toBeUndefined()
    const replaced = crossing(named('{"__proto__":[1],"b":1}'), named('{"__proto__":2,"b":1}')).then
    expect(JSON.stringify(replaced)).toBe('{"__proto__":2,"b":1}')
  })
})
