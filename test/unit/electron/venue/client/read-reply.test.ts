import type { Message } from '#shared/domain/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import { readReply } from '#electron/venue/client/read-reply.ts'
import { encode } from '#shared/domain/decimal.ts'
import { READING_NAMES, VENUE_FIXTURES, readAs, readingOf } from '#test/support/venue-fixtures.ts'

/** A reading with each message replaced by its text. */
function inWords(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (isSaid(part) ? inEnglish(part) : part))
}

function isSaid(part: unknown): part is Message {
  return typeof part === 'object' && part !== null && 'facts' in part
}

describe('a reply', () => {
  it.each(VENUE_FIXTURES)('$name is read to the last digit, and loses only its bad entries', ({ name, ...asked }) => {
    const reply = readAs(asked.endpoint, asked.text)
    if (reply.kind !== 'value') throw new Error(JSON.stringify(reply))
    const { value, quarantined } = readingOf(name)
    expect(inWords(encode(reply.value as unknown))).toStrictEqual(value)
    expect(reply.quarantined.map(({ path, reason }) => [path, inEnglish(reason)])).toEqual(quarantined)
  })

  it('has a fixture for every endpoint, and every fixture has a reading', () => {
    expect(READING_NAMES).toEqual(VENUE_FIXTURES.map(({ name }) => name))
    const covered = new Set(VENUE_FIXTURES.map(({ endpoint }) => endpoint))
    expect(ENDPOINT_NAMES.filter((endpoint) => !covered.has(endpoint))).toEqual([])
  })

  it.each(['spot.order', 'contract.order', 'spot.cancelOrder', 'contract.cancelOrder'] as const)(
    'of %s about another order than requested is not trusted',
    (endpoint) => {
      const text = '{"orderId":"99","symbol":"SOLUSDT","side":"BUY","origQty":1,"executedQty":0,"status":"CANCELED"}'
      const reply = readAs(endpoint, text)
      expect(reply).toMatchObject({ kind: 'unreadable', problem: { facts: { problem: { facts: { was: '99' } } } } })
    },
  )

  it('with the account gives one position per contract, margin mode and side, over all its lists', () => {
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
    const reply = readReply('contract.account', {}, Buffer.from(text))
    if (reply.kind !== 'value') throw new Error(reply.kind)
    expect(reply.value.positions.map(({ id }) => id)).toEqual(['1', '2'])
    expect(reply.quarantined.map(({ reason }) => reason)).toContainEqual(
      message('expected.repeats', { key: 'E-ETH-USDT:cross:long' }),
    )
  })

  const LISTS = ENDPOINT_NAMES.filter((name) => /pairs|contracts|[tT]rades|klines|openOrders|History/.test(name))
  it.each(LISTS)('of %s that is no list is not read as an empty one', (endpoint) => {
    for (const text of [
      'null',
      '7',
      '"x"',
      '',
      '{}',
      '{"code":"0","msg":"ok"}',
      '{"code":"0","data":{}}',
      '{"list":7}',
    ]) {
      expect([text, readAs(endpoint, text).kind]).toEqual([text, 'unreadable'])
    }
  })

  it.each(LISTS)('of %s that says "all well" without content is an empty list', (endpoint) => {
    const reply = readAs(endpoint, '{"code":"0","msg":"成功","data":null,"succ":true}')
    expect(reply).toEqual({ kind: 'value', value: [], quarantined: [] })
  })

  it.each(['spot.account', 'contract.account'] as const)('of %s without content is no empty account', (endpoint) => {
    for (const text of ['{"code":"0","msg":"ok","data":null}', '{"code":"0","data":{}}', '[]', '{"account":null}']) {
      expect([text, readAs(endpoint, text).kind]).toEqual([text, 'unreadable'])
    }
  })

  it.each([
    ['spot.batchOrders', '{}'],
    ['spot.batchOrders', '{"ids":null,"idsString":null}'],
    ['spot.batchOrders', '{"ids":["1",null]}'],
    ['spot.batchOrders', '{"ids":["1","x"]}'],
    ['spot.batchOrders', '["1","2"]'],
    ['spot.batchOrders', '{"code":"0","data":null}'],
    ['spot.batchCancel', '["1","2"]'],
    ['contract.conditionOrder', '{"triggerIds":[]}'],
    ['contract.conditionOrder', '{"triggerIds":["1","2"]}'],
    ['contract.conditionOrder', '{"code":"0","data":null}'],
    ['contract.conditionOrder', '{"code":"0","data":"accepted"}'],
    ['contract.placeOrder', '{"code":"0","data":null}'],
    ['spot.cancelOrder', '{}'],
  ] as const)('of %s that is %s proves nothing', (endpoint, text) => {
    expect(readAs(endpoint, text).kind).toBe('unreadable')
  })

  it.each([
    ['{"code":-1121,"msg":"Invalid symbol."}', '-1121', 'Invalid symbol.'],
    ['{"code":"-1002","data":null,"msg":"…","msgData":null,"succ":false}', '-1002', '…'],
    ['{"code":"1","msg":null,"message":"fail"}', '1', 'fail'],
    ['{"code":"-1000"}', '-1000', ''],
  ])('%s is an error of the venue', (text, code, message) => {
    expect(readReply('spot.account', {}, Buffer.from(text))).toEqual({ kind: 'error', error: { code, message } })
  })
})
