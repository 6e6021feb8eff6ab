/**
 * The cost of reading a reply: our whole path from bytes to checked values with exact decimals, and its first half (the
 * lossless scan) alone, against JSON.parse and against parsers that keep numbers exact. Also checks whether they do
 * keep them.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { JsonObject, parseJson } from '../../../electron/venue/json/reader.ts'
import { readReply } from '../../../electron/venue/client/read-reply.ts'
import { seededRandom } from '../../../electron/simulator/exchange/market/random.ts'
import type { BenchResult } from '../bench-result.ts'
import {
  brief,
  compare,
  fixed,
  isQuick,
  isQuiet,
  judge,
  planFor,
  quantile,
  shown,
  table,
  warm,
  worst,
} from '../measure.ts'
import type { Comparison, Verdict, Work } from '../measure.ts'
import { PAYLOADS, VARIANTS } from '../payloads.ts'

const NAMES = ['account 1000', 'orders 1000', 'balances 500'] as const
type Name = (typeof NAMES)[number]

const DECODE: Readonly<Record<Name, (bytes: Buffer) => { kind: string }>> = {
  'account 1000': (bytes) => readReply('contract.account', {}, bytes),
  'orders 1000': (bytes) => readReply('contract.openOrders', { contract: 'E-BTC-USDT' }, bytes),
  'balances 500': (bytes) => readReply('spot.account', {}, bytes),
}
/** How many times faster than each of these ours should be. */
const FASTER_THAN: Readonly<Record<string, number>> = {
  'lossless-json': 4.5,
  'JSON.parse with a reviver': 5.5,
  'json-with-bigint': 5.5,
  'ccxt parseJson': 3,
}
const FIELDS = 120_000

type Parse = (text: string) => unknown

/** Only the bench has the packages of the parsers, so TypeScript does not see them. */
const { PARSERS } = (await import(new URL('parsers.mjs', import.meta.url).href)) as {
  PARSERS: Readonly<Record<string, Parse>>
}

export default async function run(): Promise<BenchResult> {
  const rows: Row[] = []
  for (const name of NAMES) rows.push(await measure(name))
  const [cold, exact] = [coldStarts(), countExact()]
  return {
    title: 'Reading a reply, from bytes to checked values',
    markdown: [speed(rows), cold.markdown, correctness(), exact.markdown].join('\n\n'),
    goals: [...speedGoals(rows), cold.goal, exact.goal],
  }
}

interface Row {
  readonly name: Name
  readonly control: Comparison
  /** Both relative to JSON.parse of the bytes. */
  readonly whole: Comparison
  readonly scan: Comparison
  /** The others relative to our whole path. */
  readonly others: ReadonlyMap<string, Comparison>
}

async function measure(name: Name): Promise<Row> {
  const payloads = Array.from({ length: VARIANTS }, (_, variant) => Buffer.from(PAYLOADS[name](variant)))
  let turn = 0
  const each = (read: (bytes: Buffer) => unknown): Work => {
    return () => read(payloads[turn++ % VARIANTS] ?? Buffer.alloc(0))
  }
  const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString())
  const [base, control, scan] = [each(parse), each(parse), each(parseJson)]
  const whole = each((bytes) => {
    if (DECODE[name](bytes).kind !== 'value') throw new Error(`expected ${name} to be read`)
  })
  const others = Object.entries(PARSERS)
    .filter(([title]) => title !== 'JSON.parse' && title !== 'json-bigint, BigInt')
    .map(([title, parser]) => [title, each((bytes) => parser(bytes.toString()))] as const)
  for (const work of [base, control, scan, whole, ...others.map(([, work]) => work)]) await warm(work)

  const plan = planFor(PAYLOADS[name](0).length)
  const compared = new Map<string, Comparison>()
  for (const [title, work] of others) compared.set(title, await compare(whole, work, brief(plan)))
  return {
    name,
    control: await compare(base, control, brief(plan)),
    whole: await compare(base, whole, { ...plan, sliceMs: plan.sliceMs / 2 }),
    scan: await compare(base, scan, brief(plan)),
    others: compared,
  }
}

function speed(rows: readonly Row[]): string {
  const times = ({ others, whole }: Row, title: string): string =>
    fixed((others.get(title)?.ratio ?? NaN) * whole.ratio)
  return [
    'CPU time relative to `JSON.parse` of the same bytes, which loses ids beyond 2^53 and checks nothing. The other parsers',
    'give numbers as text or BigInt and nothing more; our whole way also checks every field and makes exact decimals of amounts.',
    '',
    table(
      ['', ...rows.map(({ name }) => name)],
      [
        ['`JSON.parse`, µs', ...rows.map(({ whole }) => fixed(whole.baseUs))],
        ['against itself', ...rows.map(({ control }) => `${shown(control)}${isQuiet(control) ? '' : ' (noisy)'}`)],
        ['**Plimsoll, to checked values**', ...rows.map(({ whole }) => `**${shown(whole)}**`)],
        ['Plimsoll, the lossless scan alone', ...rows.map(({ scan }) => fixed(scan.ratio))],
        ...[...(rows[0]?.others.keys() ?? [])].map((title) => [title, ...rows.map((row) => times(row, title))]),
      ],
    ),
  ].join('\n')
}

function speedGoals(rows: readonly Row[]): BenchResult['goals'] {
  const heldToControl = (verdict: Verdict, row: Row): Verdict => (isQuiet(row.control) ? verdict : 'inconclusive')
  return [
    {
      id: 'G6',
      goal: 'decode at most 1.0 × `JSON.parse` of the bytes',
      measured: rows
        .map(({ name, whole, scan }) => `${name} ${fixed(whole.ratio)} (scan ${fixed(scan.ratio)})`)
        .join(', '),
      verdict: worst(rows.map((row) => heldToControl(judge(row.whole, 1), row))),
    },
    ...Object.entries(FASTER_THAN).map(([title, times]) => {
      // ccxt is slow when ids exceed 2^53, and balances contain none.
      const asked = rows.filter(({ name }) => title !== 'ccxt parseJson' || name !== 'balances 500')
      const others = asked.map((row) => ({ row, other: row.others.get(title) }))
      return {
        id: 'G6',
        goal: `decode at least ${times} × faster than ${title} parses`,
        measured: others.map(({ row, other }) => `${row.name} ${fixed(other?.ratio ?? NaN)}×`).join(', '),
        verdict: worst(
          others.map(({ row, other }) => (other ? heldToControl(isFaster(other, times), row) : 'inconclusive')),
        ),
      }
    }),
  ]
}

function isFaster(other: Comparison, times: number): Verdict {
  return judge({ ...other, runs: other.runs.map((ratios) => ratios.map((ratio) => 1 / ratio)) }, 1 / times)
}

/** The first reply that a fresh process reads: by JSON.parse, by us, and by us after the instruments, as in the app. */
function coldStarts(): { markdown: string; goal: BenchResult['goals'][number] } {
  const program = fileURLToPath(new URL('cold.ts', import.meta.url))
  const times = (what: string, payload: string): number[] =>
    Array.from({ length: isQuick ? 3 : 9 }, () => Number(execFileSync(process.execPath, [program, what, payload])))
  const measured = ['account 100', 'account 1000'].map((payload) => {
    const [json = NaN, ours = NaN, warmed = NaN] = ['json', 'ours', 'warmed'].map((what) =>
      quantile(times(what, payload), 0.5),
    )
    return { payload, json, ours, warmed }
  })
  const markdown = [
    'The first reply of a fresh process, ms, median; nothing is compiled yet:',
    '',
    table(
      ['', '`JSON.parse`', 'ours, cold', 'ours, after the instruments were read'],
      measured.map(({ payload, json, ours, warmed }) => [payload, fixed(json), fixed(ours), fixed(warmed)]),
    ),
  ].join('\n')
  const ratios = measured.map(({ json, warmed }) => warmed / json)
  const goal = {
    id: 'G7',
    goal: 'the first decode after start-up at most 2 × `JSON.parse`',
    measured: measured
      .map(({ payload, warmed }, at) => `${payload} ${fixed(ratios[at] ?? NaN)} (${fixed(warmed)} ms)`)
      .join(', '),
    verdict: ratios.every((ratio) => ratio <= 2) ? ('met' as const) : ('missed' as const),
  }
  return { markdown, goal }
}

/** Documents that parsers get wrong, and the value of the one number in each. */
const CASES: readonly (readonly [document: string, number: string, at: (read: unknown) => unknown])[] = [
  ['{"orderId":1690615676032452985}', '1690615676032452985', (read) => member(read, 'orderId')],
  ['{"orderId": 1690615676032452985}', '1690615676032452985', (read) => member(read, 'orderId')],
  ['{"ids":[1690615676032452985]}', '1690615676032452985', (read) => (member(read, 'ids') as unknown[])[0]],
  ['1010.4043400372839856', '1010.4043400372839856', (read) => read],
  ['{"a":"\\":1690615676032452985,"}', '":1690615676032452985,', (read) => member(read, 'a')],
  ['{"":{"a":1,"\\\\\\"":1},"x":{"a":1,"\\"\\"":7}}', '7', (read) => member(member(read, 'x'), '""')],
]

function member(read: unknown, name: string): unknown {
  return read instanceof JsonObject ? read.get(name) : (read as Record<string, unknown>)[name]
}

function correctness(): string {
  const ours: Parse = (text) => {
    const read = parseJson(Buffer.from(text))
    return read.ok ? read.value : undefined
  }
  const all = { Plimsoll: ours, ...PARSERS }
  const verdict = (parse: Parse, [document, number, at]: (typeof CASES)[number]): string => {
    try {
      return String(at(parse(document))) === number ? 'ok' : '**wrong**'
    } catch {
      return '**fails**'
    }
  }
  return [
    'Whether the number in a document comes out as it was written:',
    '',
    table(
      ['', ...Object.keys(all)],
      CASES.map((row) => [`\`${row[0]}\``, ...Object.values(all).map((parse) => verdict(parse, row))]),
    ),
  ].join('\n')
}

/** Ids and amounts surrounded by every kind of white space, in members, lists and texts. */
function countExact(): { markdown: string; goal: BenchResult['goals'][number] } {
  const random = seededRandom(7)
  const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('')
  const upTo = (count: number): number => 1 + Math.floor(random.next() * count)
  const blank = (): string => random.pick(['', '', ' ', '\n', '\t ', '\r\n']) ?? ''
  const number = (): string =>
    random.chance(0.5)
      ? `1${digits(upTo(18))}`
      : `${random.pick(['', '-']) ?? ''}${upTo(9)}${digits(upTo(6))}.${digits(upTo(18))}`
  let [fields, wrong] = [0, 0]
  while (fields < FIELDS) {
    const written = Array.from({ length: 300 }, () => [number(), number(), number()] as const)
    const rows = written.map(
      ([id, price, text]) => `{"id":${blank()}${id}${blank()},"p":[${blank()}${price}],"t":"${text}","s":"\\":${id},"}`,
    )
    const read = parseJson(Buffer.from(`[${rows.join(`${blank()},`)}]`))
    const items = read.ok && Array.isArray(read.value) ? (read.value as readonly unknown[]) : []
    written.forEach(([id, price, text], index) => {
      const found = ['id', 'p', 't', 's'].map((name) => String(member(items[index], name)))
      wrong += [id, price, text, `":${id},`].filter((expected, at) => expected !== found[at]).length
      fields += found.length
    })
  }
  const measured = `${fields} fields, ${wrong} wrong`
  return {
    markdown: `Ids and amounts generated, written into rows, lists and texts, and read back: ${measured}.`,
    goal: {
      id: 'G8',
      goal: 'every id and amount byte-exact over at least 100,000 generated fields',
      measured,
      verdict: wrong === 0 && fields >= 100_000 ? 'met' : 'missed',
    },
  }
}
