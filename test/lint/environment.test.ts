import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('shared/ does not compile when it uses Node or the DOM', () => {
  const { status, stdout } = spawnSync('tsc', ['-p', 'test/lint/planted'], { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stdout).toMatch(/shared-knows-node\.ts\(2,.*'process'/)
  expect(stdout).toMatch(/shared-knows-node\.ts\(3,.*'document'/)
})
