import { describe, expect, it } from 'vitest'
import { contentTypeOf, fileFor, mayLoad } from '../../../../../electron/main/window/app-files.ts'

const file = (url: string): string | null => fileFor('/opt/plimsoll/renderer', new URL(url))

describe('the window is served', () => {
  it('files below its folder', () => {
    expect(file('app://plimsoll/index.html')).toBe('/opt/plimsoll/renderer/index.html')
    expect(file('app://plimsoll/assets/a%20b.js')).toBe('/opt/plimsoll/renderer/assets/a b.js')
  })

  it.each([
    'app://plimsoll/..%2fsecret',
    'app://plimsoll/..%2frenderer-of-another/index.html',
    'app://plimsoll/assets/..%2f..%2f..%2fetc/passwd',
    'app://plimsoll/%00',
    'app://plimsoll/%E0%A4%A',
    'app://plimsoll.evil/index.html',
    'app://other/index.html',
  ])('nothing for %s', (url) => {
    expect(file(url)).toBeNull()
  })

  it.each(['app://plimsoll/../secret', 'app://plimsoll/%2e%2e/%2e%2e/secret'])('%s from inside its folder', (url) => {
    expect(file(url)).toBe('/opt/plimsoll/renderer/secret')
  })

  it('unknown extensions as bytes that nothing executes', () => {
    expect(contentTypeOf('x.html')).toContain('text/html')
    expect(contentTypeOf('x.exe')).toBe('application/octet-stream')
  })
})

describe('a page may load', () => {
  it.each([
    ['app://plimsoll/index.html', true, true],
    ['app://secret/', true, true],
    ['devtools://devtools/bundled/inspector.html', true, false],
    ['https://example.com/', false, false],
    ['http://127.0.0.1/', false, false],
    ['ws://127.0.0.1/', false, false],
    ['file:///etc/passwd', false, false],
    ['data:text/html,x', false, false],
    ['blob:app://plimsoll/1', false, false],
    ['chrome-extension://a/x.js', false, false],
    ['apps://plimsoll/', false, false],
    ['', false, false],
  ])('%s: %s with tools, %s without', (url, withTools, without) => {
    expect([mayLoad(url, true), mayLoad(url, false)]).toEqual([withTools, without])
  })
})
