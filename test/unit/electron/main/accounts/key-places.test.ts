import { describe, expect, it } from 'vitest'
import { placesOf } from '#electron/main/accounts/key-places.ts'
import { DEFAULT_DIALECT } from '#electron/venue/venue.ts'

const HERE = { name: 'Harbour', spotBaseUrl: 'https://api.example/v1', contractBaseUrl: 'https://fapi.example' }

describe('the places of a key', () => {
  it.each([
    { ...HERE, spotBaseUrl: 'https://API.example:443/v1/' },
    { ...HERE, contractBaseUrl: 'https://fapi.example.//' },
    { ...HERE, dialect: {} },
    { ...HERE, dialect: { signGetQuery: DEFAULT_DIALECT.signGetQuery, paths: {} } },
  ])('are the same in any spelling: %j', (addresses) => {
    expect(placesOf(addresses)).toBe(placesOf(HERE))
  })

  it.each([
    { ...HERE, spotBaseUrl: 'https://api.example/v2' },
    { ...HERE, spotBaseUrl: 'http://api.example/v1' },
    { ...HERE, spotBaseUrl: 'https://api.example:8443/v1' },
    { ...HERE, spotBaseUrl: 'https://api.examp1e/v1' },
    { ...HERE, contractBaseUrl: null },
    { ...HERE, name: 'Quay' },
    { ...HERE, isWatchOnly: true as const },
    { ...HERE, spotBaseUrl: HERE.contractBaseUrl, contractBaseUrl: HERE.spotBaseUrl },
    { ...HERE, dialect: { signGetQuery: !DEFAULT_DIALECT.signGetQuery } },
    { ...HERE, dialect: { paths: { 'spot.account': '/sapi/v1/withdraw' } } },
    { ...HERE, dialect: { headers: { 'X-Forwarded-Host': 'evil.example' } } },
  ])('differ by name, use, host, port, path, protocol, area or dialect: %j', (addresses) => {
    expect(placesOf(addresses)).not.toBe(placesOf(HERE))
  })
  it('have the same dialect in any order of its fields', () => {
    const paths = { 'spot.account': '/sapi/v1/a', 'spot.depth': '/sapi/v1/b' }
    const back = { 'spot.depth': '/sapi/v1/b', 'spot.account': '/sapi/v1/a' }
    expect(placesOf({ ...HERE, dialect: { symbolCase: 'upper', paths } })).toBe(
      placesOf({ ...HERE, dialect: { paths: back, symbolCase: 'upper' } }),
    )
  })
})
