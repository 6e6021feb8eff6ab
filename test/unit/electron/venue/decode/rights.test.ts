import { describe, expect, it } from 'vitest'
import { decodeOwner, decodeRights } from '#electron/venue/decode/rights.ts'
import { parseJson } from '#electron/venue/json/reader.ts'

const read = (reply: unknown) => {
  const parsed = parseJson(Buffer.from(JSON.stringify(reply)))
  if (!parsed.ok) throw new Error(parsed.error.code)
  return parsed.value
}
const ownerOf = (reply: unknown) => decodeRights(read(reply))?.uid ?? null
const contractOwnerOf = (...positions: object[]) =>
  decodeOwner(read({ account: [{ positionVos: null }, { positionVos: [{ positions }] }] }))?.uid ?? null

describe('whose key it is', () => {
  it.each([
    ['its own number', { uid: 35_674, balances: [] }, '35674'],
    ['the number in the first balance that has one', { balances: [{ asset: 'BTC' }, { uid: '1047000' }] }, '1047000'],
    ['none', { balances: [{ asset: 'BTC' }] }, null],
    ['zero', { uid: 0, balances: [{ uid: '0' }] }, null],
    ['a number that is none', { uid: 'me', balances: [{ uid: -4 }, { uid: 1.5 }, { uid: null }] }, null],
    ['a list of balances that is none', { balances: 'none' }, null],
  ])('is told by a Spot account with %s', (_what, reply, uid) => expect(ownerOf(reply)).toBe(uid))

  it('is told by a position of a contract account, or not at all', () => {
    expect(contractOwnerOf({ id: 1 }, { id: 2, uid: 10_099 })).toBe('10099')
    expect(contractOwnerOf()).toBeNull()
    expect(decodeOwner(read([]))).toBeNull()
  })
})
