// `npm run conformance`: compares ccxt's own client with the built-in venue, call by call. Exits with 1 if they
// disagree.
import { join } from 'node:path'
import { BENCH, benchPackages } from './bench-packages.mjs'
import { orSayWhy, run } from './run.mjs'

await orSayWhy(() => {
  benchPackages()
  process.exitCode = run('node', [join(BENCH, 'ccxt', 'bitrue.ts')], { stdio: 'inherit' }).status ?? 1
})
