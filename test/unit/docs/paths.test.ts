import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
// The changelog keeps the paths of its time.
const PAGES = globSync(['*.md', 'docs/**/*.md', 'build/**/*.md'], { cwd: ROOT }).filter(
  (page) => page !== 'CHANGELOG.md',
)
const TOP = /^(build|docs|electron|renderer|shared|test)\//

/** Whether a path of the repository exists. `<name>` and `*` match anything. */
function isThere(path: string): boolean {
  return globSync(path.replace(/<[^>]+>|….*/g, '*'), { cwd: ROOT }).length > 0
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')

  it('names paths that exist', () => {
    const named = [...text.matchAll(/`([\w./<>*…-]+)`/g)].map(([, path]) => path!).filter((path) => TOP.test(path))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  it('names paths that exist, in tables of one folder', () => {
    const tables = [...text.matchAll(/^\|[^|\n]+\| in `([\w./-]+\/)` +\|\n((?:\|.*\n)+)/gm)]
    const named = tables.flatMap(([, folder, rows]) =>
      [...rows!.matchAll(/`([\w/*-]+\/[\w./*-]*|[\w-]+\.ts)`/g)].map(([, path]) => `${folder!}${path!}`),
    )
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  it('links to pages that exist', () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => to!)
    expect(linked.filter((to) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([])
  })
})
