import { expect, it } from 'vitest'
import { settleBeforeReady } from '#electron/main/lifecycle/before-ready.ts'

function started(isPackaged: boolean, given: readonly string[], updateHost: string | null = null) {
  const switches = new Map(given.map((name) => [name, '']))
  const paths = new Map([['userData', '/home/ann/.config/Plimsoll']])
  settleBeforeReady(
    {
      isPackaged,
      commandLine: {
        appendSwitch: (name: string, value: string) => void switches.set(name, value),
        hasSwitch: (name: string) => switches.has(name),
        removeSwitch: (name: string) => void switches.delete(name),
      },
      getPath: (name: string) => paths.get(name) ?? '',
      setPath: (name: string, path: string) => void paths.set(name, path),
    } as unknown as Parameters<typeof settleBeforeReady>[0],
    updateHost,
  )
  const network = switches.get('host-resolver-rules')
  switches.delete('host-resolver-rules')
  return { network, switches: [...switches.keys()], userData: paths.get('userData') }
}

it('lets no other program control a packaged Plimsoll', () => {
  const node = ['inspect', 'inspect-brk', 'inspect-brk-node', 'inspect-wait', 'inspect-port', 'inspect-publish-uid']
  const page = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'js-flags']
  expect(started(true, [...node, ...page, 'lang'])).toMatchObject({
    switches: ['lang'],
    userData: '/home/ann/.config/Plimsoll',
  })
})

it('gives a run from source its own folder, unless one is given', () => {
  expect(started(false, ['inspect'])).toMatchObject({
    switches: ['inspect'],
    userData: '/home/ann/.config/Plimsoll-source',
  })
  expect(started(false, ['user-data-dir']).userData).toBe('/home/ann/.config/Plimsoll')
})

it.each([true, false])(
  'lets Chromium reach no host except the one for updates, whatever the command line says: %s',
  (isPackaged) => {
    expect(started(isPackaged, ['host-resolver-rules']).network).toBe('MAP * ~NOTFOUND')
    expect(started(isPackaged, [], 'updates.example').network).toBe('MAP * ~NOTFOUND, EXCLUDE updates.example')
  },
)
