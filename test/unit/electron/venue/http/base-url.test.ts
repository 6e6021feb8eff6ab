import { describe, expect, it } from 'vitest'
import { checkBaseUrl } from '#electron/venue/http/base-url.ts'

describe('the address of a venue', () => {
  it.each([
    ['https://openapi.example.com', 'https://openapi.example.com'],
    ['https://api.example.com/spot/open/', 'https://api.example.com/spot/open'],
    ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
  ])('%s is taken', (text, url) => {
    expect(checkBaseUrl(text, 'account.add')).toEqual({ ok: true, value: url })
  })

  it.each([
    'http://openapi.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://openapi.example.com',
    'https://user:word@openapi.example.com',
    'https://openapi.example.com?x=1',
    'https://openapi.example.com#x',
    'openapi.example.com',
    '',
  ])('%j is refused before anything is sent to it', (text) => {
    expect(checkBaseUrl(text, 'account.add')).toMatchObject({
      ok: false,
      error: { kind: 'invalidParameter', operation: 'account.add', outcome: 'notSent' },
    })
  })
})
