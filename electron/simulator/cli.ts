/** The simulator as a program: one line of JSON on stdout says where it is, then it serves until it is told to stop. */
import { parseArgs } from 'node:util'
import { realClock } from './real-clock.ts'
import { startSimulator } from './simulator.ts'

const USAGE = 'usage: sim [--port 0-65535] [--seed number] [--key text --secret text]'
const DEFAULT_SEED = '7'
const CANCEL_DELAY_MS = 250

const options = readOptions()
if (typeof options === 'string') {
  console.error(`sim: ${options}; ${USAGE}`)
  process.exit(2)
}
try {
  const simulator = await startSimulator({ ...options, clock: realClock, cancelDelayMs: CANCEL_DELAY_MS })
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = simulator
  console.log(JSON.stringify({ spotBaseUrl, contractBaseUrl, apiKey, apiSecret }))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void simulator.stop().then(() => process.exit(0)))
  }
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  console.error(isTaken ? `sim: port ${options.port} is in use; choose another with --port` : `sim: ${String(error)}`)
  process.exit(1)
}

/** The options, or what is wrong with the arguments. */
function readOptions(): { port: number; seed: number; apiKey?: string; apiSecret?: string } | string {
  let values
  try {
    const text = { type: 'string' } as const
    const named = { port: text, seed: text, key: text, 'spot-key': text, secret: text }
    values = parseArgs({ options: named, args: process.argv.slice(2) }).values
  } catch (error) {
    return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? error.message) : String(error)
  }
  const port = wholeNumber(values.port ?? '0', 65_535)
  const seed = wholeNumber(values.seed ?? DEFAULT_SEED, 2 ** 32 - 1)
  const apiKey = values.key ?? values['spot-key']
  const apiSecret = values.secret
  if (port === null) return `expected --port from 0 to 65535, was ${values.port}`
  if (seed === null) return `expected --seed from 0 to 4294967295, was ${values.seed}`
  if ((apiKey === undefined) !== (apiSecret === undefined)) return 'expected --key and --secret together'
  if (apiKey === '' || apiSecret === '') return 'expected --key and --secret not to be empty'
  return apiKey !== undefined && apiSecret !== undefined ? { port, seed, apiKey, apiSecret } : { port, seed }
}

function wholeNumber(text: string, max: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? parseInt(text, 10) : null
  return value !== null && value <= max ? value : null
}
