/** Whatever a reply lists and hides: nothing that may exist is lost, and nothing unconfirmed looks confirmed. */
import { message } from '#shared/words/message.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Position } from '#shared/domain/account.ts'
import { isConfirmed, keepHidden, mayBePosition } from '#shared/domain/kept.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const BASES = ['BTC', 'ETH', 'LINK'] as const
const MODES = ['cross', 'isolated'] as const
const SIDES = ['long', 'short'] as const
const HELD: readonly Position[] = BASES.flatMap((base) =>
  MODES.flatMap((marginMode) => SIDES.map((side) => position(contract(base, 'USDT'), { marginMode, side }))),
)

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const entry: fc.Arbitrary<Quarantined> = fc
  .record({
    contract: maybe(['E-BTC-USDT', 'e_eth_usdt', 'E-NOPE-USDT']),
    coin: maybe(['USDT', 'BTC']),
    marginMode: maybe(MODES),
    side: maybe(SIDES),
  })
  .map((about) => ({
    ...{ path: 'account[0]', reason: message('expected.missing') },
    ...Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)),
  }))
const reply = fc.record({ listed: fc.subarray([...HELD]), hidden: fc.array(entry, { maxLength: 3 }) })

it('keeps each position exactly as long as something may hide it, with the age of its last good read', () => {
  fc.assert(
    fc.property(fc.array(reply, { minLength: 1, maxLength: 8 }), (replies) => {
      let rows: readonly Position[] = []
      const readAt = new Map<string, number>()
      replies.forEach(({ listed, hidden }, at) => {
        const before = rows
        rows = keepHidden('positions', listed, { rows: before, readAt: at - 1 }, hidden)
        const keys = listed.map(({ key }) => key)
        for (const key of keys) readAt.set(key, at)
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        expect(rows.filter(isConfirmed).map(({ key }) => key)).toEqual(keys)
        const wanted = before.filter(
          (held) => !keys.includes(held.key) && hidden.some((each) => mayBePosition(held, each)),
        )
        const kept = rows.filter((row) => !isConfirmed(row))
        expect(kept.map(({ key }) => key)).toEqual(wanted.map(({ key }) => key))
        expect(kept.map(({ keptFrom }) => keptFrom)).toEqual(wanted.map(({ key }) => readAt.get(key)))
      })
    }),
  )
})
