// T14: what a vault keeps of a secret as text, which cannot be wiped, in the heap of a process that does nothing else.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const PROGRAM = resolve(import.meta.dirname, '../../../support/vault-heap.ts')

/** How many times the secret is found. */
function keptBy(how: string): number {
  const masked = Buffer.from(randomBytes(24).toString('hex')).map((byte) => byte ^ 1)
  return Number(
    execFileSync(process.execPath, [PROGRAM, how, Buffer.from(masked).toString('hex')], { encoding: 'utf8' }),
  )
}

describe('text of a secret in the vault', () => {
  it.each(['typed', 'held', 'opened'])('does not exist after the secret was %s, saved and used to sign', (how) => {
    expect(keptBy(how)).toBe(0)
  })

  it('is found when a keychain keeps it', () => {
    expect(keptBy('kept')).toBeGreaterThan(0)
  })
})
