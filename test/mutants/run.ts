/** Runs tests against sources with one place broken: the sources on disk stay as they are, only what tests load is other. */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Vitest } from 'vitest/node'
import type { Imports } from './imports.ts'
import type { Mutant } from './mutations.ts'

/** Files run together before the next ones: most mutants fall to the first few. */
const AT_ONCE = 16
const HANGS_AFTER_MS = 30_000

export interface Runner {
  /** The first test file that noticed; null: none did. */
  killer(mutant: Mutant, tests: readonly string[]): Promise<string | null>
  close(): Promise<void>
}

export async function startRunner(root: string, imports: Imports): Promise<Runner> {
  let mutant: Mutant | null = null
  const vitest: Vitest = await createVitest(
    {
      ...{ root, watch: false, config: false, maxWorkers: 1, isolate: false, passWithNoTests: true },
      ...{ include: ['test/unit/**/*.test.ts'], testTimeout: HANGS_AFTER_MS, env: { TZ: 'UTC' } },
      reporters: [{}],
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

  async function failing(tests: readonly string[]): Promise<readonly string[]> {
    const { testModules } = await vitest.runTestSpecifications(
      tests.map((test) => project.createSpecification(join(root, test))),
    )
    process.exitCode = 0
    return testModules.filter((each) => !each.ok()).map(({ moduleId }) => moduleId.slice(root.length + 1))
  }

  function load(next: Mutant | null, file: string): void {
    mutant = next
    vitest.invalidateFile(join(root, file))
    // A worker keeps what it loaded: it must let go of all that has the file in it.
    for (const importer of imports.importersOf(file).keys()) vitest.watcher.invalidates.add(join(root, importer))
  }

  return {
    async killer(next, tests) {
      for (let at = 0; at < tests.length; at += AT_ONCE) {
        load(next, next.file)
        const failed = await failing(tests.slice(at, at + AT_ONCE))
        load(null, next.file)
        // One that fails on the sound source too says nothing.
        const [first] = failed
        if (first !== undefined && (await failing([first])).length === 0) return first
      }
      return null
    },
    close: () => vitest.close(),
  }
}
