/**
 * An independent reading of Bitrue's interface: ccxt's own class makes every call that the app uses at the built-in
 * venue, and its answers are compared with the venue's state. Prints a table, and ends with 1 when something disagrees.
 */
import { realClock } from '../../../electron/simulator/real-clock.ts'
import { DIALECTS, startSimulator } from '../../../electron/simulator/testing/test-simulator.ts'
import { disagrees, outcomeOf, table } from './conformance.ts'
import { inverseCases } from './inverse-cases.ts'
import { linearCases } from './linear-cases.ts'
import { spotCases } from './spot-cases.ts'
import type { Ask, Desk } from './venue.ts'

const { default: connect } = (await import(new URL('client.mjs', import.meta.url).href)) as {
  default: (options: { origin: string; apiKey: string; secret: string }) => Ask
}

const venue = await startSimulator({
  ...{ seed: 7, clock: realClock, autoTick: false, life: false, limits: 'none', dialect: DIALECTS.bitrue },
})
const { spotBaseUrl: origin, apiKey, apiSecret: secret } = venue
const ask = connect({ origin, apiKey, secret })
const desk: Desk = { venue, ask, stranger: connect({ origin, apiKey, secret: `${secret}x` }) }
const outcomes = []
// In order, because each case continues from the state that the previous one left.
for (const each of [...spotCases(desk), ...linearCases(desk), ...inverseCases(desk)])
  outcomes.push(await outcomeOf(each))
await venue.stop()
console.log(table(outcomes))
process.exitCode = outcomes.some(disagrees) ? 1 : 0
