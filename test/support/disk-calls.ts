/**
 * The calls to the disk, in order. Without cutting the power, this is the only way to see whether a file is durable.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/** Records calls from now until the test ends, as "write name", "sync name", "rename name". */
export function diskCalls(): readonly string[] {
  const calls: string[] = []
  const names = new Map<number, string>()
  const { open } = fs.promises
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
    vi.spyOn(fs.promises, 'open').mockImplementation(async (path, ...rest) => {
      const handle = await open(path, ...rest)
      const sync = handle.sync.bind(handle)
      return Object.assign(handle, {
        sync: async () => {
          calls.push(`sync ${basename(String(path))}`)
          await sync()
        },
      })
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
