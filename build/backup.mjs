// `npm run backup`: backs a profile up, or asks for one to be restored, with the arguments this is given. Folders are named
// from where npm was called.
import { join } from 'node:path'
import { become, ROOT } from './run.mjs'

const cwd = process.env.INIT_CWD ?? process.cwd()
become(process.execPath, [join(ROOT, 'electron', 'main', 'upkeep', 'backup-cli.ts'), ...process.argv.slice(2)], {
  shell: false,
  cwd,
})
