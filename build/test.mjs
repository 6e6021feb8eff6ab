// Everything that must hold before a change lands: types, lint, format, then every kind of test. The keyring and
// end-to-end tests run inside a private keyring. Ends with vitest's own closing line, "N passed, N failed".
import { ENV, orSayWhy, run, say } from './run.mjs'
import { systemPackages } from './setup.mjs'

const env = { ...ENV, TZ: 'UTC' }

/** Shows what a program says, and whether it found all well; if not, this script fails too. */
function passes(command, args) {
  const passed = run(command, args, { env, stdio: 'inherit' }).status === 0
  if (!passed) process.exitCode = 1
  return passed
}

function check(name, command, args) {
  const from = performance.now()
  const passed = passes(command, args)
  say(`${name} ${passed ? 'ok' : 'FAILED'} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
  return passed
}

orSayWhy(() => {
  systemPackages('test')
  const checks = [
    check('types', 'vue-tsc', ['--build']),
    check('lint', 'eslint', ['.', '--max-warnings', '0']),
    check('format', 'prettier', ['--check', '--log-level', 'warn', '--cache', '.']),
  ]
  if (checks.includes(false)) console.log('\n0 passed, 1 failed')
  else passes('build/with-keyring.sh', ['vitest', 'run', ...process.argv.slice(2)])
})
