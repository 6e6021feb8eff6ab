import { describe, expect, it } from 'vitest'
import { helpText, readFlags } from '#electron/main/lifecycle/flags.ts'
import { inEnglish, sayIn } from '#shared/words/say.ts'

const fromSource = (...args: string[]) => readFlags(['-r', 'loader.cjs', '--inspect=0', '/app', ...args], false)
const packaged = (...args: string[]) => readFlags(args, true)
const why = (read: ReturnType<typeof readFlags>): string => (read.ok ? 'understood' : read.error.code)

describe.each([
  ['from source', fromSource],
  ['packaged', packaged],
])('flags, %s', (_name, read) => {
  it('are all off by default', () => {
    expect(read()).toEqual({
      ok: true,
      value: {
        ...{ version: false, help: false, profile: '', demo: false, smoke: false, minimized: false },
        size: null,
      },
    })
  })

  it('are accepted', () => {
    expect(read('--demo', '--minimized', '--profile', 'second', '--size=1280x800')).toMatchObject({
      value: { demo: true, minimized: true, profile: 'second', size: { width: 1280, height: 800 } },
    })
  })

  it.each([
    ['--minimised', 'desktop.flag.unknown'],
    ['-h', 'desktop.flag.unknown'],
    ['--demo=yes', 'desktop.flag.noValue'],
    ['--profile', 'desktop.flag.profile'],
    ['--profile=../other', 'desktop.flag.profile'],
    ['--profile=a b', 'desktop.flag.profile'],
    ['--profile=.', 'desktop.flag.profile'],
  ])('%s is not understood', (flag, code) => {
    expect(why(read(flag))).toBe(code)
  })
})

it('leaves Chromium its own switches in a package, and what the system adds', () => {
  expect(
    why(packaged('--no-sandbox', '--user-data-dir=/tmp/x', '--ozone-platform-hint=auto', '-psn_0_1', '--demo')),
  ).toBe('understood')
})

it("describes each in the trader's language", () => {
  expect(helpText(inEnglish)).toContain('--profile NAME')
  expect(helpText(sayIn('zh')).split('\n')).toHaveLength(7)
})
