// `npm run check`: a venue and a key looked at before they are trusted, with the arguments and the standard input this is
// given. Files are named from where npm was called.
import { join } from 'node:path'
import { become, ROOT } from './run.mjs'

const cwd = process.env.INIT_CWD ?? process.cwd()
become(process.execPath, [join(ROOT, 'electron', 'main', 'check', 'check.ts'), ...process.argv.slice(2)], {
  shell: false,
  cwd,
})
