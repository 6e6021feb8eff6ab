import { describe, expect, it } from 'vitest'
import { emptyLayout } from '#electron/venue/json/layout.ts'
import { parsed, plain } from '#test/support/json.ts'

function read(text: string): unknown {
  const document = parsed(text)
  return document.ok ? plain(document.value) : document.error
}

describe('names known from earlier documents', () => {
  it.each([
    ['{"free":"1","locked":"2"}', '{"free":"3","locked":"4"}'],
    ['{"free":"1","locked":"2"}', '{"free":"3","lockeD":"4"}'],
    ['{"abcde":"1"}', '{"abcdf":"1"}'],
    ['{"abcde":"1"}', '{"Abcde":"1"}'],
    ['{"abcdefgh":"1"}', '{"abcXefgh":"1"}'],
    ['{"price":"1"}', '{"price2":"1"}'],
    ['{"price2":"1"}', '{"price":"1"}'],
    ['{"ab":"1"}', String.raw`{"a\u0062":"2"}`],
    ['{"a":"1"}', '{"b":"1"}'],
    ['{"":"1"}', '{"a":"1"}'],
    ['{"size":"1"}', '{"size":{"size":{"size":"1"}}}'],
    ['{"one":"1","two":"2"}', '{"two":"1","one":"2"}'],
    ['{"one":"1","two":"2"}', '{"one":"1","two":"2","two":"3"}'],
  ])('%s, then %s', (first, second) => {
    expect(read(first)).toEqual(JSON.parse(first))
    expect(read(second)).toEqual(JSON.parse(second))
    expect(read(first)).toEqual(JSON.parse(first))
  })

  it('are kept for rows that a venue sends repeatedly', () => {
    read('{"asset":"BTC"}')
    const known = emptyLayout()
    read('{"asset":"ETH"}')
    expect(emptyLayout()).toBe(known)
  })

  it('are dropped when they take too many bytes', () => {
    const names = Array.from({ length: 1000 }, (_, n) => [`${String(n)} ${'n'.repeat(200)}`, 'x'])
    const text = JSON.stringify(Object.fromEntries(names))
    const known = emptyLayout()
    expect(read(text)).toEqual(JSON.parse(text))
    expect(emptyLayout()).not.toBe(known)
    expect(read(text)).toEqual(JSON.parse(text))
  })
})
