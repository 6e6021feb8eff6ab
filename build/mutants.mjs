// `npm run mutants`: the mutation run of test/mutants, on the Node that runs this, with the arguments this is given.
import { join } from 'node:path'
import { become, ROOT } from './run.mjs'

become(process.execPath, [join(ROOT, 'test', 'mutants', 'cli.ts'), ...process.argv.slice(2)], { shell: false })
