import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { DEFAULT_RULE, RULES } from '#shared/risk/account/margin-rule.ts'
import { isHeld, modelPosition, usable } from '#shared/risk/account/position-model.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'

const btc = contract('BTC', 'USDT')
const onMark = DEFAULT_RULE
const onEntry = RULES.find(({ withFee, basis }) => withFee && basis === 'entry')!
const noFee = RULES.find(({ withFee, basis }) => !withFee && basis === 'mark')!
/** 1 BTC entered at 100 with a mark of 110; κ = 0.006. */
const held = position(btc, { volume: 100, averagePrice: 100 })
const at110 = (rule = onMark, terms = held) => modelPosition(terms, btc, decimal(110), rule)

describe('a modelled position', () => {
  it('requires κ of its value at the mark, which grows with the mark, or at the entry, which does not', () => {
    const [mark, entry] = [at110(onMark), at110(onEntry)]
    expect([mark, entry].map(({ requirement }) => toText(requirement!))).toEqual(['0.66', '0.6'])
    expect([mark, entry].map(({ requirementSlope }) => toText(requirementSlope!))).toEqual(['0.006', '0'])
    expect(toText(mark.priced!.unrealized)).toBe('10')
    expect([mark.reason, entry.reason]).toEqual([null, null])
  })

  it.each([
    ['maintenanceRate', null],
    ['maintenanceRate', -1],
    ['maxFeeRate', null],
    ['maxFeeRate', '-0.001'],
  ])('has a value but no requirement where %s is %s', (field, rate) => {
    const { priced, kappa, requirement, requirementSlope, reason } = at110(
      onMark,
      position(btc, { ...held, [field]: rate }),
    )
    expect(toText(priced!.value)).toBe('110')
    expect([kappa, requirement, requirementSlope]).toEqual([null, null, null])
    expect(reason).toEqual(message('figure.noRates'))
    const entry = at110(onEntry, position(btc, { ...held, [field]: rate }))
    expect([entry.requirement, entry.requirementSlope]).toEqual([null, null])
  })

  it('may have zero rates, and a fee that its rule does not use', () => {
    const free = at110(onMark, position(btc, { ...held, maintenanceRate: 0, maxFeeRate: 0 }))
    expect([free.kappa, free.requirement].map((amount) => toText(amount!))).toEqual(['0', '0'])
    const unused = at110(noFee, position(btc, { ...held, maxFeeRate: null }))
    expect(toText(unused.kappa!)).toBe('0.005')
  })

  it.each([
    [{}, null, message('figure.noMark')],
    [{ volume: 0 }, 110, message('figure.noSize')],
    [{ averagePrice: 0 }, 110, message('figure.noEntry')],
    [{ averagePrice: null, openPrice: 100 }, 110, message('figure.noEntry')],
    [{ marginCoin: '?' }, 110, message('figure.noMarginCoin')],
    [{ marginCoin: 'BTC' }, 110, message('figure.otherMargin', { margin: 'BTC', profit: 'USDT' })],
  ])('that is %j at the mark %s cannot be valued: %s', (terms, mark, reason) => {
    const model = modelPosition({ ...held, ...position(btc, terms) }, btc, mark === null ? null : decimal(mark))
    expect(model).toMatchObject({ priced: null, requirement: null, reason })
  })

  it.each([
    [{ multiplier: null }, message('figure.noFaceValue')],
    [{ multiplier: 0 }, message('figure.noSize')],
    [{ kind: 'test' as const }, message('figure.testContract')],
    [{ kind: 'mixed' as const }, message('figure.notPlain')],
    [{ kind: 'unlisted' as const }, message('figure.unlisted')],
  ])('of a contract that is %j cannot be valued: %s', (terms, reason) => {
    expect(modelPosition(held, contract('BTC', 'USDT', terms), decimal(110))).toMatchObject({ priced: null, reason })
    expect(modelPosition(held, null, decimal(110)).reason).toEqual(message('figure.unlisted'))
  })
})

it('an amount is usable from 1e-30 to 1e30', () => {
  const amounts = ['1e-30', '1', '9e29', '1e30']
  expect(amounts.filter((amount) => usable(decimal(amount)))).toEqual(amounts)
  const absurd = ['0', '-1', '9e-31', '1.1e30', '1e31']
  expect(absurd.filter((amount) => usable(decimal(amount)))).toEqual([])
  expect(usable(null)).toBe(false)
})

it('an empty row is not held, nor is a test contract, recognized by its kind or, if unknown, by its name', () => {
  const of = (listed: typeof btc | null, name = 'E-BTC-USDT', volume = 1) =>
    isHeld({ position: position(contract('BTC', 'USDT', { name }), { volume }), contract: listed })
  expect([of(btc), of(null), of(btc, 'E-BTC-USDT', 0)]).toEqual([true, true, false])
  const test = contract('BTC', 'USDT', { kind: 'test' })
  expect([of(test), of(null, 'S-BTC-USDT'), of(btc, 'S-BTC-USDT')]).toEqual([false, false, true])
})
