import { describe, expect, it } from 'vitest'
import { placesOf } from '#electron/main/accounts/key-places.ts'

const HERE = { spotBaseUrl: 'https://api.example/v1', contractBaseUrl: 'https://fapi.example' }

describe('the places of a key', () => {
  it.each([
    { ...HERE, spotBaseUrl: 'https://API.example:443/v1/' },
    { ...HERE, contractBaseUrl: 'https://fapi.example.//' },
  ])('are the same however they are spelled: %j', (addresses) => {
    expect(placesOf(addresses)).toBe(placesOf(HERE))
  })

  it.each([
    { ...HERE, spotBaseUrl: 'https://api.example/v2' },
    { ...HERE, spotBaseUrl: 'http://api.example/v1' },
    { ...HERE, spotBaseUrl: 'https://api.example:8443/v1' },
    { ...HERE, spotBaseUrl: 'https://api.examp1e/v1' },
    { ...HERE, contractBaseUrl: null },
    { spotBaseUrl: HERE.contractBaseUrl, contractBaseUrl: HERE.spotBaseUrl },
  ])('are others at another host, port, path or way there, and for another area: %j', (addresses) => {
    expect(placesOf(addresses)).not.toBe(placesOf(HERE))
  })
})
