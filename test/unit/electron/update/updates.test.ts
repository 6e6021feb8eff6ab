import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUpdates, type Updates } from '#electron/update/updates.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'
import {
  CURRENT,
  NEXT,
  PACKAGE,
  startUpdateFeed,
  STATEMENT_PATH,
  STRANGER,
  type UpdateFeed,
} from '#test/support/update-feed.ts'
import { sealed, statementsOn } from '../../../../build/package/sign-update.mjs'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const INSTALLED = { version: '0.9.10', platform: 'linux', arch: 'x64' }

let feed: UpdateFeed

beforeEach(async () => {
  feed = await startUpdateFeed()
})
afterEach(() => feed.close())

function open(change: Partial<Parameters<typeof createUpdates>[0]> = {}): Updates {
  const keys = [CURRENT.pem, NEXT.pem] as const
  const usual = {
    feed: feed.url,
    keys,
    installed: INSTALLED,
    installer: feed.updater(),
    isIdle: () => true,
    wall: () => NOW,
  }
  return createUpdates({ ...usual, ...change })
}

const why = <Value>(result: Result<Value, Message>): string => (result.ok ? 'ok' : result.error.code)

describe('an update', () => {
  it.each([
    ['the key in use', CURRENT],
    ['the key that follows it', NEXT],
  ])('is installed when it is signed with %s', async (_what, key) => {
    feed.release({}, key)
    const updates = open()
    expect(await updates.look()).toEqual({ ok: true, value: '0.10.0' })
    expect(feed.installs).toBe(0)
    expect(await updates.install()).toEqual({ ok: true, value: null })
    expect(feed.installs).toBe(1)
  })

  it.each<[string, Parameters<UpdateFeed['release']>, string]>([
    ['signed by another key', [{}, STRANGER], 'main.update.notSigned'],
    ['older', [{ version: '0.9.9' }], 'main.update.notNewer'],
    ['the same version', [{ version: '0.9.10' }], 'main.update.notNewer'],
    ['for another system', [{ platform: 'darwin' }], 'main.update.otherSystem'],
    ['for another processor', [{ arch: 'arm64' }], 'main.update.otherSystem'],
    ['expired', [{ notAfter: '2026-11-22' }], 'main.update.expired'],
    ['for newer versions only', [{ minVersion: '0.9.11' }], 'main.update.tooOld'],
    ['of another shape', [{ also: 1 }], 'main.update.unreadable'],
    ['truncated', [{}, CURRENT, PACKAGE.subarray(0, -1)], 'main.update.otherFile'],
    ['swapped', [{}, CURRENT, Buffer.from('another program')], 'main.update.otherFile'],
    ['not the one that the feed offers', [{ version: '0.11.0' }], 'main.update.otherFile'],
  ])('is refused when it is %s', async (_what, given, reason) => {
    feed.release(...given)
    const updates = open()
    expect(why(await updates.look())).toBe(reason)
    expect(why(await updates.install())).toBe('main.update.none')
    expect(feed.installs).toBe(0)
  })

  it.each<[string, () => void]>([
    ['a changed statement', () => (feed.files[STATEMENT_PATH] = Buffer.from('{}'))],
    ['a signature cut short', () => (feed.files[`${STATEMENT_PATH}.sig`] = Buffer.from('AAAA'))],
  ])('is not trusted with %s', async (_what, spoil) => {
    feed.release()
    spoil()
    expect(why(await open().look())).toBe('main.update.notSigned')
  })

  it.each<[string, () => void]>([
    ['no signature', () => (feed.files = { [STATEMENT_PATH]: feed.files[STATEMENT_PATH]! })],
    ['an endless statement', () => (feed.files[STATEMENT_PATH] = Buffer.alloc(2 ** 20, ' '))],
    ['a statement from elsewhere', () => (feed.files[STATEMENT_PATH] = Buffer.from('to /stable/package'))],
  ])('is not fetched with %s', async (_what, spoil) => {
    feed.release()
    spoil()
    expect(why(await open().look())).toBe('main.update.unreached')
  })

  it('is checked again when it is installed: the file may have been swapped, or the date may have passed', async () => {
    feed.release()
    const installer = feed.updater()
    let now = NOW
    const updates = open({ installer, wall: () => now })
    await updates.look()
    writeFileSync(installer.file, 'another program')
    expect(why(await updates.install())).toBe('main.update.otherFile')
    writeFileSync(installer.file, PACKAGE)
    now += 12 * 3_600_000
    expect(why(await updates.install())).toBe('main.update.expired')
    expect(feed.installs).toBe(0)
  })

  it('waits for what is in progress, including what began while the file was checked', async () => {
    feed.release()
    const answers = [false, true, false, true, true]
    const updates = open({ isIdle: () => answers.shift()! })
    await updates.look()
    expect(why(await updates.install())).toBe('main.update.busy')
    expect(why(await updates.install())).toBe('main.update.busy')
    expect(feed.installs).toBe(0)
    expect(why(await updates.install())).toBe('ok')
    expect(feed.installs).toBe(1)
  })

  it('is trusted as the release script signs it, for each package that installs itself', async () => {
    const names = [
      'Plimsoll-0.10.0-linux-x86_64.AppImage',
      'Plimsoll-0.10.0-win-arm64.exe',
      'plimsoll_0.10.0_amd64.deb',
    ]
    const about = { version: '0.10.0', minVersion: '0.9.0', at: NOW }
    const all = statementsOn(
      names.map((name) => ({ name, bytes: PACKAGE })),
      about,
    )
    expect(all.map(({ name }) => name)).toEqual(['update-linux-x64.json', 'update-win32-arm64.json'])
    for (const { name, statement } of all) {
      const { bytes, signature } = sealed(statement, CURRENT.privateKey)
      Object.assign(feed.files, { [`/stable/${name}`]: bytes, [`/stable/${name}.sig`]: Buffer.from(signature) })
    }
    feed.files['/stable/package'] = PACKAGE
    expect(await open().look()).toEqual({ ok: true, value: '0.10.0' })
    const elsewhere = { version: '0.9.10', platform: 'win32', arch: 'arm64' }
    expect(await open({ installed: elsewhere }).look()).toEqual({ ok: true, value: '0.10.0' })
  })
})
