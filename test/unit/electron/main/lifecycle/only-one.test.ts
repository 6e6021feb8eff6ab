import { symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isOnlyOne } from '#electron/main/lifecycle/only-one.ts'
import { NO_TINY_DISK, tinyDisk } from '#test/support/tiny-disk.ts'

const app = (isLocked: boolean, folder: string) => ({
  requestSingleInstanceLock: () => isLocked,
  getPath: () => folder,
})

it('is the process that has the lock, whatever its folder is', () => {
  expect(isOnlyOne(app(true, '/nowhere'))).toBe(true)
})

describe.skipIf(NO_TINY_DISK !== null)(`when no lock can be taken (${NO_TINY_DISK ?? 'mounted'})`, () => {
  it.each([
    ['is the one in a folder that cannot be written', null, true],
    ['is the one after a start that is gone', `${hostname()}-999999999`, true],
    ['is not the one beside a start that runs', `${hostname()}-${process.pid}`, false],
    ['is not the one beside a start on another machine', 'elsewhere-7', false],
  ])('%s', (_, owner, isOne) => {
    const disk = tinyDisk(1)
    if (owner !== null) symlinkSync(owner, join(disk.path, 'SingletonLock'))
    expect(isOnlyOne(app(false, disk.path))).toBe(false)
    disk.setReadOnly(true)
    expect(isOnlyOne(app(false, disk.path))).toBe(isOne)
  })
})
