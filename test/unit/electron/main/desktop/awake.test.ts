import { expect, it } from 'vitest'
import { keepAwake } from '#electron/main/desktop/awake.ts'

type Known = Parameters<ReturnType<typeof keepAwake>>[0]

/** What was asked of the system, push by push. */
function asked(platform: NodeJS.Platform, pushes: readonly (readonly [account: boolean, states: string[] | null])[]) {
  const calls: string[] = []
  const tell = keepAwake({ start: () => calls.push('start'), stop: () => calls.push('stop') > 0 }, platform)
  return pushes.map(([isOpen, states]) => {
    const intents = states?.map((state) => ({ state }))
    const parts = { desk: { data: intents ? { intents } : null } }
    tell({ account: isOpen ? {} : null, parts } as unknown as Known)
    return calls.splice(0).join()
  })
}

it('keeps the system awake while a plan runs, and no longer', () => {
  const pushes = [
    [true, []],
    [true, ['running', 'done']],
    [true, ['running', 'running']],
    [true, ['done']],
    [true, ['running']],
    [false, null],
  ] as const
  expect(asked('linux', pushes as never)).toEqual(['', 'start', '', 'stop', 'start', 'stop'])
})

it('does so on macOS as long as an account is open', () => {
  expect(
    asked('darwin', [
      [false, null],
      [true, []],
      [true, ['running']],
      [true, ['done']],
      [false, null],
    ]),
  ).toEqual(['', 'start', '', '', 'stop'])
})
