import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepToOwner } from '#electron/main/files/profile-folder.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'plimsoll-folder-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return join(made, 'profile')
}
const modeOf = (path: string): number => statSync(path).mode & 0o777

it('is created for its owner only', () => {
  const path = folder()
  keepToOwner(path)
  expect(modeOf(path)).toBe(0o700)
})

it('is corrected when others may read it', () => {
  const path = folder()
  mkdirSync(path)
  chmodSync(path, 0o755)
  keepToOwner(path)
  expect(modeOf(path)).toBe(0o700)
})

it('never prevents Plimsoll from starting', () => {
  const path = folder()
  writeFileSync(path, 'no folder')
  expect(() => keepToOwner(join(path, 'below'))).not.toThrow()
})
