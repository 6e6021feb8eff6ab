// `npm run check`, `backup`, `sim`, `soak` and `mutants`: a program of the project, on the Node that runs this, with the
// arguments, the input and the signals this is given.
import { join } from 'node:path'
import { become, ROOT } from './run.mjs'

/** By name: the program, and whether it reads file names from where npm was called. */
const PROGRAMS = {
  check: { file: 'electron/main/check/check.ts', isFromCaller: true },
  backup: { file: 'electron/main/upkeep/backup-cli.ts', isFromCaller: true },
  sim: { file: 'electron/simulator/testing/cli.ts' },
  soak: { file: 'test/soak/cli.ts' },
  mutants: { file: 'test/mutants/cli.ts' },
}

const [name, ...args] = process.argv.slice(2)
const { file, isFromCaller } = PROGRAMS[name]
const cwd = isFromCaller ? (process.env.INIT_CWD ?? process.cwd()) : ROOT
become(process.execPath, [join(ROOT, file), ...args], { shell: false, cwd })
