/** Reads dialects given as text: switches by name, from a command line. */
import { err, ok, type Result } from '#shared/domain/result.ts'
import { CHOICES, dialectOf, REST, type Choice, type SimDialect } from '../wire/sim-dialect.ts'

/** A dialect from switches by name; the error names the first wrong switch or value. */
export function readDialect(changes: Readonly<Record<string, unknown>>): Result<SimDialect, string> {
  for (const [name, value] of Object.entries(changes)) {
    const expected = Object.hasOwn(CHOICES, name) ? notChosen(name as Choice, value) : notOfRest(name, value)
    if (expected !== null) return err(`expected ${expected}, was ${JSON.stringify(value)}`)
  }
  return ok(dialectOf(changes))
}

/** The expected values of a choice; null: `value` is one of them. */
function notChosen(name: Choice, value: unknown): string | null {
  const words: readonly unknown[] = CHOICES[name]
  return words.includes(value) ? null : `${name} to be one of ${JSON.stringify(words)}`
}

function notOfRest(name: string, value: unknown): string | null {
  switch (name) {
    case 'futureSkewMs':
      return Number.isSafeInteger(value) ? null : 'futureSkewMs to be whole milliseconds'
    case 'spotPrefix':
    case 'contractPrefix':
      return isPrefix(value) ? null : `${name} to be a path like "/gateway", or ""`
    case 'missing':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
        ? null
        : 'missing to be a list of endpoints'
    case 'paths':
      return isPaths(value) ? null : 'paths to be an object of paths by endpoint'
    default:
      return `${name} to be a switch of the dialect (${[...Object.keys(CHOICES), ...Object.keys(REST)].join(', ')})`
  }
}

function isPrefix(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && /^(\/[\w.-]+)+$/.test(value))
}

function isPaths(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return Object.values(value).every((path) => typeof path === 'string' && path.startsWith('/'))
}
