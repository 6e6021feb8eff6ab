import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EndpointName, Params } from '#electron/venue/client.ts'
import { readReply } from '#electron/venue/reply.ts'
import { encode } from '#shared/domain/decimal.ts'
import { PARAMS, QUARANTINES, READINGS } from './readings.ts'

const FIXTURES = new URL('../../../fixtures/venue/', import.meta.url)
const fixture = (name: string): string => readFileSync(new URL(`${name}.json`, FIXTURES), 'utf8')

/** What a fixture, named endpoint.shape, is read as: amounts as text. */
function read(name: string): { value: unknown; quarantined: readonly { path: string; reason: string }[] } {
  const endpoint = name.split('.').slice(0, 2).join('.') as EndpointName
  const reply = readReply(endpoint, PARAMS[endpoint] as Params<EndpointName>, fixture(name))
  if (reply.kind !== 'value') throw new Error(JSON.stringify(reply))
  return { value: encode(reply.value as unknown), quarantined: reply.quarantined }
}

describe('a reply', () => {
  it.each(READINGS)('%s is read', (name, value) => {
    expect(read(name).value).toEqual(value)
  })

  it.each(QUARANTINES)('%s loses only its bad entries, with path and reason', (name, left) => {
    const told = read(name).quarantined.map(({ path, reason }) => [path.replace('depth.', ''), reason])
    expect(told).toEqual(left)
  })

  it('is covered by a reading for every fixture', () => {
    const names = readdirSync(FIXTURES).map((file) => file.replace(/\.json$/, ''))
    expect(READINGS.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  })

  it.each(['spot.order', 'contract.order', 'spot.cancelOrder', 'contract.cancelOrder'] as const)(
    'of %s about another order than the one asked for is not believed',
    (endpoint) => {
      const text = '{"orderId":"99","symbol":"SOLUSDT","side":"BUY","origQty":1,"executedQty":0,"status":"CANCELED"}'
      const reply = readReply(endpoint, PARAMS[endpoint] as Params<typeof endpoint>, text)
      expect(reply).toMatchObject({ kind: 'unreadable', problem: expect.stringContaining('was 99') as unknown })
    },
  )

  it('of the account tells one position per contract, margin mode and side, over all its lists', () => {
    const position = (id: number, side: string) => ({
      ...{
        id,
        side,
        positionType: 1,
        volume: 2,
        openPrice: 1,
        avgPrice: 1,
        leverageLevel: 5,
        holdAmount: 1,
        freezeLock: 0,
      },
      ...{ pendingCloseVolume: 0, realizedAmount: 0 },
    })
    const contract = (...positions: unknown[]) => ({ contractName: 'E-ETH-USDT', positions })
    const positionVos = [contract(position(1, 'BUY')), contract(position(2, 'SELL'), position(3, 'BUY'))]
    const text = JSON.stringify({ account: [{ marginCoin: 'USDT', positionVos }] })
    const reply = readReply('contract.account', {}, text)
    if (reply.kind !== 'value') throw new Error(reply.kind)
    expect(reply.value.positions.map(({ id }) => id)).toEqual(['1', '2'])
    expect(reply.quarantined.map(({ reason }) => reason)).toContain('repeats E-ETH-USDT:cross:long')
  })

  it.each(['null', '7', '"x"', '', '{}', '{"code":"0","msg":"ok"}'])('%j is no list of open orders', (text) => {
    expect(readReply('contract.openOrders', { contract: 'E-ETH-USDT' }, text).kind).toBe('unreadable')
  })

  it.each([
    ['{"code":-1121,"msg":"Invalid symbol."}', '-1121', 'Invalid symbol.'],
    ['{"code":"-1002","data":null,"msg":"…","msgData":null,"succ":false}', '-1002', '…'],
    ['{"code":"1","msg":null,"message":"fail"}', '1', 'fail'],
    ['{"code":"-1000"}', '-1000', ''],
  ])('%s is an error of the venue', (text, code, message) => {
    expect(readReply('spot.account', {}, text)).toEqual({ kind: 'error', error: { code, message } })
  })
})
