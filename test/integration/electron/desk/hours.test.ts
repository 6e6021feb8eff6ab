import { expect, it } from 'vitest'
import { growth, hours } from '#test/soak/hours/hours.ts'
import { foundLines } from '#test/soak/words.ts'

const MIB = 1024 * 1024

it('a session reports the truth while the venue garbles something else every minute', async () => {
  const { found, minutes, intents } = await hours({ minutes: 3, seed: 7 })
  expect(found.flatMap(({ minute, ...one }) => foundLines({ seed: 7, number: minute, ...one }))).toEqual([])
  expect(minutes).toBe(3)
  expect(intents).toBeGreaterThan(2)
})

it('memory counts as flat when it stops growing after the first half', () => {
  const done = { minutes: 0, intents: 0, requests: 0, mutations: 0, found: [], seconds: 0 }
  const grown = (...mib: readonly number[]): number | null => growth({ ...done, heaps: mib.map((each) => each * MIB) })
  expect([grown(), grown(100), grown(20, 90, 100, 110)]).toEqual([null, null, null])
  expect(grown(20, 90, 100, 117)).toBe(17 * MIB)
})
