import { describe, expect, it } from 'vitest'
import { checkForm } from '../../../../../renderer/src/views/welcome/form-check.ts'

const FORM = {
  name: 'Main',
  spotBaseUrl: 'https://spot.example',
  contractBaseUrl: 'https://contract.example/v1',
  apiKey: 'key',
  apiSecret: 'secret',
}

describe('checkForm', () => {
  it('finds nothing wrong with a whole form', () => {
    expect(checkForm(FORM)).toEqual({})
  })

  it('names every field that is missing', () => {
    const empty = { name: ' ', spotBaseUrl: '', contractBaseUrl: '', apiKey: '', apiSecret: '' }
    expect(Object.keys(checkForm(empty))).toEqual(Object.keys(FORM))
  })

  it.each([
    ['api.example.com', /Not an address/],
    ['http://api.example.com', /must begin with https/],
    ['ftp://api.example.com', /must begin with https/],
    ['https://me:secret@api.example.com', /user name/],
  ])('refuses the address %s', (spotBaseUrl, why) => {
    expect(checkForm({ ...FORM, spotBaseUrl }).spotBaseUrl).toMatch(why)
  })

  it.each(['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])(
    'lets plain http through to this computer itself: %s',
    (spotBaseUrl) => {
      expect(checkForm({ ...FORM, spotBaseUrl })).toEqual({})
    },
  )

  it('sees a key that was pasted with a line break', () => {
    expect(checkForm({ ...FORM, apiSecret: 'sec\nret' }).apiSecret).toMatch(/paste it again/)
  })
})
