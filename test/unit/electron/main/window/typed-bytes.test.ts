import { expect, it } from 'vitest'
import { useTyped } from '#electron/main/window/typed-bytes.ts'

const typed = (): number[] => [...new TextEncoder().encode('correct horse')]

it.each([
  ['accepts them', () => Promise.resolve(null)],
  ['refuses them', () => Promise.reject(new Error('refused'))],
  [
    'fails at once',
    () => {
      throw new Error('at once')
    },
  ],
] as const)('what was typed is whole while it is used, and wiped when that %s', async (_how, end) => {
  const given = typed()
  let used: Uint8Array = new Uint8Array()
  let seen: readonly number[] = []
  await useTyped(given, (bytes) => {
    used = bytes
    seen = [...bytes]
    return end()
  }).catch(() => undefined)
  expect(seen).toEqual(typed())
  expect([...used]).toEqual(typed().map(() => 0))
  expect(given).toEqual(typed().map(() => 0))
})

it('anything but a list of bytes is nothing typed', async () => {
  for (const given of [null, 'text', { 0: 1 }, undefined])
    expect(await useTyped(given, (bytes) => Promise.resolve(bytes.length))).toBe(0)
})
