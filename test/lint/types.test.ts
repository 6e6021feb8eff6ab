import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('refuses what only types reveal: a promise that nothing awaits', () => {
  const args = ['--type-aware', '--format=unix', 'test/lint/planted/floating.ts']
  const { status, stdout } = spawnSync('oxlint', args, { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/floating\.ts:4:1: .*typescript\(no-floating-promises\)/),
    '',
    '1 problem',
  ])
})
