import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loginItem } from '#electron/main/desktop/login-item.ts'

function open({
  exe = '/opt/Plimsoll/plimsoll',
  env = {},
  platform = 'linux',
}: { exe?: string; env?: NodeJS.ProcessEnv; platform?: NodeJS.Platform } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-login-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const setLoginItemSettings = vi.fn()
  const app = {
    getPath: (name: string) => (name === 'exe' ? exe : folder),
    getLoginItemSettings: () => ({ openAtLogin: true }),
    setLoginItemSettings,
  }
  const item = loginItem(app as never, { platform, env })
  const entry = (): string => readFileSync(join(folder, 'autostart', 'plimsoll.desktop'), 'utf8')
  return { item, entry, folder, setLoginItemSettings }
}

it('is an entry of the autostart folder on Linux, minimized and removable', () => {
  const { item, entry } = open()
  expect(item.isOn()).toBe(false)
  expect(item.set(true)).toEqual({ ok: true, value: null })
  expect(item.isOn()).toBe(true)
  expect(entry()).toContain('Exec="/opt/Plimsoll/plimsoll" --minimized\n')
  item.set(false)
  expect(item.isOn()).toBe(false)
})

it('starts the AppImage, not the folder into which it is unpacked', () => {
  const { item, entry } = open({ env: { APPIMAGE: '/home/of/Plimsoll 1.AppImage' }, exe: '/tmp/.mount_x/plimsoll' })
  item.set(true)
  expect(entry()).toContain('Exec="/home/of/Plimsoll 1.AppImage" --minimized\n')
})

it('quotes a path so that nothing in it acts as a command or a field', () => {
  const { item, entry } = open({ exe: '/odd/100% "$(x)`\\' })
  item.set(true)
  expect(entry()).toContain('Exec="/odd/100%% \\\\"\\\\$(x)\\\\`\\\\\\\\" --minimized\n')
})

it('says why it could not be set', () => {
  const { item, folder } = open()
  writeFileSync(join(folder, 'autostart'), 'a file where the folder should be')
  expect(item.set(true)).toMatchObject({ ok: false })
})

it('is a setting of the system elsewhere', () => {
  const { item, setLoginItemSettings } = open({ platform: 'win32' })
  expect(item.isOn()).toBe(true)
  item.set(false)
  expect(setLoginItemSettings).toHaveBeenCalledWith({ openAtLogin: false, args: ['--minimized'] })
})
