import { verbatim } from '#shared/words/message.ts'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { BY_HAND, useWhatIfStore } from '../../../../../renderer/src/app/stores/what-if.ts'

beforeEach(() => setActivePinia(createPinia()))

const moves = { named: { BTC: -0.2 }, others: -0.3 }
const scenario = { id: 'x', name: verbatim('X'), about: verbatim(''), close: moves, low: moves }

describe('a simulation', () => {
  it('is empty at first, and empty again after going back', () => {
    const whatIf = useWhatIfStore()
    expect(whatIf.isSimulation).toBe(false)
    whatIf.leavePosition('p', true)
    whatIf.choose(scenario)
    expect([whatIf.isSimulation, whatIf.isWithout]).toEqual([true, true])
    whatIf.backToLive()
    expect([whatIf.isSimulation, whatIf.leftPositions.size, whatIf.scenario]).toEqual([false, 0, null])
  })

  it('continues by hand from the end of a scenario', () => {
    const whatIf = useWhatIfStore()
    whatIf.choose(scenario)
    whatIf.move('ETH', 0.1)
    expect(whatIf.scenario?.id).toBe(BY_HAND)
    expect(whatIf.moves).toEqual({ named: { BTC: -0.2, ETH: 0.1 }, others: -0.3 })
    whatIf.move(null, 0)
    expect(whatIf.moves.others).toBe(0)
  })

  it('is live again once every move is zero', () => {
    const whatIf = useWhatIfStore()
    whatIf.move('BTC', -0.1)
    whatIf.move('BTC', 0)
    expect(whatIf.isSimulation).toBe(false)
  })

  it('never keeps positions that no longer exist', () => {
    const whatIf = useWhatIfStore()
    whatIf.leavePosition('a', true)
    whatIf.leavePosition('b', true)
    whatIf.leaveOrder('1', true)
    whatIf.keepOnly(new Set(['b', 'c']), new Set())
    expect([[...whatIf.leftPositions], [...whatIf.leftOrders]]).toEqual([['b'], []])
    whatIf.leavePosition('b', false)
    expect(whatIf.isSimulation).toBe(false)
  })
})
