/** The cost of a signature: in our way, in alternative ways, and by ccxt. */
import { createHmac, createSecretKey, webcrypto } from 'node:crypto'
import { canonicalText } from '../../../electron/venue/client/sign.ts'
import type { Signable } from '../../../electron/venue/client/sign.ts'
import type { BenchResult } from '../bench-result.ts'
import { compare, fixed, isQuiet, judge, planFor, shown, table, warm } from '../measure.ts'
import type { Comparison, Work } from '../measure.ts'
import { KEY, SECRET } from '../client/keys.mjs'

const GET: Signable = {
  timestamp: 1_767_225_600_000,
  method: 'GET',
  path: '/fapi/v1/openOrders',
  query: 'contractName=E-BTC-USDT',
  body: '',
}
/** Calls per turn of a slice. One call is too short to be timed. */
const BATCH = 100
const FASTER_THAN_CCXT = 4

interface CcxtSigner {
  sign(path: string, api: readonly string[], method: string, params: object): unknown
}

export default async function run(): Promise<BenchResult> {
  const { default: ccxt } = (await import(new URL('ccxt.mjs', import.meta.url).href)) as {
    default: (key: string, secret: string) => CcxtSigner
  }
  const exchange = ccxt(KEY, SECRET)
  const key = createSecretKey(Buffer.from(SECRET))
  const subtleKey = await webcrypto.subtle.importKey(
    'raw',
    Buffer.from(SECRET),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const ours = batch(() => createHmac('sha256', key).update(canonicalText(GET, true)).digest('hex'))
  const contenders: Readonly<Record<string, Work>> = {
    'ours against itself': batch(() => createHmac('sha256', key).update(canonicalText(GET, true)).digest('hex')),
    'the secret as text': batch(() => createHmac('sha256', SECRET).update(canonicalText(GET, true)).digest('hex')),
    'crypto.subtle': async () => {
      for (let call = 0; call < BATCH; call++) {
        await webcrypto.subtle.sign('HMAC', subtleKey, Buffer.from(canonicalText(GET, true)))
      }
    },
    'ccxt sign()': batch(() =>
      exchange.sign('openOrders', ['fapi', 'v2', 'private'], 'GET', { contractName: 'E-BTC-USDT' }),
    ),
  }
  await warm(ours)
  const plan = { ...planFor(0), sliceMs: 30 }
  const compared = new Map<string, Comparison>()
  for (const [title, work] of Object.entries(contenders)) {
    await warm(work)
    compared.set(title, await compare(ours, work, plan))
  }
  return report(compared)
}

function batch(sign: () => unknown): Work {
  return () => {
    for (let call = 0; call < BATCH; call++) sign()
  }
}

function report(compared: ReadonlyMap<string, Comparison>): BenchResult {
  const [control, ccxt] = [compared.get('ours against itself'), compared.get('ccxt sign()')]
  if (!control || !ccxt) throw new Error('expected the control and ccxt to be measured')
  const slower = { ...ccxt, runs: ccxt.runs.map((ratios) => ratios.map((ratio) => 1 / ratio)) }
  return {
    title: 'A signature',
    markdown: [
      'CPU time for the signature of a GET, relative to ours: `createHmac` with a KeyObject over the canonical text.',
      'In the app the signature is made in the vault’s process; what it costs to ask there is not in this table.',
      '',
      table(
        ['', 'relative to ours', 'µs'],
        [
          ['**Plimsoll**', '1', `**${fixed(control.baseUs / BATCH)}**`],
          ...[...compared].map(([title, comparison]) => [title, shown(comparison), fixed(comparison.us / BATCH)]),
        ],
      ),
    ].join('\n'),
    goals: [
      {
        id: 'G9',
        goal: `signing at least ${FASTER_THAN_CCXT} × faster than ccxt’s sign()`,
        measured: `${shown(ccxt)}×`,
        verdict: isQuiet(control) ? judge(slower, 1 / FASTER_THAN_CCXT) : 'inconclusive',
      },
    ],
  }
}
