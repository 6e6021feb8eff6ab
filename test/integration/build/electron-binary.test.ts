/** The download of Electron's own program: it reports its progress, and the reason when the download fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

const SCRIPT = resolve(import.meta.dirname, '../../../build/electron-binary.mjs')

/** Downloads from a local mirror into a cache of its own. */
async function download(answer: (response: ServerResponse) => void) {
  const mirror = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  const cache = mkdtempSync(join(tmpdir(), 'plimsoll-electron-'))
  onTestFinished(() => {
    mirror.close()
    rmSync(cache, { recursive: true })
  })
  const { port } = mirror.address() as AddressInfo
  const env = { ...process.env, ELECTRON_MIRROR: `http://127.0.0.1:${port}/`, electron_config_cache: cache }
  const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [why, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { why, said, code: code as number }
}

it('reports the download and its progress, and rejects a file with the wrong content', async () => {
  const megabyte = Buffer.alloc(2 ** 20)
  const { why, said, code } = await download((response) => {
    response.writeHead(200, { 'content-length': 4 * megabyte.length })
    for (let nth = 1; nth <= 4; nth++) response.write(megabyte)
    response.end()
  })
  expect(said).toMatch(/downloading Electron \d+\.\d+\.\d+ from its release page, once: about 110 MB/)
  expect(said).toMatch(/plimsoll: 2\d %, 1 MB\n(?:.*\n)*plimsoll: 100 %, 4 MB\n/)
  expect([code, why]).toEqual([1, expect.stringMatching(/checksum/i)])
})

it('says why the download failed', async () => {
  const gone = await download((response) => response.writeHead(404).end())
  expect([gone.code, gone.why]).toEqual([1, expect.stringContaining('404')])
  const broken = await download((response) => response.destroy())
  expect([broken.code, broken.why]).toEqual([1, expect.stringMatching(/\w/)])
})
