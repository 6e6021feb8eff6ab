/**
 * Times every turn of the event loop that timers or the risk worker start, in CPU time of this thread, so that other
 * programs do not count. Names what took the longest turn.
 */
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { basename } from 'node:path'
import type { RiskPort } from '../../../electron/risk/risk-client.ts'
import type { Clock } from '../../../shared/domain/clock.ts'

/** The sampling interval, in microseconds, and the most time that one sample may represent. */
const SAMPLE_US = 1_000
const MOST_US = 5 * SAMPLE_US
/** A function is named if it took this share of its caller's time. */
const MAINLY = 0.4

interface Turn {
  /** Monotonic microseconds, on the same clock as the sampler. */
  readonly from: number
  readonly to: number
  readonly cpuUs: number
}

export interface Turns {
  /** The clock for the code that is to be timed. */
  readonly clock: Clock
  of(port: RiskPort): RiskPort
  /** Starts, and discards earlier turns. */
  start(): Promise<void>
  /** "36.0 ms, of which 18.0 ms collecting garbage; assess (assess.ts) > exposureOf (exposure.ts)" */
  longest(): Promise<{ readonly ms: number; readonly words: string }>
}

export function turnsOf(clock: Clock): Turns {
  const session = new Session()
  session.connect()
  let longest: Turn = { from: 0, to: 0, cpuUs: 0 }
  let begun: { readonly at: number; readonly cpuUs: number } | null = null
  /** Off while the profiler starts and stops, which itself blocks this thread. */
  let isOn = false
  /** Runs `task` in a turn, which ends when everything that is due has run, including what it resolved. */
  function during(task: () => void): void {
    if (isOn && begun === null) {
      setImmediate(ended)
      begun = { at: nowUs(), cpuUs: cpuUs() }
    }
    task()
  }
  function ended(): void {
    const turn = { from: begun?.at ?? 0, to: nowUs(), cpuUs: cpuUs() - (begun?.cpuUs ?? 0) }
    begun = null
    if (isOn && turn.cpuUs > longest.cpuUs) longest = turn
  }
  return {
    clock: {
      mono: () => clock.mono(),
      wall: () => clock.wall(),
      after: (ms, task) => clock.after(ms, () => during(task)),
    },
    of: (port) => ({ ...port, onReply: (listener) => port.onReply((reply) => during(() => listener(reply))) }),
    async start() {
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
      await session.post('Profiler.start')
      isOn = true
    },
    async longest() {
      isOn = false
      const { profile } = await session.post('Profiler.stop')
      return { ms: longest.cpuUs / 1_000, words: named(profile, longest) }
    },
  }
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}

function named(profile: Profiler.Profile, turn: Turn): string {
  const spent = spentIn(profile, turn)
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const within = (node: Profiler.ProfileNode): number =>
    childrenOf(node).reduce((sum, child) => sum + within(child), spent.get(node.id) ?? 0)
  const childrenOf = ({ children = [] }: Profiler.ProfileNode): Profiler.ProfileNode[] =>
    children.flatMap((id) => nodes.get(id) ?? [])
  const isGarbage = ({ callFrame }: Profiler.ProfileNode): boolean => callFrame.functionName === '(garbage collector)'
  const garbage = profile.nodes.filter(isGarbage).reduce((sum, node) => sum + (spent.get(node.id) ?? 0), 0)

  /** The path from caller to callee, as long as one callee took most of the time. */
  function path(node: Profiler.ProfileNode): Profiler.ProfileNode[] {
    const [main] = childrenOf(node)
      .filter((child) => !isGarbage(child))
      .map((child) => ({ child, us: within(child) }))
      .sort((a, b) => b.us - a.us)
    return main && main.us > 0 && main.us >= MAINLY * (within(node) - (node === profile.nodes[0] ? garbage : 0))
      ? [main.child, ...path(main.child)]
      : []
  }
  const [root] = profile.nodes
  const functions = (root ? path(root) : [])
    .filter(({ callFrame: { url, functionName } }) => /\/(electron|shared)\//.test(url) && functionName !== '')
    .map(({ callFrame: { functionName, url } }) => `${functionName} (${basename(url)})`)
  const ms = (us: number): string => `${(us / 1_000).toFixed(1)} ms`
  const mostly = functions.length > 0 ? `; ${functions.slice(-5).join(' > ')}` : ''
  return `${ms(turn.cpuUs)}, of which ${ms(garbage)} collecting garbage${mostly}`
}

/** Microseconds in each node during a turn, by node id. */
function spentIn({ startTime, samples = [], timeDeltas = [] }: Profiler.Profile, turn: Turn): Map<number, number> {
  const spent = new Map<number, number>()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index] ?? 0
    const us = Math.min(timeDeltas[index + 1] ?? 0, MOST_US)
    if (at >= turn.from && at <= turn.to) spent.set(id, (spent.get(id) ?? 0) + us)
  }
  return spent
}
