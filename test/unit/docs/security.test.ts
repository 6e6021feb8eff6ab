/** Every threat and every fault has a row. Every row names tests that exist, or says why there are none. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#shared/ipc/contract.ts'
import { MINI_COMMANDS } from '#shared/ipc/mini.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const ROWS = rowsOf(PAGE)

it('has a row for each of 26 threats and 66 faults, in order', () => {
  const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`)
  expect(ROWS.map(({ id }) => id)).toEqual([...numbered('T', 26), ...numbered('F', 66)])
})

it('says for every command of a page whether main asks the trader, and for no other', () => {
  const [, table = ''] = /^## What a page may ask for\n([^]*?)\n## /m.exec(PAGE) ?? []
  const named = table
    .split('\n')
    .flatMap((row) => [...(/^\| (`[^|]*)/.exec(row)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect([...new Set(named)].toSorted()).toEqual([...Object.keys(COMMANDS), ...MINI_COMMANDS].toSorted())
})

describe.each(ROWS)('$id', ({ state, cases, note }) => {
  it('names tests that are there', () => {
    expect(cases.filter((one) => !isThere(one))).toEqual([])
  })

  it('is proved by a test, or says what is missing and why', () => {
    expect(['proved', 'part', 'not']).toContain(state)
    if (state !== 'not') expect(cases).not.toEqual([])
    if (state !== 'proved') expect(note).not.toBe('')
  })
})

it.each([
  ['a missing file', { file: 'test/unit/docs/gone.test.ts', title: 'names tests that are there' }],
  ['a title without a test case', { file: 'test/unit/docs/security.test.ts', title: 'names tests that are not there' }],
  ['a word that only code uses', { file: 'test/unit/docs/security.test.ts', title: 'test/unit/docs/gone.test.ts' }],
])('finds %s', (_, one) => {
  expect(isThere(one)).toBe(false)
})

interface Case {
  readonly file: string
  readonly title: string
}

/** A section: `### T1. What it is`, its state, a list of files with test titles, and what is missing. */
function rowsOf(page: string) {
  return page.split(/^##+ /m).flatMap((section) => {
    const [, id, body] = /^([TF]\d+)\. .+\n([^]*)/.exec(section) ?? []
    if (id === undefined) return []
    const [state = '', ...parts] = body!.trim().split('\n\n')
    const isList = (part: string) => part.startsWith('- ')
    return {
      id,
      state: state.replaceAll('*', ''),
      cases: parts.filter(isList).flatMap((list) => list.split('\n').flatMap(casesOf)),
      note: parts.filter((part) => !isList(part)).join('\n\n'),
    }
  })
}

function casesOf(item: string): readonly Case[] {
  const file = /`([^`]+)`/.exec(item)?.[1] ?? item
  const titles = [...item.matchAll(/“([^”]+)”/g)].map(([, title]) => title!)
  return titles.length > 0 ? titles.map((title) => ({ file, title })) : [{ file, title: 'is named without a case' }]
}

function isThere({ file, title }: Case): boolean {
  return existsSync(join(ROOT, file)) && titlesOf(file).some((one) => one.includes(title))
}

/** The titles in a file: those of tests and groups, and the rows that fill a title with `%s`. */
function titlesOf(file: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const title = ts.isArrayLiteralExpression(node) ? node.elements[0] : isCase(node) ? node.arguments[0] : undefined
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) found.push(title.getText(source))
    ts.forEachChild(node, visit)
  }
  const isCase = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && /^(it|test|describe)\b/.test(node.expression.getText(source))
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
  visit(source)
  return found
}
