// `npm run lint`: every rule that needs no test to run.
import { checkAll, LINT } from './checks.mjs'
import { orSayWhy } from './run.mjs'

await orSayWhy(async () => {
  if (!(await checkAll(LINT))) process.exitCode = 1
})
