// `npm run sim`: the simulator alone, on the Node that runs this, with the arguments and signals this is given.
import { join } from 'node:path'
import { become, ROOT } from './run.mjs'

become(process.execPath, [join(ROOT, 'electron', 'simulator', 'testing', 'cli.ts'), ...process.argv.slice(2)], {
  shell: false,
})
