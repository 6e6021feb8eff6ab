/**
 * Runs tests again and again with one place of one file broken, in one process. Loaded modules are kept between runs,
 * except that file. A line of input is a task; the line of output that answers it lists the tests that fail.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'
import type { Mutant } from './mutations.ts'
import type { Task } from './run.ts'

const [root = ''] = process.argv.slice(2)
let mutant: Mutant | null = null
const vitest = await createVitest(
  {
    ...{ root, watch: false, config: false, maxWorkers: 1, isolate: false, reporters: [{}] },
    ...{ include: ['test/{unit,property,integration}/**/*.test.ts'], env: { TZ: 'UTC' } },
    // As in vitest.config.ts: a timeout on a busy machine is not a noticed mutant.
    ...{ testTimeout: 300_000, hookTimeout: 300_000 },
    // One test that notices is enough.
    bail: 1,
    // Caches of earlier runs on disk do not contain the mutants.
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

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await failing(line)))
await vitest.close()
process.exit(0)

async function failing(line: string): Promise<readonly string[]> {
  const task = JSON.parse(line) as Task
  const touched = [mutant, task.mutant].flatMap((each) => (each === null ? [] : [join(root, each.file)]))
  mutant = task.mutant
  for (const file of touched) vitest.invalidateFile(file)
  // A run returns all results that vitest remembers, including earlier runs.
  vitest.state.filesMap.clear()
  const project = vitest.getRootProject()
  const { testModules } = await vitest.runTestSpecifications(
    task.tests.map((test) => project.createSpecification(join(root, test))),
  )
  return testModules.filter((each) => !each.ok()).map(({ moduleId }) => moduleId.slice(root.length + 1))
}
