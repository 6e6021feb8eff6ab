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

/** Types and then format, which together take about as long as lint. */
async function typesAndFormat() {
  const areTypesRight = await check('types', 'vue-tsc', ['--build'])
  return (await check('format', 'prettier', ['--check', '--log-level', 'warn', '--cache', '.'])) && areTypesRight
}

await orSayWhy(async () => {
  systemPackages('test')
  const checks = await Promise.all([check('lint', 'eslint', ['.', '--max-warnings', '0']), typesAndFormat()])
  if (checks.includes(false)) console.log('\n0 passed, 1 failed')
  const arePassed =
    !checks.includes(false) &&
    run('build/with-keyring.sh', ['vitest', 'run', ...process.argv.slice(2)], { env, stdio: 'inherit' }).status === 0
  if (!arePassed) process.exitCode = 1
})
