/**
 * Which certificates Plimsoll trusts for a venue. They include those that only the system trusts, as in an office with
 * its own authority.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const place = (path: string): URL => new URL(`../../../../${path}`, import.meta.url)
const pem = (name: string): URL => place(`fixtures/tls/${name}.pem`)

/** What the venue's HTTP library gets from `url`, in a process of its own on a system that trusts our certificate. */
async function reach(url: string, first: string): Promise<string> {
  const program = `
    import { request } from 'undici'
    import { trustTheSystem } from '${place('../electron/main/lifecycle/certificates.ts').href}'
    ${first}
    console.log(await request('${url}').then(({ statusCode }) => statusCode, ({ code }) => code))`
  const env = { ...process.env, SSL_CERT_FILE: fileURLToPath(pem('self-signed.cert')) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env,
    cwd: fileURLToPath(place('..')),
  })
  return stdout.trim()
}

async function venueWith(certificate: 'self-signed' | 'good'): Promise<string> {
  const key = readFileSync(pem(`${certificate}.key`))
  const venue = createServer({ key, cert: readFileSync(pem(`${certificate}.cert`)) }, (_, answer) => {
    answer.end('{}')
  })
  venue.on('tlsClientError', () => undefined).listen(0)
  await once(venue, 'listening')
  onTestFinished(() => void venue.close())
  return `https://localhost:${String((venue.address() as AddressInfo).port)}/`
}

it('trusts what the system trusts, and nothing else', async () => {
  const known = await venueWith('self-signed')
  expect(await reach(known, '')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(await reach(known, 'trustTheSystem()')).toBe('200')
  // Signed by an authority that this system does not know.
  expect(await reach(await venueWith('good'), 'trustTheSystem()')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})
