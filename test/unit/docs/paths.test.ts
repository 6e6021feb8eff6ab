import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
// What a change was called when it was made stays in the changelog.
const PAGES = globSync(['*.md', 'docs/**/*.md', 'build/**/*.md'], { cwd: ROOT }).filter(
  (page) => page !== 'CHANGELOG.md',
)
const TOP = /^(build|docs|electron|renderer|shared|test)\//

/** Whether a path of the repository is there; `<name>` and `*` stand for anything. */
function isThere(path: string): boolean {
  return globSync(path.replace(/<[^>]+>|….*/g, '*'), { cwd: ROOT }).length > 0
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')

  it('names paths that are there', () => {
    const named = [...text.matchAll(/`([\w./<>*…-]+)`/g)].map(([, path]) => path!).filter((path) => TOP.test(path))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  it('names paths that are there, in tables of one folder', () => {
    const tables = [...text.matchAll(/^\|[^|\n]+\| in `([\w./-]+\/)` +\|\n((?:\|.*\n)+)/gm)]
    const named = tables.flatMap(([, folder, rows]) =>
      [...rows!.matchAll(/`([\w/*-]+\/[\w./*-]*|[\w-]+\.ts)`/g)].map(([, path]) => `${folder!}${path!}`),
    )
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  it('links to pages that are there', () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => to!)
    expect(linked.filter((to) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([])
  })
})
