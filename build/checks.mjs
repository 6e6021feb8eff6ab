// What is checked without running a test, and how: two checks at a time, each on a core of its own.
import { join } from 'node:path'
import { ENV, ROOT, runBeside, say } from './run.mjs'

/** The checkers are large programs: compiled once, not at each start. */
const env = { ...ENV, TZ: 'UTC', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') }

/** Components: the one part of eslint that needs types, and so a process of its own. */
const COMPONENTS = 'renderer/src/**/*.vue'

export const TYPES = ['types', 'vue-tsc', ['--build']]

/** The rules that need types, of all TypeScript files or of `files`. */
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

/** The longest first. */
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

/** Does all of them, and whether all passed. */
export async function checkAll(checks) {
  const waiting = checks.values()
  const passed = []
  const lane = async () => {
    for (const row of waiting) passed.push(await check(row))
  }
  await Promise.all([lane(), lane()])
  return !passed.includes(false)
}
