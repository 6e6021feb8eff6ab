/** Which tests can notice a change of a file: those that import it, directly or not, the nearest first. */
import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

export class Imports {
  readonly #root: string
  readonly #importers = new Map<string, string[]>()

  /** Reads the sources and the tests of the folders given. */
  constructor(root: string, patterns: readonly string[]) {
    this.#root = root
    for (const file of globSync([...patterns], { cwd: root })) {
      for (const [, to = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
        const imported = this.#resolved(file, to)
        if (imported !== null) this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), file])
      }
    }
  }

  /**
   * Tests of a kind, of its own area, that import `file`: those of the same name first, then by the number of imports
   * between. A file used everywhere would run every test. A line that only distant tests notice is not tested where it
   * should be.
   */
  testsOf(file: string, kind: 'unit' | 'property' | 'integration'): readonly string[] {
    const distance = new Map([[file, 0]])
    const queue = [file]
    for (const at of queue) {
      for (const importer of this.#importers.get(at) ?? []) {
        if (distance.has(importer)) continue
        distance.set(importer, (distance.get(at) ?? 0) + 1)
        queue.push(importer)
      }
    }
    const own = `test/${kind}/${file.replace(/\.ts$/, '.test.ts')}`
    const folder = `test/${kind}/${dirname(file)}/`
    const [top = '', area = ''] = file.split('/')
    const isOwn = (test: string): boolean =>
      test.endsWith('.test.ts') && test.startsWith(`test/${kind}/${top}/${area}/`)
    const rank = (test: string): number =>
      (test === own ? -200 : test.startsWith(folder) ? -100 : 0) + (distance.get(test) ?? 0)
    return [...distance.keys()].filter(isOwn).sort((a, b) => rank(a) - rank(b))
  }

  #resolved(from: string, to: string): string | null {
    if (to.startsWith('#')) return to.slice(1)
    return to.startsWith('.') ? relative(this.#root, join(this.#root, dirname(from), to)) : null
  }
}
