import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Statement } from '#electron/update/statement.ts'
import { createUpdates, type Installer, type Updates } from '#electron/update/updates.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'
import { sealed, statementsOn } from '../../../../build/package/sign-update.mjs'

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey }
}
const [CURRENT, NEXT, STRANGER] = [pair(), pair(), pair()]
const PACKAGE = Buffer.from('the new program')
const NOW = Date.parse('2026-11-23T12:00:00Z')
const INSTALLED = { version: '0.9.10', platform: 'linux', arch: 'x64' }

const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')
const STATEMENT: Statement = {
  ...{ version: '0.10.0', platform: 'linux', arch: 'x64', sha512: sha512(PACKAGE) },
  ...{ minVersion: '0.9.0', notAfter: '2026-11-23' },
}

let folder: string
let server: Server
/** What lies in the feed, by its path. */
let files: Record<string, Buffer>
let feed: string
let installs: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-update-'))
  installs = 0
  files = {}
  server = createServer((request, reply) => {
    const found = files[request.url ?? '']
    if (found?.toString().startsWith('to ')) reply.writeHead(302, { location: found.toString().slice(3) }).end()
    else reply.writeHead(found ? 200 : 404).end(found)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stable`
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

/** Puts a release into the feed. */
function release(change: Partial<Statement> & object = {}, by = CURRENT, file = PACKAGE): void {
  const bytes = Buffer.from(JSON.stringify({ ...STATEMENT, ...change }))
  const path = '/stable/update-linux-x64.json'
  files = {
    [path]: bytes,
    [`${path}.sig`]: Buffer.from(sign(null, bytes, by.privateKey).toString('base64')),
    '/stable/package': file,
  }
}

/** As electron-updater does it, which takes the newest there is from the feed and asks nothing. */
function updater(offered = '0.10.0'): Installer & { readonly file: string } {
  const file = join(folder, 'package')
  return {
    file,
    find: () => Promise.resolve(offered),
    async fetch() {
      writeFileSync(file, Buffer.from(await (await fetch(`${feed}/package`)).arrayBuffer()))
      return file
    },
    install() {
      installs++
    },
  }
}

function open(change: Partial<Parameters<typeof createUpdates>[0]> = {}): Updates {
  const keys = [CURRENT.pem, NEXT.pem] as const
  const usual = { feed, keys, installed: INSTALLED, installer: updater(), isIdle: () => true, wall: () => NOW }
  return createUpdates({ ...usual, ...change })
}

const why = <Value>(result: Result<Value, Message>): string => (result.ok ? 'ok' : result.error.code)

describe('an update', () => {
  it.each([
    ['the key in use', CURRENT],
    ['the key that follows it', NEXT],
  ])('is installed when it is signed by %s', async (_what, key) => {
    release({}, key)
    const updates = open()
    expect(await updates.look()).toEqual({ ok: true, value: '0.10.0' })
    expect(installs).toBe(0)
    expect(await updates.install()).toEqual({ ok: true, value: null })
    expect(installs).toBe(1)
  })

  it.each<[string, Parameters<typeof release>, string]>([
    ['signed by another key', [{}, STRANGER], 'main.update.notSigned'],
    ['older', [{ version: '0.9.9' }], 'main.update.notNewer'],
    ['the same', [{ version: '0.9.10' }], 'main.update.notNewer'],
    ['for another system', [{ platform: 'darwin' }], 'main.update.otherSystem'],
    ['for another processor', [{ arch: 'arm64' }], 'main.update.otherSystem'],
    ['expired', [{ notAfter: '2026-11-22' }], 'main.update.expired'],
    ['for newer versions alone', [{ minVersion: '0.9.11' }], 'main.update.tooOld'],
    ['of another shape', [{ also: 1 } as object], 'main.update.unreadable'],
    ['truncated', [{}, CURRENT, PACKAGE.subarray(0, -1)], 'main.update.otherFile'],
    ['swapped', [{}, CURRENT, Buffer.from('another program')], 'main.update.otherFile'],
    ['another one than the feed offers', [{ version: '0.11.0' }], 'main.update.otherFile'],
  ])('is refused when it is %s', async (_what, given, reason) => {
    release(...given)
    const updates = open()
    expect(why(await updates.look())).toBe(reason)
    expect(why(await updates.install())).toBe('main.update.none')
    expect(installs).toBe(0)
  })

  it.each<[string, () => void]>([
    ['a changed statement', () => (files['/stable/update-linux-x64.json'] = Buffer.from('{}'))],
    ['a signature cut short', () => (files['/stable/update-linux-x64.json.sig'] = Buffer.from('AAAA'))],
  ])('is not believed with %s', async (_what, spoil) => {
    release()
    spoil()
    expect(why(await open().look())).toBe('main.update.notSigned')
  })

  it.each<[string, () => void]>([
    ['no signature', () => delete files['/stable/update-linux-x64.json.sig']],
    ['a statement without end', () => (files['/stable/update-linux-x64.json'] = Buffer.alloc(2 ** 20, ' '))],
    ['a statement from elsewhere', () => (files['/stable/update-linux-x64.json'] = Buffer.from('to /stable/package'))],
  ])('is not fetched with %s', async (_what, spoil) => {
    release()
    spoil()
    expect(why(await open().look())).toBe('main.update.unreached')
  })

  it('is looked at again when it is installed: the file may have been swapped, the day have passed', async () => {
    release()
    const installer = updater()
    let now = NOW
    const updates = open({ installer, wall: () => now })
    await updates.look()
    writeFileSync(installer.file, 'another program')
    expect(why(await updates.install())).toBe('main.update.otherFile')
    writeFileSync(installer.file, PACKAGE)
    now += 12 * 3_600_000
    expect(why(await updates.install())).toBe('main.update.expired')
    expect(installs).toBe(0)
  })

  it('waits for what is under way, also for what began while the file was looked at', async () => {
    release()
    const answers = [false, true, false, true, true]
    const updates = open({ isIdle: () => answers.shift()! })
    await updates.look()
    expect(why(await updates.install())).toBe('main.update.busy')
    expect(why(await updates.install())).toBe('main.update.busy')
    expect(installs).toBe(0)
    expect(why(await updates.install())).toBe('ok')
    expect(installs).toBe(1)
  })

  it('is believed as the release script signs it, of each package that installs itself', async () => {
    const names = [
      'Plimsoll-0.10.0-linux-x86_64.AppImage',
      'Plimsoll-0.10.0-win-arm64.exe',
      'plimsoll_0.10.0_amd64.deb',
    ]
    const release = { version: '0.10.0', minVersion: '0.9.0', at: NOW }
    const all = statementsOn(
      names.map((name) => ({ name, bytes: PACKAGE })),
      release,
    )
    expect(all.map(({ name }) => name)).toEqual(['update-linux-x64.json', 'update-win32-arm64.json'])
    for (const { name, statement } of all) {
      const { bytes, signature } = sealed(statement, CURRENT.privateKey)
      Object.assign(files, { [`/stable/${name}`]: bytes, [`/stable/${name}.sig`]: Buffer.from(signature) })
    }
    files['/stable/package'] = PACKAGE
    expect(await open().look()).toEqual({ ok: true, value: '0.10.0' })
    const elsewhere = { version: '0.9.10', platform: 'win32', arch: 'arm64' }
    expect(await open({ installed: elsewhere }).look()).toEqual({ ok: true, value: '0.10.0' })
  })
})
