// `npm run test:load [-- runs]`: repeats the end-to-end tests, 10 times by default: first alone, then beside two
// processes that each keep a core busy. Finds what fails only on a busy machine. The hogs end with this script.
import { spawn } from 'node:child_process'
import { orSayWhy, say, SetupError } from './run.mjs'
import { systemPackages } from './setup.mjs'
import { runTests } from './vitest.mjs'

const HOGS = 2
/** Also ends when its parent is gone. */
const HOG = 'const parent = process.ppid; while (process.ppid === parent);'

const [asked = '10', ...files] = process.argv.slice(2)

/** Runs the tests `runs` times. Returns how many runs failed. */
function repeat(runs, where) {
  let failed = 0
  for (let nth = 1; nth <= runs; nth++) {
    const passed = runTests(['--project', 'e2e', ...files])
    if (!passed) failed++
    say(`${where}: run ${nth} of ${runs} ${passed ? 'passed' : 'FAILED'}, ${failed} failed so far`)
  }
  return failed
}

await orSayWhy(() => {
  const runs = Number(asked)
  if (!Number.isInteger(runs) || runs < 1) throw new SetupError(`expected a number of runs, was ${asked}`)
  systemPackages('test')
  const alone = repeat(runs, 'alone')
  const hogs = Array.from({ length: HOGS }, () => spawn(process.execPath, ['-e', HOG], { stdio: 'ignore' }))
  const stop = () => hogs.forEach((hog) => hog.kill('SIGKILL'))
  process.once('exit', stop)
  const beside = repeat(runs, `beside ${HOGS} hogs`)
  stop()
  say(`${alone} of ${runs} runs failed alone, ${beside} of ${runs} beside ${HOGS} hogs`)
  if (alone + beside > 0) process.exitCode = 1
})
