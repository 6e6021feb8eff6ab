import { describe, expect, it } from 'vitest'
import { checkBaseUrl } from '#electron/venue/http/base-url.ts'
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import { message } from '#shared/words/message.ts'
import { newAccountSchema } from '#shared/ipc/contract.ts'
import { checkForm } from '../../../../renderer/src/accounts/form-check.ts'

const FORM = {
  name: 'Main',
  spotBaseUrl: 'https://spot.example',
  contractBaseUrl: 'https://contract.example/v1',
  apiKey: 'key',
}

describe('checkForm', () => {
  it('finds nothing wrong with a complete form', () => {
    expect(checkForm(FORM)).toEqual({})
  })

  it('names every field that is missing', () => {
    const empty = { name: ' ', spotBaseUrl: '', contractBaseUrl: '', apiKey: '' }
    expect(Object.keys(checkForm(empty))).toEqual(Object.keys(FORM))
  })

  it('accepts one address for a venue with one area, and asks for one when there is none', () => {
    expect(checkForm({ ...FORM, spotBaseUrl: null })).toEqual({})
    expect(checkForm({ ...FORM, contractBaseUrl: null })).toEqual({})
    expect(checkForm({ ...FORM, spotBaseUrl: null, contractBaseUrl: null })).toEqual({
      spotBaseUrl: message('accounts.fault.noAddress'),
    })
  })

  it.each([
    ['api.example.com', 'accounts.fault.notAddress'],
    ['http://api.example.com', 'accounts.fault.scheme'],
    ['ftp://api.example.com', 'accounts.fault.scheme'],
    ['https://me:secret@api.example.com', 'accounts.fault.userName'],
  ])('refuses the address %s', (spotBaseUrl, why) => {
    expect(checkForm({ ...FORM, spotBaseUrl }).spotBaseUrl?.code).toBe(why)
  })

  it.each([
    ['http://127.0.0.1:8787', true],
    ['http://127.9.8.7', true],
    ['http://localhost:8787', true],
    ['http://[::1]:8787', true],
    ['http://127.0.0.1.example.com', false],
    ['http://localhost.example.com', false],
    ['https://spot.example/?key=1', false],
    ['https://spot.example/#top', false],
  ])('judges the address %s as the venue client does: %s', (spotBaseUrl, fine) => {
    expect(checkForm({ ...FORM, spotBaseUrl }).spotBaseUrl === undefined).toBe(fine)
    expect(checkBaseUrl(spotBaseUrl, 'account.add').ok).toBe(fine)
  })

  it('refuses what is longer than main accepts, and not one character earlier', () => {
    const longest = { ...FORM, name: 'x'.repeat(ACCOUNT_LIMITS.name), apiKey: 'x'.repeat(ACCOUNT_LIMITS.apiKey) }
    expect([checkForm(longest), newAccountSchema.safeParse(longest).success]).toEqual([{}, true])
    const longer = { ...FORM, name: `${longest.name}x` }
    expect(checkForm(longer).name).toEqual(message('accounts.fault.tooLong', { most: 40 }))
    expect(newAccountSchema.safeParse(longer).success).toBe(false)
  })

  it('detects a key that was pasted with a line break', () => {
    expect(checkForm({ ...FORM, apiKey: 'ke\ny' }).apiKey?.code).toBe('accounts.fault.space')
  })
})
