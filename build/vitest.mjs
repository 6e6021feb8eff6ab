// `npm run test:unit [-- NAME…]`, `npm run test:e2e -- cancels`: the tests of one kind, all or those with a NAME in their path.
import { fileURLToPath } from 'node:url'
import { ENV, orSayWhy, run } from './run.mjs'
import { systemPackages } from './setup.mjs'

const env = { ...ENV, TZ: 'UTC' }

/** Runs vitest inside a private keyring, which the keyring and the end-to-end tests need, and returns whether all passed. */
export function runTests(args) {
  return run('build/with-keyring.sh', ['vitest', 'run', ...args], { env, stdio: 'inherit' }).status === 0
}

/** The same without a keyring: the unit tests run anywhere. */
export function runUnitTests(args) {
  return run('vitest', ['run', '--project', 'unit', ...args], { env, stdio: 'inherit' }).status === 0
}

async function runKind([kind, ...args]) {
  await orSayWhy(() => {
    if (kind !== 'unit') systemPackages('test')
    const passed = kind === 'unit' ? runUnitTests(args) : runTests(['--project', kind, ...args])
    if (!passed) process.exitCode = 1
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runKind(process.argv.slice(2))
