import { dirname, join } from 'node:path'
import { walkFile } from '#electron/desk/log/walk.ts'
import type { Tip } from '#electron/desk/log/journal-head.ts'

/** The number of rows in a journal and its archives, newest file first. Throws where their hash chain breaks. */
export function walkChain(path: string): number {
  let rows = 0
  let file: string | null = path
  let expected: Tip | null = null
  while (file !== null) {
    const walked = walkFile(file)
    const { tip, archive } = walked
    if (expected !== null && (tip.seq !== expected.seq || tip.hash !== expected.hash)) {
      throw new Error(`${file} does not end in row ${expected.seq}`)
    }
    rows += walked.rows
    expected = archive
    file = archive === null ? null : join(dirname(path), archive.file)
  }
  return rows
}
