import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

it('each mutant that makes no difference is in a line that is still there', () => {
  const listed = JSON.parse(read('test/mutants/equivalents.json')) as { file: string; line: string }[]
  const isThere = ({ file, line }: { file: string; line: string }): boolean =>
    read(file)
      .split('\n')
      .some((each) => each.trim() === line)
  expect(listed.filter((each) => !isThere(each))).toEqual([])
})
