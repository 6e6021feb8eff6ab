import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('refuses what only types tell: a promise that nothing waits for', () => {
  const { status, stdout } = spawnSync('oxlint', ['--type-aware', 'test/lint/planted/floating.ts'], {
    encoding: 'utf8',
  })
  expect(status).not.toBe(0)
  expect(stdout).toContain('typescript(no-floating-promises)')
  expect(stdout).toContain('floating.ts:4:1')
  expect(stdout).toContain('Found 0 warnings and 1 error')
})
