/** An update feed on this machine: signed statements, a package, and a fake updater that fetches and installs it. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Statement } from '#electron/update/statement.ts'
import type { Installer } from '#electron/update/updates.ts'

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey }
}

/** The current key, its successor, and a key that is not ours. */
export const [CURRENT, NEXT, STRANGER] = [pair(), pair(), pair()] as const
export const PACKAGE = Buffer.from('the new program')

const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')

const STATEMENT: Statement = {
  ...{ version: '0.10.0', platform: 'linux', arch: 'x64', sha512: sha512(PACKAGE) },
  ...{ minVersion: '0.9.0', notAfter: '2026-11-23' },
}

/** The path of the release statement for Linux. */
export const STATEMENT_PATH = '/stable/update-linux-x64.json'

export interface UpdateFeed {
  readonly url: string
  /** The files of the feed by path. A file that starts with "to /path" is a redirect. */
  files: Record<string, Buffer>
  /** How often a package was installed. */
  readonly installs: number
  /** Puts a release into the feed. */
  release(change?: object, by?: typeof CURRENT, file?: Buffer): void
  /** Acts as electron-updater does: it takes the newest package of the feed without any check. */
  updater(offered?: string): Installer & { readonly file: string }
  close(): void
}

export async function startUpdateFeed(): Promise<UpdateFeed> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-update-'))
  let installs = 0
  const server = createServer((request, reply) => {
    const found = feed.files[request.url ?? '']
    if (found?.toString().startsWith('to ')) reply.writeHead(302, { location: found.toString().slice(3) }).end()
    else reply.writeHead(found ? 200 : 404).end(found)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stable`
  const feed: UpdateFeed = {
    url,
    files: {},
    get installs() {
      return installs
    },
    release(change = {}, by = CURRENT, file = PACKAGE) {
      const bytes = Buffer.from(JSON.stringify({ ...STATEMENT, ...change }))
      feed.files = {
        [STATEMENT_PATH]: bytes,
        [`${STATEMENT_PATH}.sig`]: Buffer.from(sign(null, bytes, by.privateKey).toString('base64')),
        '/stable/package': file,
      }
    },
    updater(offered = '0.10.0') {
      const file = join(folder, 'package')
      return {
        file,
        find: () => Promise.resolve(offered),
        async fetch() {
          writeFileSync(file, Buffer.from(await (await fetch(`${url}/package`)).arrayBuffer()))
          return file
        },
        install() {
          installs++
        },
      }
    },
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true })
    },
  }
  return feed
}
