import { expect, it } from 'vitest'
import { settleBeforeReady } from '#electron/main/lifecycle/before-ready.ts'

function started(isPackaged: boolean, given: readonly string[]) {
  const switches = new Set(given)
  const paths = new Map([['userData', '/home/ann/.config/Plimsoll']])
  settleBeforeReady({
    isPackaged,
    commandLine: {
      hasSwitch: (name: string) => switches.has(name),
      removeSwitch: (name: string) => void switches.delete(name),
    },
    getPath: (name: string) => paths.get(name) ?? '',
    setPath: (name: string, path: string) => void paths.set(name, path),
  } as unknown as Parameters<typeof settleBeforeReady>[0])
  return { switches: [...switches], userData: paths.get('userData') }
}

it('lets no other program steer a packaged Plimsoll', () => {
  const given = ['remote-debugging-port', 'inspect', 'inspect-brk', 'remote-debugging-pipe', 'lang']
  expect(started(true, given)).toEqual({ switches: ['lang'], userData: '/home/ann/.config/Plimsoll' })
})

it('gives a run from source a folder of its own, unless it was told one', () => {
  expect(started(false, ['inspect'])).toEqual({ switches: ['inspect'], userData: '/home/ann/.config/Plimsoll-source' })
  expect(started(false, ['user-data-dir']).userData).toBe('/home/ann/.config/Plimsoll')
})
