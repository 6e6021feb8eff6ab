// The checks that run no test: two at a time, each on its own core.
import { join } from 'node:path'
import { ENV, ROOT, runBeside, say } from './run.mjs'

/** The checkers are large programs, so their compiled code is cached between starts. */
const env = { ...ENV, TZ: 'UTC', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') }

/** Components: the only files for which eslint needs types, so they are checked in a separate process. */
const COMPONENTS = 'renderer/src/**/*.vue'

export const TYPES = ['types', 'vue-tsc', ['--build']]

/** The rules that need types, for all TypeScript files or for `files`. */
export const typedLint = (files = ['.']) => [
  'lint by types',
  'oxlint',
  [
    '--type-aware',
    '--deny-warnings',
    '--no-error-on-unmatched-pattern',
    '--ignore-pattern=test/lint/planted/',
    ...files,
  ],
]

/** Longest first. */
export const LINT = [
  ['lint of the components', 'eslint', [COMPONENTS, '--max-warnings', '0']],
  ['lint', 'eslint', ['.', `--ignore-pattern=${COMPONENTS}`, '--max-warnings', '0']],
  typedLint(),
  ['format', 'oxfmt', ['--check']],
  ['nothing unused', 'knip', []],
  ['nothing that only tests use', 'knip', ['--production']],
]

async function check([name, command, args]) {
  const from = performance.now()
  const { status, output } = await runBeside(command, args, { env })
  const passed = status === 0
  process.stdout.write(output)
  say(`${name} ${passed ? 'ok' : 'FAILED'} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
  return passed
}

/** Runs all checks. Resolves with whether all passed. */
export async function checkAll(checks) {
  const waiting = checks.values()
  const passed = []
  const lane = async () => {
    for (const row of waiting) passed.push(await check(row))
  }
  await Promise.all([lane(), lane()])
  return !passed.includes(false)
}
