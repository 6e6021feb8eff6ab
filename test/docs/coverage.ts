import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import type { EndpointName } from '#electron/venue/port.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
const FIXTURES = join(ROOT, 'test', 'fixtures', 'venue')

/**
 * What tests an endpoint: the kinds of tests that name it, and how many whole replies are kept for it. Kinds rather than
 * files, or every new test would make the page stale.
 */
interface Coverage {
  readonly kinds: readonly string[]
  readonly replies: number
}

const TESTS = join(ROOT, 'test')
const KINDS = ['unit', 'property', 'integration', 'e2e', 'browser']

/** A test file that names an endpoint in quotes covers it. */
export function coverage(): ReadonlyMap<EndpointName, Coverage> {
  const texts = KINDS.map((kind) => ({ kind, text: textOf(join(TESTS, kind)) }))
  const replies = readdirSync(FIXTURES)
  return new Map(
    ENDPOINT_NAMES.map((name) => [
      name,
      {
        kinds: texts.filter(({ text }) => text.includes(`'${name}'`)).map(({ kind }) => kind),
        replies: replies.filter((file) => file.startsWith(`${name}.`)).length,
      },
    ]),
  )
}

/** All test files below a folder, one after the other. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}
