// Everything that must hold before a change lands: lint, format, types, then every kind of test. The keyring and
// end-to-end tests run inside a private keyring. Ends with vitest's own closing line, "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { ENV, ROOT, SetupError, systemPackages } from './setup.mjs'

const env = { ...ENV, TZ: 'UTC' }

function run(command, args) {
  const passed = spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
  if (!passed) process.exitCode = 1
  return passed
}

function check(name, command, args) {
  const from = performance.now()
  const passed = run(command, args)
  process.stderr.write(
    `plimsoll: ${name} ${passed ? 'ok' : 'FAILED'} (${((performance.now() - from) / 1000).toFixed(1)} s)\n`,
  )
  return passed
}

try {
  systemPackages('test')
  const sound =
    check('types', 'vue-tsc', ['--build']) &
    check('lint', 'eslint', ['.', '--max-warnings', '0']) &
    check('format', 'prettier', ['--check', '--log-level', 'warn', '--cache', '.'])
  if (!sound) console.log('\n0 passed, 1 failed')
  else run('build/with-keyring.sh', ['vitest', 'run', ...process.argv.slice(2)])
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`plimsoll: ${error.message}\n`)
  process.exitCode = 1
}
