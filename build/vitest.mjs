// `npm run test:unit [-- NAME…]`, `npm run test:e2e -- cancels`, `npm run test:electron`: runs the tests of one kind,
// or only those with a NAME in their path.
import { fileURLToPath } from 'node:url'
import { hasElectron } from './electron-binary.mjs'
import { ENV, orSayWhy, run, say } from './run.mjs'
import { systemPackages } from './setup.mjs'

const env = { ...ENV, TZ: 'UTC' }

/** Runs vitest, on Linux in a private keyring, which keyring and end-to-end tests need. Returns whether all passed. */
export function runTests(args) {
  const all = ['run', ...args]
  const { status } =
    process.platform === 'linux'
      ? run('build/with-keyring.sh', ['vitest', ...all], { env, stdio: 'inherit' })
      : run('vitest', all, { env, stdio: 'inherit' })
  return status === 0
}

/** `npm run test:electron`: the end-to-end tests in Electron itself. Without its binary, says why and runs nothing. */
function runInElectron(args) {
  if (!hasElectron()) {
    say("skipped: Electron's own binary is not here. npm start downloads it where it can.")
    return true
  }
  const needsDisplay = process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY
  const tests = ['vitest', 'run', '--project', 'e2e', ...args]
  const line = needsDisplay
    ? ['xvfb-run', '-a', 'build/with-keyring.sh', ...tests]
    : ['build/with-keyring.sh', ...tests]
  const [command, ...all] = process.platform === 'linux' ? line : tests
  return run(command, all, { env: { ...env, PLIMSOLL_HOST: 'electron' }, stdio: 'inherit' }).status === 0
}

/** The same without a keyring, which the unit tests do not need. */
export function runUnitTests(args) {
  return run('vitest', ['run', '--project', 'unit', ...args], { env, stdio: 'inherit' }).status === 0
}

async function runKind([kind, ...args]) {
  await orSayWhy(() => {
    if (kind !== 'unit' && kind !== 'electron') systemPackages('test')
    const runs = { unit: runUnitTests, electron: runInElectron }
    const passed = runs[kind] ? runs[kind](args) : runTests(['--project', kind, ...args])
    if (!passed) process.exitCode = 1
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runKind(process.argv.slice(2))
