import { describe, expect, it } from 'vitest'
import { checkBaseUrl } from '#electron/venue/http/base-url.ts'

const SPELLINGS: readonly (readonly [typed: string, reached: string])[] = [
  ['https://openapi.example.com', 'https://openapi.example.com'],
  ['https://api.example.com/spot/open/', 'https://api.example.com/spot/open'],
  ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
  ['http://localhost:8787', 'http://localhost:8787'],
  ['http://[::1]:8787', 'http://[::1]:8787'],
  ['https://10.1.2.3', 'https://10.1.2.3'],
  // One address in several spellings.
  ['https://EXAMPLE.com:443/', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://example.com.', 'https://example.com'],
  ['https://example.com.:8443/a/', 'https://example.com:8443/a'],
  ['http://LOCALHOST.:80', 'http://localhost'],
  ['http://127.1', 'http://127.0.0.1'],
  ['http://2130706433', 'http://127.0.0.1'],
  ['http://0177.0.0.1', 'http://127.0.0.1'],
  ['http://0x7f.0.0.1', 'http://127.0.0.1'],
  ['https://１２７.０.０.１', 'https://127.0.0.1'],
  ['https://[0:0:0:0:0:0:0:1]', 'https://[::1]'],
  ['https://3232235777', 'https://192.168.1.1'],
  ['https://kоinbay.example', 'https://xn--kinbay-wqf.example'],
  ['https://xn--kinbay-wqf.example', 'https://xn--kinbay-wqf.example'],
  ['https://example.com/a/../b', 'https://example.com/b'],
  ['https://example.com/a/%2e%2e/b', 'https://example.com/b'],
]

/** By the reason for the refusal. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'failure.noAddress': [
    'openapi.example.com',
    '',
    'https://',
    'https://[fe80::1%eth0]',
    'https://[fe80::1%25eth0]',
    'https://example.com:65536',
    'https://example.com:-1',
    'https://256.256.256.256',
    'https://a%20b.example',
    'https://ex ample.com',
  ],
  'failure.addressNotHttps': [
    'http://openapi.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1@example.com',
    'http://192.168.1.1',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
    'http://0',
    'ftp://openapi.example.com',
    'ws://localhost:1',
    'file:///etc/passwd',
    'file://example.com/x',
    'app://plimsoll',
    'data:text/html,x',
    'blob:https://example.com/x',
    'javascript:alert(1)',
    'openapi.example.com:443',
  ],
  'failure.addressParts': [
    'https://user:word@openapi.example.com',
    'https://user@example.com',
    'https://@example.com',
    'https://:@example.com',
    'https://example.com%2f@evil.example',
    'https://openapi.example.com?x=1',
    'https://openapi.example.com?',
    'https://openapi.example.com#x',
    'https://openapi.example.com#',
    'https:\\\\evil.example',
    'https:/\\evil.example',
    'https://example.com\\@evil.example',
    'https://example.com\\.evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'ht\ttps://evil.example',
    'https://ex\nample.com',
    'https://example.com/a b',
    'https://example.com/\0',
    ' https://example.com',
    '\u0001https://example.com',
  ],
  'failure.addressHost': [
    'https://example.com:0',
    'https://*.example.com',
    'https://0.0.0.0',
    'https://0',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:a9fe:a9fe]',
    'https://[64:ff9b::169.254.169.254]',
    'https://169.254.169.254',
    'https://169.254.170.2',
    'https://2852039166',
    'https://0xa9fea9fe',
    'https://0251.0376.0251.0376',
    'https://169.254.169.254.',
    'https://[fe80::1]',
    'https://[febf::1]',
    'https://[fd00:ec2::254]',
    'https://[ff02::1]',
    'https://100.100.100.200',
    'https://192.0.0.192',
    'https://metadata.google.internal',
    'https://METADATA.google.internal.',
    'https://metadata',
    'https://224.0.0.1',
    'https://255.255.255.255',
  ],
}

describe('the address of a venue', () => {
  it.each(SPELLINGS)('%j is accepted as %s', (text, url) => {
    expect(checkBaseUrl(text, 'account.add')).toEqual({ ok: true, value: url })
    expect(checkBaseUrl(url, 'account.add')).toEqual({ ok: true, value: url })
  })

  it.each(Object.entries(REFUSED).flatMap(([code, texts]) => texts.map((text) => [text, code] as const)))(
    '%j is refused before anything is sent to it: %s',
    (text, code) => {
      expect(checkBaseUrl(text, 'account.add')).toMatchObject({
        ok: false,
        error: { kind: 'invalidParameter', operation: 'account.add', outcome: 'notSent', message: { code } },
      })
    },
  )
})
