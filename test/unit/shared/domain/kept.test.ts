import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import type { Position } from '#shared/domain/account.ts'
import { isConfirmed, keepHidden, type EarlierList } from '#shared/domain/kept.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import { balance, contract, position } from '#test/support/portfolio-fixtures.ts'

const LINK = position(contract('LINK', 'USDT'))
const BTC = position(contract('BTC', 'USDT'))
const entry = (about: Partial<Quarantined> = {}): Quarantined => ({
  path: 'account[0]',
  reason: message('expected.missing'),
  ...about,
})
const before = { rows: [LINK, BTC], readAt: 100 }

const keptOf = (now: readonly (typeof LINK)[], hidden: readonly Quarantined[], known: EarlierList<Position> = before) =>
  keepHidden('positions', now, known, hidden)
    .filter((row) => !isConfirmed(row))
    .map(({ contract: name, keptFrom }) => [name, keptFrom])

describe('a row that the newest reply may hide', () => {
  it.each<readonly [string, Partial<Quarantined>, readonly string[]]>([
    ['of its contract, however it is spelled', { contract: 'e_link_usdt' }, ['E-LINK-USDT']],
    ['of another contract', { contract: 'E-ETH-USDT' }, []],
    ['of its coin', { coin: 'USDT' }, ['E-LINK-USDT']],
    ['of another coin', { coin: 'BTC' }, []],
    ['of its margin mode and side', { marginMode: 'cross', side: 'long' }, ['E-LINK-USDT']],
    ['of the other margin mode', { marginMode: 'isolated' }, []],
    ['of the other side', { side: 'short' }, []],
    ['of which nothing is known', {}, ['E-LINK-USDT']],
  ])('is kept when an entry is %s', (_, about, expected) => {
    expect(keptOf([BTC], [entry(about)])).toEqual(expected.map((name) => [name, 100]))
  })

  it('is dropped once a complete reply does not list it, and is never kept beside its own row', () => {
    expect(keepHidden('positions', [BTC], before, [])).toEqual([BTC])
    expect(keptOf([LINK, BTC], [entry()])).toEqual([])
    expect(keptOf([LINK], [entry()], { rows: null, readAt: 0 })).toEqual([])
  })

  it('keeps the age of its own read, however often it is kept', () => {
    const once = keepHidden('positions', [BTC], before, [entry()])
    expect(keptOf([BTC], [entry()], { rows: [...once], readAt: 900 })).toEqual([['E-LINK-USDT', 100]])
  })

  it('may be a balance too', () => {
    const rows = [balance('BTC', 1), balance('USDT', 2)]
    const kept = keepHidden('balances', [balance('USDT', 3)], { rows, readAt: 5 }, [entry({ coin: 'BTC' })])
    expect(kept.map(({ asset, keptFrom }) => [asset, keptFrom])).toEqual([
      ['USDT', undefined],
      ['BTC', 5],
    ])
  })
})
