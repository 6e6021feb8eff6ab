// `npm run conformance`: ccxt's own client against the built-in venue, call by call; ends with 1 when they disagree.
import { join } from 'node:path'
import { BENCH, benchPackages } from './bench-packages.mjs'
import { orSayWhy, run } from './run.mjs'

await orSayWhy(() => {
  benchPackages()
  process.exitCode = run('node', [join(BENCH, 'ccxt', 'bitrue.ts')], { stdio: 'inherit' }).status ?? 1
})
