/** One run of some tests with a mutant loaded; the last line printed is a list of those that fail. */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Task } from './run.ts'

const [root = '', text = ''] = process.argv.slice(2)
const { mutant, tests } = JSON.parse(text) as Task
const vitest = await createVitest(
  {
    ...{ root, watch: false, config: false, maxWorkers: 1, isolate: false, reporters: [{}] },
    ...{ include: ['test/unit/**/*.test.ts'], testTimeout: 30_000, env: { TZ: 'UTC' } },
    // What is kept on disk of earlier runs knows nothing of mutants.
    fsModuleCache: false,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform(code, id) {
          if (mutant === null || id !== join(root, mutant.file)) return null
          return code.slice(0, mutant.start) + mutant.becomes + code.slice(mutant.end)
        },
      },
    ],
  },
)
await vitest.standalone()
const project = vitest.getRootProject()
const { testModules } = await vitest.runTestSpecifications(
  tests.map((test) => project.createSpecification(join(root, test))),
)
const failed = testModules.filter((each) => !each.ok()).map(({ moduleId }) => moduleId.slice(root.length + 1))
console.log(JSON.stringify(failed))
await vitest.close()
process.exit(0)
