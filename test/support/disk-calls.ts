/** What is asked of the disk, in order: whether a file is on it can not be seen otherwise without cutting the power. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/** Calls from now on, as "write name", "sync name", "rename name"; until the test ends. */
export function diskCalls(): readonly string[] {
  const calls: string[] = []
  const names = new Map<number, string>()
  const { openSync, writeSync, writeFileSync, fsyncSync, renameSync } = fs
  const spies = [
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
      const handle = openSync(path, ...rest)
      names.set(handle, basename(String(path)))
      return handle
    }),
    vi.spyOn(fs, 'writeSync').mockImplementation(((handle: number, ...rest: [Buffer]) => {
      calls.push(`write ${names.get(handle)}`)
      return writeSync(handle, ...rest)
    }) as typeof writeSync),
    vi.spyOn(fs, 'writeFileSync').mockImplementation((file, ...rest) => {
      calls.push(`write ${typeof file === 'number' ? names.get(file) : basename(String(file))}`)
      writeFileSync(file, ...rest)
    }),
    vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
      calls.push(`sync ${names.get(handle)}`)
      fsyncSync(handle)
    }),
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      calls.push(`rename ${basename(String(to))}`)
      renameSync(from, to)
    }),
  ]
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  })
  return calls
}
