/** Prints the time of the first decode in a fresh process, in ms, as its only line: `cold.ts json|ours|warmed`. */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { readReply } from '../../../electron/venue/client/read-reply.ts'
import { PAYLOADS } from '../payloads.ts'

const [, , what, payload] = process.argv
const bytes = Buffer.from(PAYLOADS[payload === 'account 100' ? 'account 100' : 'account 1000'](0))
// The app reads the instruments before any account.
if (what === 'warmed') {
  const file = new URL('../../fixtures/venue/contract.contracts.live.json', import.meta.url)
  const contracts = readFileSync(file)
  for (let times = 0; times < 10; times++) readReply('contract.contracts', {}, contracts)
}
const from = performance.now()
if (what === 'json') JSON.parse(bytes.toString())
else readReply('contract.account', {}, bytes)
console.log(performance.now() - from)
