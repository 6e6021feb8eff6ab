// The packages that test/bench compares the app with. They are installed only there, from their own lockfile.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, ROOT, say } from './run.mjs'

export const BENCH = join(ROOT, 'test', 'bench')

/** Installs them, unless they are already installed from the same lockfile. */
export function benchPackages() {
  const stamp = join(BENCH, 'node_modules', '.plimsoll-lockfile')
  const lock = createHash('sha256')
    .update(readFileSync(join(BENCH, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('installing what the benches compare with (npm ci in test/bench)')
  mustRun('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: BENCH })
  writeFileSync(stamp, lock)
}
