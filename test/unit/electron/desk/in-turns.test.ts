import { expect, it } from 'vitest'
import { createTurns } from '#electron/desk/in-turns.ts'

/** Lets everything continue that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

it.each([1, 2, 3])('%d tasks run at a time, in the order of their requests', async (count) => {
  const inTurn = createTurns(count)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const task = (name: number) =>
    inTurn(
      () =>
        new Promise((resolve) => {
          begun.push(name)
          ends.push(resolve)
        }),
    )
  const all = [0, 1, 2, 3, 4].map(task)
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, count))
  for (let at = 0; at < 5; at++) {
    ends[at]!()
    await settle()
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, count + at + 1))
  }
  await Promise.all(all)
  // All turns are free again.
  const more = [5, 6, 7, 8].map(task)
  await settle()
  expect(begun.slice(5)).toEqual([5, 6, 7, 8].slice(0, count))
  for (let at = 5; at < 9; at++) {
    ends[at]!()
    await settle()
  }
  await Promise.all(more)
})

it('a task that fails leaves its turn to the next', async () => {
  const inTurn = createTurns(1)
  const failing = inTurn(() => Promise.reject(new Error('a fault')))
  let isRun = false
  const next = inTurn(async () => void (isRun = true))
  await expect(failing).rejects.toThrow('a fault')
  await next
  expect(isRun).toBe(true)
})
