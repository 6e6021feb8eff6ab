import { describe, expect, it } from 'vitest'
import { contentTypeOf, fileFor } from '../../../../../electron/main/window/app-files.ts'

const file = (url: string): string | null => fileFor('/opt/plimsoll/renderer', new URL(url))

describe('the window is served', () => {
  it('files below its folder', () => {
    expect(file('app://plimsoll/index.html')).toBe('/opt/plimsoll/renderer/index.html')
    expect(file('app://plimsoll/assets/a%20b.js')).toBe('/opt/plimsoll/renderer/assets/a b.js')
  })

  it.each([
    'app://plimsoll/..%2fsecret',
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

  it('unknown endings as bytes that nothing runs', () => {
    expect(contentTypeOf('x.html')).toContain('text/html')
    expect(contentTypeOf('x.exe')).toBe('application/octet-stream')
  })
})
