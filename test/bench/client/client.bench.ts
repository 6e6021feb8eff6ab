/**
 * The cost of one signed read for the calling process: our client against a minimal client, the usual HTTP clients, and
 * ccxt's class for a venue of this family. The server is a separate process on loopback.
 */
import { fork } from 'node:child_process'
import { createHmac, createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../../electron/main/system-clock.ts'
import { createVenueClient } from '../../../electron/venue/venue.ts'
import type { EndpointName, VenueClient } from '../../../electron/venue/port.ts'
import { DEFAULT_DIALECT } from '../../../electron/venue/profile/dialect.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { BenchResult } from '../bench-result.ts'
import { brief, compare, cpuPerCall, fixed, isQuiet, judge, planFor, shown, table, warm, worst } from '../measure.ts'
import type { Comparison, Verdict, Work } from '../measure.ts'
import { PAYLOADS, PAYLOAD_NAMES } from '../payloads.ts'
import type { PayloadName } from '../payloads.ts'
import { KEY, SECRET } from './keys.mjs'

type Kind = 'account' | 'orders' | 'balances'

const SYMBOL = 'E-BTC-USDT'
type Read = Result<{ readonly quarantined: readonly unknown[] }, unknown>
/** How each kind of payload is read: by path, and by our client. */
const READS: Readonly<Record<Kind, { path: string; ours: (client: VenueClient) => Promise<Read> }>> = {
  account: { path: '/fapi/v1/account', ours: (client) => client.call('contract.account', {}) },
  orders: {
    path: `/fapi/v1/openOrders?contractName=${SYMBOL}`,
    ours: (client) => client.call('contract.openOrders', { contract: SYMBOL }),
  },
  balances: { path: '/sapi/v1/account', ours: (client) => client.call('spot.account', {}) },
}
const ENDPOINTS: readonly EndpointName[] = ['contract.account', 'contract.openOrders', 'spot.account']
/** This bench does not test the throttle, so nothing waits. */
const NO_LIMIT = { count: 1_000_000, windowMs: 1 }

const WANTED: Readonly<Partial<Record<PayloadName, number>>> = { 'account 100': 1.5, 'account 1000': 2 }
const HOPED = 1.15
const CHEAPER_THAN_CCXT: Readonly<Partial<Record<PayloadName, number>>> = {
  'orders 1000': 5,
  'account 1000': 2,
  'balances 500': 4,
}

/** The clients of others.mjs. Only the bench has their packages, so TypeScript does not see them. */
interface Others {
  readonly usual: Readonly<Record<string, (origin: string, prefix: string) => (path: string) => Promise<unknown>>>
  readonly ccxtClient: (origin: string, prefix: string) => Readonly<Record<Kind, () => Promise<unknown>>>
}

export default async function run(): Promise<BenchResult> {
  const server = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [port] = (await once(server.stdout as Readable, 'data')) as [Buffer]
  const origin = `http://127.0.0.1:${port.toString().trim()}`
  try {
    const rows: Row[] = []
    for (const name of PAYLOAD_NAMES) rows.push(await measure(origin, name))
    return report(rows, await cpuPerCall(signature, 300))
  } finally {
    server.disconnect()
  }
}

interface Row {
  readonly name: PayloadName
  readonly control: Comparison
  readonly ours: Comparison
  readonly others: ReadonlyMap<string, Comparison>
  /** Our time relative to ccxt's. */
  readonly toCcxt: Comparison | null
}

async function measure(origin: string, name: PayloadName): Promise<Row> {
  const plan = planFor(PAYLOADS[name](0).length)
  const prefix = `/${name.replace(' ', '')}`
  const kind = name.split(' ')[0] as Kind
  const { path, ours: read } = READS[kind]
  const others = (await import(new URL('others.mjs', import.meta.url).href)) as Others

  const [floor, control] = [floorClient(origin + prefix, path), floorClient(origin + prefix, path)]
  const client = oursAt(origin + prefix)
  const ours = async (): Promise<void> => {
    const answer = await read(client)
    if (!answer.ok || answer.value.quarantined.length > 0) throw new Error(`expected ${name} to be read whole`)
  }
  const ccxt: Work = others.ccxtClient(origin, prefix)[kind]
  const contenders = new Map<string, Work>([['ccxt, its bitrue class', ccxt]])
  for (const [title, make] of Object.entries(others.usual)) {
    const send = make(origin, prefix)
    contenders.set(title, () => send(path))
  }
  for (const work of [floor, control, ours, ...contenders.values()]) await warm(work)

  const compared = new Map<string, Comparison>()
  for (const [title, work] of contenders) compared.set(title, await compare(floor, work, brief(plan)))
  const few = { ...plan, pairs: brief(plan).pairs }
  const row = {
    name,
    control: await compare(floor, control, few),
    ours: await compare(floor, ours, plan),
    others: compared,
    toCcxt: name in CHEAPER_THAN_CCXT ? await compare(ccxt, ours, few) : null,
  }
  await client.close()
  return row
}

const secret = createSecretKey(Buffer.from(SECRET))
const hmac = (text: string): string => createHmac('sha256', secret).update(text).digest('hex')
const signature = (): string => hmac(`1767225600000GET${READS.account.path}`)

/** The minimum for a signed read: nothing is checked, and ids beyond 2^53 lose digits. */
function floorClient(base: string, path: string): Work {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return () =>
    new Promise((resolve, reject) => {
      const timestamp = String(Date.now())
      const headers = { 'X-CH-APIKEY': KEY, 'X-CH-SIGN': hmac(`${timestamp}GET${path}`), 'X-CH-TS': timestamp }
      get(base + path, { agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      }).on('error', reject)
    })
}

function oursAt(base: string): VenueClient {
  return createVenueClient({
    spotBaseUrl: base,
    contractBaseUrl: base,
    credentials: { apiKey: KEY, sign: (text) => Promise.resolve(ok(hmac(text))) },
    clock: systemClock,
    dialect: { ...DEFAULT_DIALECT, limits: Object.fromEntries(ENDPOINTS.map((name) => [name, NO_LIMIT])) },
  })
}

function report(rows: readonly Row[], signUs: number): BenchResult {
  const contenders = [...(rows[0]?.others.keys() ?? [])]
  const times = ({ others }: Row, title: string): string => fixed(others.get(title)?.ratio ?? NaN)
  const markdown = [
    'CPU time of the client process for one read, relative to the floor: `node:http` with keep-alive, `createHmac`,',
    '`JSON.parse`, no check of anything and ids beyond 2^53 lost. Ours signs, waits for its slot, sends, checks every byte',
    'and returns exact decimals; every reading differs from the last in its marks, profits and rates. Signing is done in the',
    'process itself, by all. Median of the runs, lowest and highest run in brackets; others than ours: one run.',
    '',
    table(
      ['', ...rows.map(({ name }) => name)],
      [
        ['payload, kB', ...rows.map(({ name }) => fixed(PAYLOADS[name](0).length / 1000))],
        ['floor, µs', ...rows.map(({ ours }) => fixed(ours.baseUs))],
        [
          'floor against itself',
          ...rows.map(({ control }) => `${shown(control)}${isQuiet(control) ? '' : ' (noisy)'}`),
        ],
        ['**Plimsoll**', ...rows.map(({ ours }) => `**${shown(ours)}**`)],
        ...contenders.map((title) => [title, ...rows.map((row) => times(row, title))]),
        ['CPU of ccxt to ours', ...rows.map(({ toCcxt }) => (toCcxt ? `${fixed(1 / toCcxt.ratio)}×` : ''))],
      ],
    ),
    '',
    'ccxt leaves the positions of an account undecoded; ours reads them all. It signs the spot side in another dialect.',
  ].join('\n')
  return {
    title: 'A signed read, from request to checked values',
    markdown,
    goals: [...toFloor(rows), ...toCcxt(rows), signing(rows, signUs)],
  }
}

function toFloor(rows: readonly Row[]): BenchResult['goals'] {
  const wanted = rows.flatMap(({ name, ours, control }) => {
    const limit = WANTED[name]
    return limit === undefined ? [] : [{ name, ours, limit, verdict: verdictOf(control, judge(ours, limit)) }]
  })
  const all = rows.map(({ name, ours, control }) => ({ name, ours, verdict: verdictOf(control, judge(ours, HOPED)) }))
  return [
    ...wanted.map(({ name, ours, limit, verdict }) => ({
      id: 'G4',
      goal: `${name}: at most ${fixed(limit)} × the floor`,
      measured: shown(ours),
      verdict,
    })),
    {
      id: 'G4, stretch',
      goal: `every payload: at most ${fixed(HOPED)} × the floor`,
      measured: all.map(({ name, ours }) => `${name} ${fixed(ours.ratio)}`).join(', '),
      verdict: worst(all.map(({ verdict }) => verdict)),
    },
  ]
}

function toCcxt(rows: readonly Row[]): BenchResult['goals'] {
  return rows.flatMap(({ name, toCcxt: compared, control }) => {
    const times = CHEAPER_THAN_CCXT[name]
    if (compared === null || times === undefined) return []
    return {
      id: 'G5',
      goal: `${name}: at least ${times} × less CPU than ccxt`,
      measured: `${fixed(1 / compared.ratio)}× [${fixed(1 / compared.range[1])}–${fixed(1 / compared.range[0])}]`,
      verdict: verdictOf(control, judge(compared, 1 / times)),
    }
  })
}

function signing(rows: readonly Row[], signUs: number): BenchResult['goals'][number] {
  const smallest = Math.min(...rows.map(({ ours }) => ours.us))
  return {
    id: 'G9',
    goal: 'signing at most 3 % of the CPU of the smallest read',
    measured: `${fixed((100 * signUs) / smallest)} % (${fixed(signUs)} of ${fixed(smallest)} µs)`,
    verdict: signUs <= 0.03 * smallest ? 'met' : 'missed',
  }
}

/** A machine that cannot reproduce the minimal client's own time gives no verdict. */
function verdictOf(control: Comparison, verdict: Verdict): Verdict {
  return isQuiet(control) ? verdict : 'inconclusive'
}
