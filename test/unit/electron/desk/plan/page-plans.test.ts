/** A page that keeps asking for plans must not delay the looks of an exit: its oldest reads are given up. */
import { expect, it } from 'vitest'
import type { Asker } from '#electron/desk/plan/shown-plans.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { CLOSE, deskBench } from '#test/support/desk-bench.ts'

const bench = deskBench()

/** Which of the reads for `askers`' plans are given up, when the account does not answer. */
async function givenUp(askers: readonly Asker[]): Promise<readonly boolean[]> {
  const wanted: (AbortSignal | undefined)[] = []
  const client = (wire: VenueClient): VenueClient => ({
    ...wire,
    call(endpoint, params, options) {
      if (endpoint !== 'contract.account') return wire.call(endpoint, params, options)
      wanted.push(options?.wanted)
      return new Promise<never>(() => undefined)
    },
  })
  const life = await bench.open(bench.small(), { client })
  for (const asker of askers) {
    void life.desk.preview(CLOSE, asker)
    await bench.clock.advance(10)
  }
  return wanted.map((signal) => signal?.aborted === true)
}

const page = (count: number): readonly Asker[] => Array.from({ length: count }, () => 'page')

it.each<[string, readonly Asker[], number]>([
  ['none of eight for a page', page(8), 0],
  ['the oldest of nine for a page', page(9), 1],
  ['the two oldest of ten for a page', page(10), 2],
  ['none for a box of main, however many a page asks for', ['main', ...page(8)], 0],
])('gives up %s', async (_, askers, count) => {
  expect(await givenUp(askers)).toEqual(askers.map((_each, at) => at < count))
})

it('drops the late reads of a plan that is made', async () => {
  const wanted: AbortSignal[] = []
  const client = (wire: VenueClient): VenueClient => ({
    ...wire,
    call(endpoint, params, options) {
      if (options?.wanted) wanted.push(options.wanted)
      return wire.call(endpoint, params, options)
    },
  })
  const life = await bench.open(bench.small(), { client })
  const asked = life.desk.preview(CLOSE)
  expect(wanted.some(({ aborted }) => aborted)).toBe(false)
  await bench.clock.advance(200)
  expect((await asked).kind).toBe('plan')
  expect(wanted.length > 0 && wanted.every(({ aborted }) => aborted)).toBe(true)
})
