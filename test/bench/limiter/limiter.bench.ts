/**
 * How well limiters keep to a venue's limit, as the venue counts it: a strict server in a separate process, with real
 * HTTP over loopback. Counts are the result; times show how much of the allowed pace was used.
 *
 *     node test/bench/limiter/limiter.bench.ts [--quick]
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../../electron/main/system-clock.ts'
import { seededRandom } from '../../../electron/simulator/exchange/market/random.ts'
import { createVenueClient } from '../../../electron/venue/venue.ts'
import type { VenueClient } from '../../../electron/venue/port.ts'
import { DEFAULT_DIALECT } from '../../../electron/venue/profile/dialect.ts'
import type { Limit } from '../../../electron/venue/profile/dialect.ts'
import { arrivalsOf, fullestFixedWindow, violations } from '../../support/limiter/judge.ts'
import { ours } from '../../support/limiter/limiters.ts'
import { run as runTraffic } from '../../support/limiter/traffic.ts'
import type { Call } from '../../support/limiter/traffic.ts'
import type { BenchResult } from '../bench-result.ts'

const WINDOW_MS = 2000
/** A higher load means that the machine is doing something else too. */
const BUSY = 0.7
const GOAL = { loopback: 0.98, jitter: 0.95, refusedLimiters: 5 }

/** Calls per window, calls in each run, and the number of runs. */
interface Load {
  readonly count: number
  readonly calls: number
  readonly runs: number
}

/** The throttle is tested like the other limiters; the client is measured as a whole, down to the socket. */
interface Plan {
  readonly throttle: readonly Load[]
  readonly client: readonly Load[]
  readonly others: { readonly calls: number; readonly runs: number }
  readonly simulated: number
}
const FULL: Plan = {
  throttle: [
    { count: 20, calls: 200, runs: 5 },
    { count: 50, calls: 500, runs: 3 },
    { count: 100, calls: 500, runs: 3 },
  ],
  client: [
    { count: 20, calls: 200, runs: 3 },
    { count: 50, calls: 250, runs: 3 },
    { count: 100, calls: 500, runs: 3 },
  ],
  others: { calls: 100, runs: 3 },
  simulated: 1000,
}
const QUICK: Plan = {
  throttle: [
    { count: 20, calls: 60, runs: 1 },
    { count: 50, calls: 150, runs: 1 },
    { count: 100, calls: 300, runs: 1 },
  ],
  client: [{ count: 20, calls: 60, runs: 1 }],
  others: { calls: 60, runs: 1 },
  simulated: 100,
}

type Schedule = (call: () => Promise<unknown>) => Promise<unknown>

interface Contender {
  readonly name: string
  readonly make: (limit: Limit) => Schedule
}

/** One run as the server saw it. */
interface Outcome {
  readonly totalMs: number
  /** As a share of the best pace that the limit allows. */
  readonly pace: number
  /**
   * Arrivals that a strict venue refuses, arrivals refused by a venue that counts accepted calls only, and the fullest
   * fixed window.
   */
  readonly violations: number
  readonly refusals: number
  readonly fullest: number
}

/** The summary of all runs of one limiter. */
interface Summary {
  readonly name: string
  readonly limit: Limit
  readonly calls: number
  readonly runs: readonly Outcome[]
}

interface Measured {
  readonly throttle: readonly Summary[]
  readonly client: readonly Summary[]
  readonly others: readonly Summary[]
  readonly simulated: Simulated
  /** The load of the machine over the last minute. A run alone causes almost none. */
  readonly load: number
  /**
   * A short run has few windows compared with the round trips at its ends. Its counts are meaningful, its pace is not.
   */
  readonly isShort: boolean
}

export default async function run(): Promise<BenchResult> {
  const plan = process.argv.includes('--quick') ? QUICK : FULL
  const server = await StrictServer.start()
  try {
    const throttle: Summary[] = []
    for (const load of plan.throttle) {
      const name = `Plimsoll’s throttle, ${load.count} per 2 s`
      throttle.push(await summary(name, load, (limit) => runContender(server, throttled, limit, load.calls)))
    }
    const client: Summary[] = []
    for (const load of plan.client) {
      const name = `Plimsoll’s client, ${load.count} per 2 s`
      client.push(await summary(name, load, (limit) => runClient(server, limit, load.calls)))
    }
    const others: Summary[] = []
    for (const { name, make } of await contenders()) {
      const load = { count: 20, ...plan.others }
      others.push(await summary(name, load, (limit) => runContender(server, make, limit, load.calls)))
    }
    const simulated = await simulate(plan.simulated)
    return report({ throttle, client, others, simulated, load: loadavg()[0] ?? NaN, isShort: plan === QUICK })
  } finally {
    server.stop()
  }
}

const limitOf = (count: number): Limit => ({ count, windowMs: WINDOW_MS })

async function summary(
  name: string,
  { count, calls, runs }: Load,
  once: (limit: Limit) => Promise<Outcome>,
): Promise<Summary> {
  const limit = limitOf(count)
  const outcomes: Outcome[] = []
  for (let done = 0; done < runs; done++) outcomes.push(await once(limit))
  return { name, limit, calls, runs: outcomes }
}

/** Our throttle in front of any call, used like the others. */
function throttled(limit: Limit): Schedule {
  const throttle = ours(new Map([['e', { limit, weight: 1, isWrite: false }]]), null)(systemClock)
  const { signal } = new AbortController()
  return async (call) => {
    const slot = await throttle.acquire('e', 'act', signal)
    if (!slot.ok) throw new Error('expected a slot')
    await call()
    slot.value.answered()
  }
}

/** The client itself, down to the socket. Only the limit of the endpoint is set. */
async function runClient(server: StrictServer, limit: Limit, calls: number): Promise<Outcome> {
  const client = createVenueClient({
    spotBaseUrl: server.baseUrl,
    contractBaseUrl: server.baseUrl,
    credentials: null,
    clock: systemClock,
    dialect: {
      ...DEFAULT_DIALECT,
      limits: { 'spot.ping': limit, 'contract.ping': NONE },
      weightPerMinute: { spot: null, contract: null },
    },
  })
  try {
    await server.warm(limit, () => client.call('contract.ping', {}, { lane: 'act' }))
    return await server.count(limit, calls, () => ping(client))
  } finally {
    await client.close()
  }
}

async function ping(client: VenueClient): Promise<void> {
  await client.call('spot.ping', {}, { lane: 'act' })
}

async function runContender(
  server: StrictServer,
  make: Contender['make'],
  limit: Limit,
  calls: number,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true })
  const call = () => fetchOver(agent, server.baseUrl)
  try {
    await server.warm(limit, call)
    const schedule = make(limit)
    return await server.count(limit, calls, () => schedule(call))
  } finally {
    agent.destroy()
  }
}

function fetchOver(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject)
  })
}

async function contenders(): Promise<readonly Contender[]> {
  // The path is not a literal, because the project's types do not know the packages behind it.
  const at = new URL('contenders.mjs', import.meta.url).href
  const { CONTENDERS } = (await import(at)) as { CONTENDERS: readonly Contender[] }
  return CONTENDERS
}

/** A finite substitute: Infinity does not survive the channel to the child process. */
const NONE: Limit = { count: 1e9, windowMs: 1 }

class StrictServer {
  readonly baseUrl: string
  readonly #child: ChildProcess

  constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.baseUrl = `http://127.0.0.1:${port}`
  }

  static async start(): Promise<StrictServer> {
    const child = fork(fileURLToPath(new URL('strict-server.mjs', import.meta.url)))
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return new StrictServer(child, port)
  }

  /** Compiles code and opens sockets before anything is counted. */
  async warm({ count }: Limit, call: () => Promise<unknown>): Promise<void> {
    await this.#ask({ limit: NONE })
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: count }, call))
  }

  /** Makes all calls at once and returns how they arrived. */
  async count(limit: Limit, calls: number, call: () => Promise<unknown>): Promise<Outcome> {
    await this.#ask({ limit })
    const from = performance.now()
    await Promise.all(Array.from({ length: calls }, call))
    const totalMs = performance.now() - from
    const { arrivals, refusals } = await this.#ask({})
    if (arrivals.length !== calls) throw new Error(`expected ${calls} arrivals, was ${arrivals.length}`)
    const counted = arrivals.map((at) => ({ at, cost: 1 }))
    return {
      totalMs,
      pace: bestMs(calls, limit) / totalMs,
      violations: violations(counted, limit),
      refusals,
      fullest: fullestFixedWindow(counted, limit.windowMs),
    }
  }

  stop(): void {
    this.#child.disconnect()
  }

  async #ask(message: { limit?: Limit }): Promise<{ arrivals: readonly number[]; refusals: number }> {
    const answer = once(this.#child, 'message')
    this.#child.send(message)
    const [seen] = (await answer) as [{ arrivals: readonly number[]; refusals: number }]
    return seen
  }
}

/** The shortest time in which the limit allows that many calls. */
function bestMs(calls: number, { count, windowMs }: Limit): number {
  return Math.floor((calls - 1) / count) * windowMs
}

interface Simulated {
  readonly runs: number
  readonly violations: number
  readonly medianPace: number
}

/** Our throttle in virtual time: 200 calls at once, with delays of 10 to 60 ms each way. */
async function simulate(runs: number): Promise<Simulated> {
  const limit = limitOf(20)
  const paces: number[] = []
  let broken = 0
  for (let seed = 1; seed <= runs; seed++) {
    const random = seededRandom(seed)
    const calls = Array.from({ length: 200 }, (): Call => ({
      ...{ askAt: 0, lane: 'act', endpoint: 'e', fate: 'answered', lossKnownAfterMs: 0, abortAfterMs: null },
      upMs: random.between(10, 60),
      downMs: random.between(10, 60),
    }))
    const traces = await runTraffic(
      { calls, wallJumps: [] },
      ours(new Map([['e', { limit, weight: 1, isWrite: false }]]), null),
    )
    const arrivals = arrivalsOf(traces)
    broken += violations(arrivals, limit)
    const lastAnswer = Math.max(...traces.map(({ arrivedAt, call }) => (arrivedAt ?? Infinity) + call.downMs))
    paces.push(bestMs(200, limit) / lastAnswer)
  }
  return { runs, violations: broken, medianPace: median(paces) }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2
}

function report(measured: Measured): BenchResult {
  const { throttle, client, others, simulated, load, isShort } = measured
  const own = [...throttle, ...client]
  const broken = sum(own.flatMap(({ runs }) => runs.map((each) => each.violations)))
  const isOverfull = own.some(({ runs, limit }) => runs.some(({ fullest }) => fullest > limit.count))
  const isFast = throttle.every((each) => paceOf(each) >= GOAL.loopback)
  const refusing = others.filter(({ runs }) => runs.some((each) => each.violations > 0)).length
  return {
    title: 'Rate limits, as the venue counts them',
    markdown: markdown(measured),
    goals: [
      {
        id: 'G1',
        goal: '0 strict sliding-window violations, and none in fixed windows of any phase, in every run; median pace 98 % of the best or more, at 20, 50 and 100 per 2 s',
        measured: `${broken} violations; throttle ${pacesOf(throttle)}; whole client ${pacesOf(client)}`,
        // The round trip costs pace, and on a busy machine the machine determines it.
        verdict:
          broken > 0 || isOverfull ? 'missed' : isFast ? 'met' : isShort || load > BUSY ? 'inconclusive' : 'missed',
      },
      {
        id: 'G2',
        goal: 'up to 50 ms of jitter each way: 0 violations in 1,000 seeded runs in virtual time, 95 % of the best pace or more',
        measured: `${simulated.violations} violations in ${simulated.runs} runs; ${percent(simulated.medianPace)}`,
        verdict: simulated.violations === 0 && simulated.medianPace >= GOAL.jitter ? 'met' : 'missed',
      },
      {
        id: 'G3',
        goal: 'the same server refuses calls of at least 5 of the limiters in use',
        measured: `${refusing} of ${others.length}`,
        verdict: refusing >= GOAL.refusedLimiters ? 'met' : 'missed',
      },
    ],
  }
}

function markdown({ throttle, client, others, simulated, load }: Measured): string {
  return `All calls are asked for at once; a server in a process of its own notes when each arrives, over loopback with no jitter
added. A violation is an arrival less than 2 s after the one as many places before it as the limit allows. The 429s are
those of a server that counts accepted calls only. Each limiter runs a bare keep-alive GET; “client” is all of ours, down
to the socket. The others are set to 20 per 2 s. Median pace, and the range of counts over the runs; load of the machine
at the end: ${load.toFixed(1)}.

| limiter | runs | calls | pace, of the best | violations | 429s |
|---|---|---|---|---|---|
${[...throttle, ...client, ...others].map(row).join('\n')}

In virtual time, 200 calls at 20 per 2 s with 10 ms and up to 50 ms more on each way, ${simulated.runs} seeded runs:
${simulated.violations} violations at ${percent(simulated.medianPace)} of the best pace (median).
`
}

function row(each: Summary): string {
  const { name, runs, calls } = each
  const violated = range(runs.map(({ violations }) => violations))
  const refused = range(runs.map(({ refusals }) => refusals))
  return `| ${[name, runs.length, calls, percent(paceOf(each)), violated, refused].join(' | ')} |`
}

function paceOf({ runs }: Summary): number {
  return median(runs.map(({ pace }) => pace))
}

function pacesOf(summaries: readonly Summary[]): string {
  return summaries.map((each) => percent(paceOf(each))).join(', ')
}

function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return least === most ? String(least) : `${least}–${most}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { markdown: text, goals } = await run()
  console.log(text)
  console.table(goals)
  process.exit()
}
