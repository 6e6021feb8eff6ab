import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const CLI = resolve(root, 'electron/simulator/testing/cli.ts')
const PROGRAM = resolve(root, 'build/program.mjs')
const PROCESS = resolve(root, 'electron/simulator/process.ts')

const started: ChildProcess[] = []
// SIGTERM is passed on by npm's wrapper. SIGKILL would leave the simulator behind.
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill('SIGTERM')
    await exitCode(child)
  }
})

function run(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  return { child, errors, firstLine: () => firstLine(child.stdout) }
}

async function firstLine(output: NodeJS.ReadableStream): Promise<Record<string, string>> {
  for await (const line of createInterface(output)) return JSON.parse(line) as Record<string, string>
  throw new Error('expected a line on stdout')
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

describe('the simulator as a program', () => {
  it.each([
    ['itself', [CLI]],
    ['through npm run sim', [PROGRAM, 'sim']],
  ])('%s prints its addresses in the first line, serves, and ends cleanly on SIGTERM', async (_how, script) => {
    const { child, firstLine } = run(...script, '--seed', '5', '--key', 'my-key', '--secret', 'my-secret')
    const where = await firstLine()
    expect(where).toMatchObject({ apiKey: 'my-key', apiSecret: 'my-secret', contractBaseUrl: where['spotBaseUrl'] })
    const answer = await fetch(`${where['spotBaseUrl']}/sapi/v1/time`, {
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    child.kill('SIGTERM')
    expect(await exitCode(child)).toBe(0)
  })

  it.each([
    ['an unknown option', ['--sed', '5']],
    ['an invalid port', ['--port', '70000']],
    ['a seed that is not a number', ['--seed', 'x']],
    ['a key without a secret', ['--key', 'x']],
    ['an empty key', ['--key', '', '--secret', 'x']],
    ['an unknown dialect', ['--dialect', 'klingon']],
    ['an unknown switch', ['--dialect', '{"volume":"theft"}']],
    ['a switch with an invalid value', ['--dialect', '{"ids":"float"}']],
    ['a dialect that is not JSON', ['--dialect', '{']],
    ['an unknown fault', ['--fault', 'F99']],
    ['a fault that only the host can cause', ['--fault', 'F13']],
    ['a fault of an unknown endpoint', ['--fault', 'F1:spot.nothing']],
    ['an unknown position mode', ['--position-mode', 'both']],
    ['a speed of zero', ['--speed', '0']],
    ['invalid limits', ['--limits', 'some']],
    ['an invalid control port', ['--control-port', 'x']],
    ['a certificate without a key', ['--tls-cert', 'x']],
    ['a certificate that cannot be read', ['--tls-cert', '/nowhere/c', '--tls-key', '/nowhere/k']],
  ])('ends with 2 and one line for %s', async (_what, args) => {
    const { child, errors } = run(CLI, ...args)
    expect(await exitCode(child)).toBe(2)
    expect(errors.join('')).toMatch(/^sim: .+; usage: .*\n$/)
  })

  it('speaks another dialect, has faults and takes commands', async () => {
    const { firstLine } = run(
      ...[CLI, '--dialect', '{"spotPrefix":"/spot/open","timeName":"server_time"}', '--control-port', '0'],
      ...['--fault', 'serverError:spot.ping', '--position-mode', 'oneWay', '--speed', '60', '--limits', 'none'],
    )
    const { spotBaseUrl = '', controlUrl = '' } = await firstLine()
    const headers = { 'content-type': 'application/json' }
    const ask = (path: string) => fetch(`${spotBaseUrl}${path}`, { headers })
    expect((await ask('/sapi/v1/ping')).status).toBe(500)
    expect((await ask('/sapi/v1/ping')).status).toBe(200)
    expect(await (await ask('/sapi/v1/time')).json()).toHaveProperty('server_time')
    const ledger = await fetch(`${controlUrl}/ledger?endpoint=spot.ping`)
    expect(await ledger.json()).toMatchObject([{ fault: 'serverError' }, { fault: null }])
  })

  it('speaks as Bitrue, and its usage says that it can', async () => {
    const { spotBaseUrl = '', contractBaseUrl = '' } = await run(PROGRAM, 'sim', '--dialect', 'bitrue').firstLine()
    const jsonAt = async (url: string) => (await fetch(url)).json()
    expect(await jsonAt(`${spotBaseUrl}/api/v1/time`)).toHaveProperty('serverTime')
    expect(await jsonAt(`${contractBaseUrl}/dapi/v1/time`)).toHaveProperty('timezone', 'China Standard Time')
    const { child, errors } = run(CLI, '--dialect', 'klingon')
    await exitCode(child)
    expect(errors.join('')).toMatch(/--dialect mixed\|.*\|bitrue\|JSON/)
  })

  it('serves https with the certificate of two files', async () => {
    const pem = (name: string) => resolve(root, `test/fixtures/tls/self-signed.${name}.pem`)
    const { spotBaseUrl } = await run(CLI, '--tls-key', pem('key'), '--tls-cert', pem('cert')).firstLine()
    expect(spotBaseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  })

  it('ends with 1 and one line when the port is in use', async () => {
    const { spotBaseUrl = '' } = await run(CLI).firstLine()
    const port = new URL(spotBaseUrl).port
    const { child, errors } = run(CLI, '--port', port)
    expect(await exitCode(child)).toBe(1)
    expect(errors.join('')).toBe(`sim: port ${port} is in use; choose another with --port\n`)
  })
})

describe('the simulator as a child process', () => {
  it.each([
    ['the seed in its arguments', ['9'], null],
    ['a message with the seed', [], { seed: 9 }],
  ])('starts with %s and reports its addresses', async (_how, args, message) => {
    const child = fork(PROCESS, args)
    started.push(child)
    if (message) child.send(message)
    const [ready] = (await once(child, 'message')) as [Record<string, string>]
    expect(ready).toMatchObject({ kind: 'ready' })
    expect(Object.keys(ready).toSorted()).toEqual(['apiKey', 'apiSecret', 'contractBaseUrl', 'kind', 'spotBaseUrl'])
    child.disconnect()
    expect(await exitCode(child)).toBe(0)
  })

  it('ends with 1 on a message that names no seed', async () => {
    const child = fork(PROCESS, [], { silent: true })
    started.push(child)
    child.send({ seed: 'x' })
    expect(await exitCode(child)).toBe(1)
  })
})
