/** The simulator as a program: prints one line of JSON with its addresses and serves until it is stopped. */
import { readOptions } from './cli-options.ts'
import { realClock } from '../real-clock.ts'
import { CANCEL_DELAY_MS, startSimulator } from './test-simulator.ts'

const read = readOptions(process.argv.slice(2))
if (!read.ok) {
  console.error(`sim: ${read.error}`)
  process.exit(2)
}
const { faults, ...options } = read.value
try {
  const simulator = await startSimulator({ ...options, clock: realClock, cancelDelayMs: CANCEL_DELAY_MS })
  for (const fault of faults) simulator.faults.inject(fault)
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret, controlUrl } = simulator
  const where = { spotBaseUrl, contractBaseUrl, apiKey, apiSecret }
  console.log(JSON.stringify(controlUrl === null ? where : { ...where, controlUrl }))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void simulator.stop().then(() => process.exit(0)))
  }
} catch (error) {
  const taken = takenPort(error)
  console.error(
    taken === null ? `sim: ${String(error)}` : `sim: port ${taken} is in use; choose another with ${option(taken)}`,
  )
  process.exit(1)
}

/** The port that is in use; null: another problem. */
function takenPort(error: unknown): number | null {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken && 'port' in error && typeof error.port === 'number' ? error.port : null
}

function option(port: number): string {
  return port === options.controlPort ? '--control-port' : '--port'
}
