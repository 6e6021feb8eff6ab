// Everything that must hold before a change lands: types, lint, format, then every kind of test. Ends with vitest's own
// closing line, "N passed, N failed".
import { checkAll, LINT, TYPES } from './checks.mjs'
import { orSayWhy } from './run.mjs'
import { systemPackages } from './setup.mjs'
import { runTests } from './vitest.mjs'

await orSayWhy(async () => {
  systemPackages('test')
  const isWell = await checkAll([...LINT, TYPES])
  if (!isWell) console.log('\n0 passed, 1 failed')
  if (!isWell || !runTests(process.argv.slice(2))) process.exitCode = 1
})
