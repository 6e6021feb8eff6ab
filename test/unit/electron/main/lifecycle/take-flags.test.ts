import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { takeFlags } from '#electron/main/lifecycle/take-flags.ts'

const { argv } = process
afterEach(() => {
  process.argv = argv
  vi.restoreAllMocks()
})

function start(...args: string[]) {
  process.argv = ['plimsoll', ...args]
  const setPath = vi.fn()
  const setAppUserModelId = vi.fn()
  const printed = vi.spyOn(console, 'log').mockReturnValue(undefined)
  const complained = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const ended: number[] = []
  const end = (code: number): never => {
    ended.push(code)
    throw new Error('the end')
  }
  const app = { isPackaged: true, getPath: () => '/home/of/plimsoll', setPath, setAppUserModelId }
  try {
    takeFlags(app, end)
  } catch {
    // The flag ended the process.
  }
  return { setPath, setAppUserModelId, printed, complained, ended }
}

it('gives a profile its own folder and its own lock', () => {
  expect(start('--profile', 'second').setPath).toHaveBeenCalledExactlyOnceWith(
    'userData',
    join('/home/of/plimsoll', 'profiles', 'second'),
  )
  expect(start().setPath).not.toHaveBeenCalled()
})

it('exits before anything is opened, after a flag that only prints or an unknown flag', () => {
  const asked = start('--version')
  expect([asked.ended, asked.printed.mock.calls.length]).toEqual([[0], 1])
  const wrong = start('--profile', '../other')
  expect([wrong.ended, wrong.complained.mock.calls.length, wrong.setPath.mock.calls]).toEqual([[2], 1, []])
})

it('tells Windows to which program its notifications belong', () => {
  expect(start().setAppUserModelId).toHaveBeenCalledExactlyOnceWith('app.plimsoll.desktop')
})
