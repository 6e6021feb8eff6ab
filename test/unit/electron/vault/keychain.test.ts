import { describe, expect, it } from 'vitest'
import { openKeychain } from '#electron/vault/keychain.ts'

const SECRET = 'c4n4ry-secret'

function keytarThat(fails: Error) {
  return async () => ({
    getPassword: () => Promise.reject(fails),
    setPassword: () => Promise.reject(fails),
    deletePassword: () => Promise.reject(fails),
  })
}

describe('openKeychain', () => {
  it('answers `addonMissing`, with the loader’s words, when keytar or libsecret is missing', async () => {
    const text = 'libsecret-1.so.0: cannot open shared object file: No such file or directory'
    const keychain = openKeychain(() => Promise.reject(new Error(text)))
    const missing = { ok: false, trouble: 'addonMissing', detail: text }
    expect(await keychain.read('a')).toEqual(missing)
    expect(await keychain.write('a', SECRET)).toEqual(missing)
    expect(await keychain.remove('a')).toEqual(missing)
  })

  it('does not load keytar before it is needed', () => {
    openKeychain(() => expect.fail('loaded'))
  })

  it('answers `unreachable` when a call fails, in the system’s words on one short line', async () => {
    const keychain = openKeychain(keytarThat(new Error(`Could not\nconnect:\u0000 ${'x'.repeat(300)}`)))
    const result = await keychain.read('a')
    expect(result).toMatchObject({ ok: false, trouble: 'unreachable' })
    expect(result).toHaveProperty('detail', `Could not connect: ${'x'.repeat(300)}`.slice(0, 160))
    expect(await keychain.remove('a')).toEqual(result)
  })

  it('passes on no word of a call that was given a secret', async () => {
    const keychain = openKeychain(keytarThat(new Error(`cannot store ${SECRET}`)))
    expect(await keychain.write('a', SECRET)).toEqual({ ok: false, trouble: 'unreachable', detail: null })
  })
})
