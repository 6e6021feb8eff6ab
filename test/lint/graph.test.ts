/** No file imports itself, directly or indirectly, not even for a type. The app bundles only what it needs. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import config from '../../electron.vite.config.ts'

const ROOT = join(import.meta.dirname, '../..')

it('has no circle of imports, types included', () => {
  expect(circles(imports())).toEqual([])
})

it('finds a circle where there is one', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
  ])
  expect(circles(graph)).toEqual([['b', 'c']])
})

it('bundles no test code of the simulator', () => {
  const graph = imports()
  const bundled = reached(graph, entries())
  expect([...bundled].filter((file) => file.startsWith('electron/simulator/testing/'))).toEqual([])
  // The check covers the whole app: each process, and the window with its screens.
  for (const file of ['vault/keychain.ts', 'simulator/wire/server.ts', 'desk/desk.ts', 'preload/index.ts']) {
    expect(bundled).toContain(`electron/${file}`)
  }
  expect(bundled).toContain('renderer/src/app/bridge.ts')
})

it('reaches everything that an entry imports, directly or indirectly', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'a']],
    ['c', []],
    ['d', ['c']],
  ])
  expect([...reached(graph, ['a'])]).toEqual(['a', 'b', 'c'])
})

/** The entry files of the app's bundles. */
function entries(): readonly string[] {
  const { main, preload } = config as Record<string, { build: { rolldownOptions: { input: Record<string, string> } } }>
  const files = [main!, preload!].flatMap(({ build }) => Object.values(build.rolldownOptions.input))
  const page = /<script[^>]* src="\/([^"]+)"/.exec(readFileSync(join(ROOT, 'renderer/index.html'), 'utf8'))![1]!
  return [...files.map((file) => relative(ROOT, file)), `renderer/${page}`]
}

function reached(graph: ReadonlyMap<string, readonly string[]>, from: readonly string[]): ReadonlySet<string> {
  const found = new Set(from)
  for (const file of found) for (const next of graph.get(file) ?? []) found.add(next)
  return found
}

/** The imports of each of our files, as paths from the root. */
function imports(): Map<string, readonly string[]> {
  const files = globSync('{electron,renderer,shared}/**/*.{ts,vue}', { cwd: ROOT }).map((file) => posix.normalize(file))
  const known = new Set(files)
  const targets = (file: string): readonly string[] =>
    ts
      .preProcessFile(scriptOf(file), true, true)
      .importedFiles.map(({ fileName }) =>
        fileName.startsWith('#') ? fileName.slice(1) : posix.join(dirname(file), fileName),
      )
      .filter((target) => known.has(target))
  return new Map(files.map((file) => [file, targets(file)]))
}

function scriptOf(file: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return file.endsWith('.vue') ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text
}

/** Groups of files that import each other (Tarjan 1972), each sorted by name. */
function circles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (open.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group = open.splice(open.indexOf(node)).sort()
    if (group.length > 1) found.push(group)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}
