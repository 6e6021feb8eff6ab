/**
 * A separate process that holds a key in a vault, uses it, and then prints how often the secret occurs as text in its
 * heap. The script receives and keeps the secret masked, so that it does not find its own copy.
 */
import { getHeapSnapshot } from 'node:v8'
import { seal } from '#electron/vault/seal.ts'
import { createVaultService } from '#electron/vault/service.ts'
import { HERE } from './store-key.ts'

const [, , how = '', hex = ''] = process.argv
const masked = (bytes: Buffer) => bytes.map((byte) => byte ^ 1)
const secret = Buffer.from(masked(Buffer.from(hex, 'hex')))
const text = (): string => secret.toString('latin1')
const entries = new Map<string, Buffer>()
const kept: string[] = []
const keychain = {
  async read(accountId: string) {
    const entry = entries.get(accountId)
    return { ok: true as const, value: entry ? Buffer.from(masked(entry)).toString('latin1') : null }
  },
  async write(accountId: string, entry: string) {
    if (how === 'kept') kept.push(entry)
    entries.set(accountId, Buffer.from(masked(Buffer.from(entry, 'latin1'))))
    return { ok: true as const, value: null }
  },
  remove: async (accountId: string) => ({ ok: true as const, value: entries.delete(accountId) }),
}
const service = createVaultService(keychain)

async function ask(request: object): Promise<unknown> {
  const outcome = (await service.answer({ id: 1, request }))?.outcome
  if (outcome?.ok !== true) throw new Error(JSON.stringify(outcome))
  return outcome.value
}

async function use(): Promise<void> {
  const accountId = 'a'
  if (how === 'typed') {
    const publicKey = String(await ask({ kind: 'publicKey' }))
    await ask({ kind: 'take', accountId, apiKey: 'key-1', sealed: await seal(Uint8Array.from(secret), publicKey) })
  } else await ask({ kind: 'hold', accountId, apiKey: 'key-1', apiSecret: text() })
  await ask({ kind: 'save', accountId, places: HERE })
  if (how === 'opened') await ask({ kind: 'open', accountId, places: HERE })
  for (let nth = 0; nth < 100; nth++) await ask({ kind: 'sign', accountId, text: `nth=${nth}` })
}

await use()
await new Promise((resolve) => setImmediate(resolve))
const chunks: Buffer[] = []
for await (const chunk of getHeapSnapshot()) chunks.push(Buffer.from(chunk as Uint8Array))
const heap = Buffer.concat(chunks)
let found = 0
for (let at = heap.indexOf(secret); at !== -1; at = heap.indexOf(secret, at + 1)) found += 1
// The vault must stay in use until after the heap snapshot.
await ask({ kind: 'sign', accountId: 'a', text: String(kept.length) })
console.log(found)
