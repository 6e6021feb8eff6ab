// `npm run check`, `backup`, `sim`, `soak` and `mutants`: runs a program of the project on the current Node, with this
// script's arguments, input and signals.
import { join } from 'node:path'
import { become, ROOT } from './run.mjs'

/** By name: the program, and whether file names are relative to the folder in which npm was called. */
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
