/**
 * The simulator in its own process, started by the application. It begins at once if argv names a seed, otherwise with
 * the first message `{ seed }`, and answers `{ kind: 'ready', ... }`. If it cannot start, it says why on stderr and
 * exits with 1.
 */
import { realClock } from './real-clock.ts'
import { CANCEL_DELAY_MS, startVenue } from './simulator.ts'

/** Electron's utility process has a port to its parent; a forked Node has `send`. */
interface ParentPort {
  postMessage(message: unknown): void
  once(event: 'message', listener: (event: { data: unknown }) => void): void
}
const { parentPort } = process as unknown as { readonly parentPort?: ParentPort }

function post(message: unknown): void {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message)
}

async function start(seed: number): Promise<void> {
  try {
    const venue = await startVenue({ seed, clock: realClock, cancelDelayMs: CANCEL_DELAY_MS })
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
    post({ kind: 'ready', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
  } catch (error) {
    fail(String(error))
  }
}

function onMessage(message: unknown): void {
  const seed = message !== null && typeof message === 'object' && 'seed' in message ? message.seed : null
  if (typeof seed === 'number' && Number.isSafeInteger(seed)) void start(seed)
  else fail('expected a message { seed: whole number }')
}

function fail(message: string): never {
  console.error(`simulator: ${message}`)
  process.exit(1)
}

// A forked process would outlive its parent.
process.once('disconnect', () => process.exit(0))
const argument = process.argv[2]
if (argument !== undefined && /^\d{1,10}$/.test(argument)) void start(parseInt(argument, 10))
else if (parentPort) parentPort.once('message', (event) => onMessage(event.data))
else process.once('message', onMessage)
