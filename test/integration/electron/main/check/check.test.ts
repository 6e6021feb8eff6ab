import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { isLive } from '#electron/simulator/exchange/account/sim-order.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const CHECK = join(ROOT, 'electron/main/check/check.ts')
const THROUGH_NPM = [join(ROOT, 'build/program.mjs'), 'check']
const SIMULATOR = join(ROOT, 'electron/simulator/testing/cli.ts')

let folder: string
const venues: Simulator[] = []
const started: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-check-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const venue of venues.splice(0)) await venue.stop()
  rmSync(folder, { recursive: true })
})

/**
 * A venue on which nothing changes, so that its state is still the same when the check ends. It has no rate limits: the
 * profiles used here call faster than most venues allow.
 */
async function open(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const still = { seed: 7, clock: systemClock, autoTick: false, life: false, limits: 'none' } as const
  const venue = await startSimulator({ ...still, ...options })
  venues.push(venue)
  return venue
}

/** Addresses on which nothing listens. */
const NOBODY = { spotBaseUrl: 'http://127.0.0.1:9', contractBaseUrl: 'http://127.0.0.1:9' }

type Place = Pick<Simulator, 'spotBaseUrl' | 'contractBaseUrl'>

function profileOf({ spotBaseUrl, contractBaseUrl }: Partial<Place>, dialect: object = {}): string {
  const file = join(folder, 'venue.json')
  writeFileSync(file, JSON.stringify({ version: 1, name: 'Harbour', spotBaseUrl, contractBaseUrl, dialect }))
  return file
}

/** Open orders may be read without limit, so that no test waits for a window. */
const FAST = {
  limits: Object.fromEntries(['spot', 'contract'].map((area) => [`${area}.openOrders`, { count: 200, windowMs: 50 }])),
}

const keyLine = ({ apiKey, apiSecret }: Pick<Simulator, 'apiKey' | 'apiSecret'>): string =>
  `${JSON.stringify({ apiKey, apiSecret })}\n`

/** Runs the check to its end. With `input` null, standard input stays open and empty. */
async function run(args: readonly string[], input: string | null, { script = [CHECK], cwd = folder } = {}) {
  const child = spawn(process.execPath, [...script, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, INIT_CWD: cwd },
  })
  started.push(child)
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.stderr += text))
  // A process that refuses its arguments may exit before it reads its input.
  child.stdin.on('error', () => undefined)
  if (input !== null) child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

interface Document {
  verdict: string
  reason: string | null
  probe: { verdict: string; steps: { id: string; outcome: string; text: string }[] } | null
  profile: { dialect: object } | null
  account: {
    readAt: Record<string, string | null>
    balances: { asset: string; free: string; locked: string }[]
    marginAccounts: { marginCoin: string; walletBalance: string }[] | null
    positions: { contract: string; volume: string; side: string }[] | null
    orders: { orderId: string; area: string; readAt: string }[]
    orderScopes: { readAt: string | null; failure: object | null }[]
    risk: { equity: { total: string }; margin: object[]; missing: string[] }
  } | null
}

const documentOf = (stdout: string): Document => JSON.parse(stdout) as Document

describe('npm run check at a venue with an odd row', () => {
  it('is not healthy when a held contract is missing from the list, and names it', async () => {
    const venue = await open()
    const held = venue.exchange.contracts.positions()[0]!.spec.name
    venue.faults.inject({
      ...{ match: 'contract.contracts', kind: 'missingRow', field: 'symbol', body: held },
      times: Infinity,
    })
    const { code, stdout } = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    const { verdict, reason } = documentOf(stdout)
    expect([code, verdict]).toEqual([2, 'unreadable'])
    expect(reason).toContain(`${held}: it is held, and not in the venue’s contract list`)
  })

  it("does not report unreadable rows as none, and gives the venue's margin rate", async () => {
    const venue = await open()
    const unreadable = { kind: 'wrongType', body: 'null', times: Infinity } as const
    venue.faults.inject({ match: 'contract.account', field: 'volume', ...unreadable })
    venue.faults.inject({ match: 'contract.openOrders', field: 'orderId', ...unreadable })
    venue.faults.inject({ match: 'spot.account', field: 'asset', ...unreadable })
    const { code, stdout } = await run(['--profile', profileOf(venue, FAST)], keyLine(venue))
    expect(code).toBe(2)
    expect(stdout).not.toContain('(none)')
    expect(stdout).toMatch(/\nPositions\n[^\n]+\n {2}\(not all is known\. \d+ rows could not be read: /)
    expect(stdout).toMatch(/\nBalances\n[^\n]+\n {2}\(not all is known\. \d+ rows could not be read/)
    expect(stdout).toMatch(/ {2}cross:USDT +\S+ USDT +\S+ % \(the venue’s\) +- /)
    expect(stdout).toMatch(/ {2}not in exposure +E-/)
  })

  it('is not healthy when a held contract cannot be read in the list, and names it', async () => {
    const venue = await open()
    const held = venue.exchange.contracts.positions()[0]!.spec.name
    const garbled = { kind: 'wrongType', field: 'multiplier', body: '{}', where: held, times: Infinity } as const
    venue.faults.inject({ match: 'contract.contracts', ...garbled })
    const { code, stdout } = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    expect([code, documentOf(stdout).verdict]).toEqual([2, 'unreadable'])
    expect(documentOf(stdout).reason).toContain(`${held}: it is held, and its row in the contract list has multiplier`)
  })

  it('is healthy when the venue has contracts only, and says nothing else about Spot', async () => {
    const venue = await open({ dialect: { areas: 'contract' } })
    const { contractBaseUrl } = venue
    const { code, stdout } = await run(['--profile', profileOf({ contractBaseUrl }, FAST)], keyLine(venue))
    expect([code, stdout]).toEqual([0, expect.stringContaining('The venue is healthy')])
    expect(stdout).toMatch(/^ *spot +not at this venue$/m)
    expect(stdout).not.toMatch(/Spot clock|Pairs|^Balances$|failed|unknown/m)
  })

  it('is healthy when the venue has Spot only, and prints a profile for Spot only', async () => {
    const venue = await open({ dialect: { areas: 'spot' } })
    const { spotBaseUrl } = venue
    const { code, stdout } = await run(['--profile', profileOf({ spotBaseUrl }, FAST), '--json'], keyLine(venue))
    const { verdict, reason, profile, account } = documentOf(stdout)
    expect([code, verdict, reason]).toEqual([0, 'healthy', null])
    expect(profile).not.toHaveProperty('contractBaseUrl')
    expect(account).toMatchObject({ positions: [], risk: { missing: [] } })
  })

  it('is healthy when duplicate rows agree, because they hide nothing', async () => {
    const venue = await open()
    venue.faults.inject({ match: 'spot.account', kind: 'duplicates', times: Infinity })
    const { code, stdout } = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    expect([code, documentOf(stdout).verdict]).toEqual([0, 'healthy'])
  })
})

describe('npm run check at a healthy venue', () => {
  it('prints one JSON document that matches the venue’s state, and ends with 0', async () => {
    const venue = await open()
    const { code, stdout, stderr } = await run(['--profile', profileOf(venue), '--json'], keyLine(venue))
    expect([code, stderr]).toEqual([0, ''])
    const { verdict, reason, probe, profile, account } = documentOf(stdout)
    expect([verdict, reason, probe?.verdict]).toEqual(['healthy', null, 'healthy'])
    expect(profile?.dialect).toEqual({ openOrders: { spot: 'perInstrument', contract: 'wholeArea' } })
    const { spot, contracts } = venue.exchange
    const text = (value: Parameters<typeof decimal>[0]): string => toText(decimal(value))
    expect(account!.balances.map(({ asset, free, locked }) => [asset, text(free), text(locked)]).toSorted()).toEqual(
      spot
        .balances()
        .map(({ asset, free, locked }) => [asset, text(free), text(locked)])
        .toSorted(),
    )
    expect(account!.positions!.map(({ contract, volume }) => `${contract} ${text(volume)}`).toSorted()).toEqual(
      contracts
        .positions()
        .map(({ spec, volume }) => `${spec.name} ${text(volume)}`)
        .toSorted(),
    )
    expect(account!.orders.map(({ orderId }) => orderId).toSorted()).toEqual(
      [...spot.openOrders(), ...contracts.openOrders()]
        .filter(isLive)
        .map(({ orderId }) => orderId)
        .toSorted(),
    )
    expect(account!.orderScopes.filter(({ readAt, failure }) => readAt === null || failure !== null)).toEqual([])
    expect(account!.risk.missing).toEqual([])
    expect(parseFloat(account!.risk.equity.total)).toBeGreaterThan(0)
    const ages = [...Object.values(account!.readAt), account!.orders[0]!.readAt].map(
      (at) => Date.parse(at!) - systemClock.wall(),
    )
    expect(ages.every((age) => Math.abs(age) < 60_000)).toBe(true)
  })

  it('prints the same as tables through npm, with files relative to where npm was called', async () => {
    const simulator = spawn(process.execPath, [SIMULATOR, '--seed', '7'], { stdio: ['ignore', 'pipe', 'ignore'] })
    started.push(simulator)
    const where = await firstLine(simulator.stdout)
    profileOf(where)
    const { code, stdout, stderr } = await run(['--profile', 'venue.json'], keyLine(where), { script: THROUGH_NPM })
    expect(code).toBe(0)
    expect(stderr).toMatch(/^check: measuring the clocks.*\ncheck: reading the account\n/)
    expect(stdout).toMatch(/^The venue is healthy: /)
    for (const section of ['Account Harbour', 'Margin', 'Margin balances', 'Positions', 'Open orders', 'Balances']) {
      expect(stdout).toContain(`\n\n${section}`)
    }
    expect(stdout).toMatch(/equity +\d+\.\d+ USDT/)
    expect(stdout).toMatch(/cross:USDT +\d/)
    expect(stdout).not.toContain(where.apiSecret)
  })

  it('detects the dialect of a venue of the first generation, and prints it', async () => {
    const venue = await open({ signsQuery: false })
    const file = profileOf(venue, FAST)
    const asTables = await run(['--profile', file], keyLine(venue))
    expect(asTables.code).toBe(0)
    expect(asTables.stdout).toContain('This venue differs from the usual\n  The query of a GET is not signed.\n')
    const asJson = await run(['--profile', file, '--json'], keyLine(venue))
    expect(documentOf(asJson.stdout)).toMatchObject({
      verdict: 'healthy',
      profile: { dialect: { signGetQuery: false } },
    })
  })
})

describe('npm run check at an unhealthy venue or with a bad key', () => {
  it.each([
    ['a wrong secret', { apiSecret: 'c4n4ry-secret' }],
    ['an unknown key', { apiKey: 'c4n4ry-key' }],
  ])('ends with 2 and the reason for %s, and repeats none of the key', async (_what, wrong) => {
    const venue = await open()
    const keys = { apiKey: venue.apiKey, apiSecret: venue.apiSecret, ...wrong }
    const file = profileOf(venue)
    const asTables = await run(['--profile', file], keyLine(keys))
    expect(asTables.code).toBe(2)
    expect(asTables.stdout).toMatch(/^Refused: /)
    expect(asTables.stderr).toMatch(/^check: measuring the clocks.*\ncheck: .+\n$/)
    const asJson = await run(['--profile', file, '--json'], keyLine(keys))
    expect([asJson.code, asJson.stderr]).toEqual([2, ''])
    const document = documentOf(asJson.stdout)
    expect(document).toMatchObject({ verdict: 'refused', account: null })
    expect(asTables.stderr.endsWith(`\ncheck: ${document.reason!}\n`)).toBe(true)
    const everything = JSON.stringify([asTables, asJson])
    for (const secret of Object.values(keys)) expect(everything).not.toContain(secret)
  })

  it('ends with 2 when nobody answers', async () => {
    const { code, stderr } = await run(['--profile', profileOf(NOBODY)], keyLine({ apiKey: 'k', apiSecret: 's' }))
    expect(code).toBe(2)
    expect(stderr).toMatch(/\ncheck: http:\/\/127\.0\.0\.1:9 cannot be used\. .+\n$/)
  })

  it('reads what a limited key can read, ends with 0 and gives the reasons', async () => {
    const venue = await open({ limits: 'none' })
    const always = { kind: 'errorWith200', code: -2015, times: 1_000 } as const
    for (const match of ['contract.account', 'contract.openOrders']) venue.faults.inject({ match, ...always })
    const { code, stdout } = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    expect(code).toBe(0)
    const { verdict, reason, account } = documentOf(stdout)
    expect(verdict).toBe('limited')
    expect(reason).toContain('The Contract account cannot be read.')
    expect(account!.positions).toBeNull()
    expect(account!.risk.missing).toEqual(['marginAccounts', 'positions'])
    expect(account!.orders.map(({ area }) => area)).toContain('spot')
    // Orders are not requested when the key may not see them.
    expect(venue.ledger.arrivals({ endpoint: 'contract.openOrders' })).toEqual([])
  })

  it('ends with 2 when part of the account cannot be read after all, and shows the rest', async () => {
    const venue = await open({ limits: 'none' })
    venue.faults.inject({ match: 'contract.openOrders', kind: 'errorWith200', code: -1016, times: 1_000 })
    const { code, stdout, stderr } = await run(['--profile', profileOf(venue, FAST)], keyLine(venue))
    expect(code).toBe(2)
    expect(stdout).toMatch(/^Unreadable: [^]*\nBalances\n/)
    expect(stderr).toMatch(
      /\ncheck: The account could not be read in full\. Open orders of contract:.+ And \d+ more\.\n$/,
    )
    const asJson = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    expect([asJson.code, documentOf(asJson.stdout).verdict]).toEqual([2, 'unreadable'])
  })

  it('says what it waits for, and continues', async () => {
    const venue = await open({ limits: 'none' })
    venue.faults.inject({ match: 'spot.account', kind: 'status429', retryAfter: 1 })
    const { code, stderr } = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    expect(stderr).toMatch(/^check: waiting 10 s: the venue asked Plimsoll to slow down \(127\.0\.0\.1:\d+\)\n/)
    expect(code).toBe(0)
  })

  it.each([
    ['a long pause', { kind: 'status429', retryAfter: 3_000 }, 'asked Plimsoll to slow down', '50 min'],
    ['a ban', { kind: 'status418', retryAfter: 599 }, 'has banned your IP address', '10 min'],
  ] as const)('gives up %s with a sentence', async (_, fault, words, wait) => {
    const venue = await open({ limits: 'none' })
    venue.faults.inject({ match: 'spot.account', ...fault })
    const { code, stdout } = await run(['--profile', profileOf(venue, FAST), '--json'], keyLine(venue))
    const { verdict, reason } = documentOf(stdout)
    expect([code, verdict]).toEqual([2, 'unreadable'])
    expect(reason).toContain(`Given up: the venue ${words}`)
    expect(reason).toContain(`in ${wait}. Run the check again after `)
  })

  it('stops on Ctrl-C at any moment', async () => {
    const venue = await open({ limits: 'none' })
    venue.faults.inject({ match: 'spot.account', kind: 'stall', times: 1_000 })
    const running = run(['--profile', profileOf(venue, FAST)], keyLine(venue))
    await venue.ledger.arrival('spot.account')
    started.at(-1)!.kill('SIGINT')
    expect(await running).toMatchObject({ code: 130, stdout: '', stderr: expect.stringMatching(/\ncheck: stopped\n$/) })
  })

  it('ends quietly when its reader closes the pipe', async () => {
    const venue = await open({ limits: 'none' })
    const child = spawn(process.execPath, [CHECK, '--profile', profileOf(venue, FAST)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    started.push(child)
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
    child.stdout.destroy()
    child.stdin.end(keyLine(venue))
    const [code] = (await once(child, 'exit')) as [number | null]
    // The result is known before it is printed.
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/rror/)
  })
})

describe('npm run check with bad input', () => {
  const SHAPE = 'the first line of standard input must be {"apiKey":"…","apiSecret":"…"} and nothing else'

  it('on standard input ends with 2, says why and repeats none of it', async () => {
    const { code, stdout, stderr } = await run(['--profile', profileOf(NOBODY)], 'c4n4ry-secret\n')
    expect([code, stdout, stderr]).toEqual([2, '', `check: ${SHAPE}\n`])
  })

  it.each([
    ['a folder', '</', 'standard input is a folder'],
    ['closed', '<&-', 'standard input is closed, or a device that holds nothing'],
    ['not open for reading', '0>unread', 'standard input cannot be read (EBADF)'],
  ])('on a standard input that is %s says so', async (_what, redirection, reason) => {
    const command = `exec "$0" "$1" --profile "$2" ${redirection}`
    const child = spawn('sh', ['-c', command, process.execPath, CHECK, profileOf(NOBODY)], { cwd: folder })
    started.push(child)
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
    const [code] = (await once(child, 'close')) as [number | null]
    const expected = `check: ${reason}; send one line like {"apiKey":"…","apiSecret":"…"}\n`
    expect([code, stderr]).toEqual([2, expected])
  })

  it('reports the error in the JSON document when JSON is requested', async () => {
    const { code, stdout, stderr } = await run(['--profile', profileOf(NOBODY), '--json'], 'c4n4ry-secret\n')
    expect([code, stderr, documentOf(stdout)]).toEqual([
      2,
      '',
      { verdict: 'badInput', reason: SHAPE, probe: null, profile: null, account: null },
    ])
  })

  it('reads a key at a terminal without showing it', async () => {
    const venue = await open({ limits: 'none' })
    const command = [process.execPath, CHECK, '--profile', profileOf(venue, FAST), '--json'].join(' ')
    const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] })
    started.push(child)
    let screen = ''
    let isTyped = false
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text
      if (!isTyped && screen.includes('it is not shown')) child.stdin.write(keyLine(venue).replace('\n', '\r'))
      isTyped ||= screen.includes('it is not shown')
    })
    const [code] = (await once(child, 'close')) as [number | null]
    expect(screen).toContain('"verdict": "healthy"')
    expect(code).toBe(0)
    expect(screen).not.toContain(venue.apiSecret)
    expect(screen).not.toContain(venue.apiKey)
  })

  it('in its arguments ends with 2 without waiting for a key, and repeats none of it', async () => {
    const { code, stdout, stderr } = await run(['c4n4ry-secret'], null)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^check: an argument is not understood.*\n$/)
    expect(stderr).not.toContain('c4n4ry')
  })

  it('answers in JSON even if it does not understand the other arguments', async () => {
    const { code, stdout, stderr } = await run(['--json', '--secret=c4n4ry-secret'], null)
    expect([code, stderr, documentOf(stdout).verdict]).toEqual([2, '', 'badInput'])
    expect(stdout).not.toContain('c4n4ry')
  })

  it('prints its usage', async () => {
    const { code, stdout } = await run(['--help'], null)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^usage: npm run check -- --venue NAME \| --profile FILE\.json \[--json \| --report\] \[--language en\|zh\]\n/,
    )
  })
})

async function firstLine(output: NodeJS.ReadableStream): Promise<Place & Pick<Simulator, 'apiKey' | 'apiSecret'>> {
  for await (const line of createInterface(output)) return JSON.parse(line) as ReturnType<typeof firstLine>
  throw new Error('expected a line on stdout')
}
