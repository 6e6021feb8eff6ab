import { describe, expect, it } from 'vitest'
import { readFaultList, readFaults } from '#electron/simulator/testing/fault-input.ts'
import { FAULT_SCRIPTS, scripted } from '#electron/simulator/testing/fault-scripts.ts'
import type { FaultScript } from '#electron/simulator/testing/fault-scripts.ts'
import { FAULT_KINDS, Faults } from '#electron/simulator/testing/faults.ts'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'

describe('pending faults', () => {
  const faults = () => new Faults(seededRandom(1))

  it('match an endpoint, an area, or everything', () => {
    const waiting = faults()
    waiting.inject({ match: 'spot.*', kind: 'stall' })
    waiting.inject({ match: 'contract.newOrder', kind: 'delay' })
    waiting.inject({ match: '*', kind: 'truncate' })
    const met = ['contract.newOrder', 'spot.order', null, 'spot.order'].map((name) => waiting.take(name)?.fault.kind)
    expect(met).toEqual(['delay', 'stall', 'truncate', undefined])
  })

  it('match the requests of one API key only', () => {
    const waiting = faults()
    waiting.inject({ match: '*', kind: 'stall', apiKey: 'a' })
    expect([waiting.take('spot.ping'), waiting.take('spot.order', 'b')]).toEqual([null, null])
    expect(waiting.take('spot.order', 'a')?.fault.kind).toBe('stall')
  })

  it('occur by chance, the same for the same seed, and forever if configured', () => {
    const draw = (seed: number) => {
      const waiting = new Faults(seededRandom(seed))
      waiting.inject({ match: '*', kind: 'stall', chance: 0.2, times: Infinity })
      return Array.from({ length: 5000 }, () => (waiting.take('spot.ping') ? 1 : 0))
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    const share = draw(7).filter(Boolean).length / 5000
    expect(share).toBeGreaterThan(0.18)
    expect(share).toBeLessThan(0.22)
  })

  it('pass a request to the next fault when their chance does not occur', () => {
    const waiting = faults()
    waiting.inject({ match: '*', kind: 'stall', chance: 1e-9, times: Infinity })
    waiting.inject({ match: '*', kind: 'delay' })
    expect([waiting.take('a')?.fault.kind, waiting.take('a')]).toEqual(['delay', null])
    waiting.clear()
    expect(waiting.waiting).toEqual([])
  })
})

describe('scripts', () => {
  const ids = Object.keys(FAULT_SCRIPTS) as FaultScript[]

  it('are F1 to F34 and F37', () => {
    expect(ids).toEqual([...Array.from({ length: 34 }, (_, at) => `F${at + 1}`), 'F37'])
  })

  it.each(ids)('%s injects a fault, or says who is responsible instead', (id) => {
    const faults = scripted(id, 'spot.newOrder')
    if (typeof faults === 'string') {
      expect(faults).toMatch(/^F\d+ is not the venue's to cause: ./)
      return
    }
    expect(faults.length).toBeGreaterThan(0)
    for (const { match, kind } of faults) expect([match, FAULT_KINDS.includes(kind)]).toEqual(['spot.newOrder', true])
  })

  it('use every kind', () => {
    const injected = ids.map((id) => scripted(id, '*')).filter((faults) => typeof faults !== 'string')
    const used = new Set(injected.flat().map(({ kind }) => kind))
    expect(FAULT_KINDS.filter((kind) => !used.has(kind))).toEqual([])
  })
})

describe('faults as JSON', () => {
  it('read one fault or a script, and its further options', () => {
    expect(readFaults({ kind: 'delay', ms: 5 })).toEqual({ ok: true, value: [{ match: '*', kind: 'delay', ms: 5 }] })
    const read = readFaults({ script: 'F2', match: 'spot.newOrder', chance: 0.5, times: 'always' })
    expect(read).toEqual({
      ok: true,
      value: [
        { kind: 'finWithoutReply', match: 'spot.newOrder', chance: 0.5, times: Infinity },
        { kind: '408Close', match: 'spot.newOrder', chance: 0.5, times: Infinity },
      ],
    })
  })

  it.each([
    [[], 'expected an object'],
    [{}, 'expected "kind" or "script"'],
    [{ kind: 'nonsense' }, 'expected kind to be one of 504NotExecuted'],
    [{ kind: 'delay', match: 'spot.nothing' }, 'expected match to be an endpoint'],
    [{ kind: 'delay', delay: 5 }, 'expected one of script, match, kind'],
    [{ kind: 'delay', ms: 1.5 }, 'expected ms to be whole milliseconds, was 1.5'],
    [{ kind: 'delay', times: 0 }, 'expected times to be'],
    [{ kind: 'delay', chance: 0 }, 'expected chance to be'],
    [{ kind: 'delay', chance: 1.1 }, 'expected chance to be'],
    [{ kind: 'redirect', status: 99 }, 'expected status to be'],
    [{ kind: 'delay', __proto__x: 1 }, 'expected one of script'],
    [{ script: 'F35' }, 'expected script to be one of F1'],
    [{ script: 'toString' }, 'expected script to be one of F1'],
    [{ script: 'F13' }, "F13 is not the venue's to cause: the name service of the host"],
    [{ script: 'F1', kind: 'delay' }, 'not both'],
  ])('%j is refused with a reason', (json, reason) => {
    const read = readFaults(json)
    expect(read.ok ? 'accepted' : read.error).toContain(reason)
  })
})

describe('faults in one argument', () => {
  it('are scripts and kinds, each for an endpoint or all', () => {
    const read = readFaultList('F1:contract.newOrder,stall:spot.*, F3')
    expect(read).toEqual({
      ok: true,
      value: [
        { kind: 'resetAfterRead', match: 'contract.newOrder' },
        { kind: 'stall', match: 'spot.*' },
        { kind: 'resetBeforeRead', match: '*' },
      ],
    })
  })

  it.each([
    ['F99', 'expected a fault from F1 to F34, F37 or a kind of fault, was F99'],
    ['', 'expected a fault from F1 to F34, F37 or a kind of fault, was '],
    ['F1:nowhere', 'expected match to be'],
    ['F12', "F12 is not the venue's"],
  ])('%s is refused', (text, reason) => {
    const read = readFaultList(text)
    expect(read.ok ? 'accepted' : read.error).toContain(reason)
  })
})
