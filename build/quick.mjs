// `npm run check:quick`: checks all types, and runs lint, format and unit tests for what changed since main (on main:
// since the last commit). For quick feedback; `npm test` decides.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkAll, typedLint, TYPES } from './checks.mjs'
import { orSayWhy, ROOT, run, say, SetupError } from './run.mjs'

const git = (...args) => {
  const { status, stdout } = run('git', args, { shell: false })
  return status === 0 ? stdout.trim() : null
}

/** The commit to compare with. */
function base() {
  const main = ['main', 'origin/main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== null)
  return (main && git('merge-base', 'HEAD', main)) || git('rev-parse', 'HEAD')
}

/** Existing files that differ from `since`, committed or not. */
function changedSince(since) {
  const changed = git('diff', '--name-only', since)
  const added = git('ls-files', '--others', '--exclude-standard')
  if (changed === null || added === null) throw new SetupError('what changed cannot be read: is this a git clone?')
  return `${changed}\n${added}`.split('\n').filter((file) => file && existsSync(join(ROOT, file)))
}

await orSayWhy(async () => {
  const changed = changedSince(base())
  if (changed.length === 0) return say('nothing has changed')
  const sources = changed.filter((file) => /\.(ts|vue|js|mjs)$/.test(file) && !file.startsWith('test/lint/planted/'))
  const checks = [
    TYPES,
    typedLint(sources),
    ['lint', 'eslint', ['--max-warnings', '0', '--no-warn-ignored', ...sources]],
    ['unit tests', 'vitest', ['related', '--run', '--project', 'unit', '--passWithNoTests', ...sources]],
    ['format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...changed]],
  ]
  const passed = await checkAll(checks.filter(([name]) => sources.length > 0 || name === 'format' || name === 'types'))
  if (!passed) process.exitCode = 1
})
