// Everything that must hold before a change lands: types, lint, format, then every kind of test. The keyring and
// end-to-end tests run inside a private keyring. Ends with vitest's own closing line, "N passed, N failed".
import { ENV, orSayWhy, run, runBeside, say } from './run.mjs'
import { systemPackages } from './setup.mjs'

const env = { ...ENV, TZ: 'UTC' }

async function check(name, command, args) {
  const from = performance.now()
  const { status, output } = await runBeside(command, args, { env })
  const passed = status === 0
  process.stdout.write(output)
  say(`${name} ${passed ? 'ok' : 'FAILED'} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
  return passed
}

/** What belongs to TypeScript's program of the tests. Linted apart, so that no program is loaded by two processes. */
const TESTS = ['test/', 'vitest.config.ts']
const CHECKS = [
  ['lint of the tests', 'eslint', [...TESTS, '--max-warnings', '0']],
  ['lint of all else', 'eslint', ['.', ...TESTS.map((path) => `--ignore-pattern=${path}`), '--max-warnings', '0']],
  ['types', 'vue-tsc', ['--build']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '--cache', '.']],
]

/** Two at a time, the longest first: each keeps one core busy. */
async function checkAll() {
  const waiting = CHECKS.values()
  const passed = []
  const lane = async () => {
    for (const [name, command, args] of waiting) passed.push(await check(name, command, args))
  }
  await Promise.all([lane(), lane()])
  return !passed.includes(false)
}

await orSayWhy(async () => {
  systemPackages('test')
  const isWell = await checkAll()
  if (!isWell) console.log('\n0 passed, 1 failed')
  const arePassed =
    isWell &&
    run('build/with-keyring.sh', ['vitest', 'run', ...process.argv.slice(2)], { env, stdio: 'inherit' }).status === 0
  if (!arePassed) process.exitCode = 1
})
