import { describe, expect, it } from 'vitest'
import { limitsWarning } from '#shared/desk/compile/known.ts'
import { grouped, worstFirst } from '#shared/desk/estimate/warning-order.ts'
import { unlistedContract } from '#shared/domain/instrument.ts'
import { message } from '#shared/words/message.ts'

const WHY = message('figure.noSize')

describe('the warnings of a plan', () => {
  it('names all contracts with unread limits in one warning, and each reason once', () => {
    const contracts = ['A', 'B'].map((name) => {
      return {
        ...unlistedContract(name, 'USDT'),
        kind: 'perpetual',
        gaps: [{ field: 'multiplier', reason: WHY }],
      } as const
    })
    expect(grouped(contracts.flatMap(limitsWarning))).toEqual([
      message('plan.limitsUnread', { names: ['A', 'B'], why: [WHY] }),
    ])
  })

  it('names all unlisted contracts in one warning, and puts the worst first', () => {
    const unlisted = ['A', 'B'].flatMap((name) => limitsWarning(unlistedContract(name, 'USDT')))
    const blind = message('plan.blind.contract')
    expect(worstFirst([...unlisted, blind])).toEqual([blind, message('plan.unlisted', { names: ['A', 'B'] })])
  })
})
