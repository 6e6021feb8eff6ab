/**
 * The window has no network, and a system may have no Chinese font, so the bundled fonts contain every character that
 * the window shows.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { en } from '#shared/words/en/index.ts'
import { zh } from '#shared/words/zh/index.ts'

const { resolve } = createRequire(import.meta.url)

/** The ranges of code points of a font's slices. */
function rangesOf(name: string): readonly (readonly [from: number, to: number])[] {
  const css = readFileSync(resolve(`@fontsource-variable/${name}/wght.css`), 'utf8')
  return [...css.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => [
    ...([parseInt(from, 16), parseInt(to, 16)] as const),
  ])
}

const RANGES = ['inter', 'jetbrains-mono', 'noto-sans-sc'].flatMap(rangesOf)
const has = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return RANGES.some(([from, to]) => code >= from && code <= to)
}

it.each([
  ['en', en],
  ['zh', zh],
])('contain every character of the catalog %s', (_language, catalogue) => {
  const characters = new Set(Object.values<string>(catalogue).join(''))
  expect(characters.size).toBeGreaterThan(50)
  expect([...characters].filter((each) => !has(each))).toEqual([])
})

it('contain no character outside their slices', () => {
  expect(['A', '总', '\u0e01'].map(has)).toEqual([true, true, false])
})
