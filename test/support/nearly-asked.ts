/**
 * Arguments that a page may send on a channel of the command table, generated from the table: valid ones, and ones that
 * are almost valid.
 */
import fc from 'fast-check'
import { z } from 'zod'
import { COMMANDS, type CommandName } from '#shared/ipc/contract.ts'
import { LONGEST_SAVED } from '#shared/ipc/saved.ts'

interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** Arguments that the schema of `name` accepts. */
export function asked(name: CommandName): fc.Arbitrary<unknown> {
  return fitting(z.toJSONSchema(COMMANDS[name].args, { unrepresentable: 'any', io: 'input' }) as JsonSchema)
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const ways = schema.oneOf ?? schema.anyOf
  if (ways) return fc.oneof(...ways.map(fitting))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      return fc.record(Object.fromEntries(required.map((key) => [key, fitting(properties[key] ?? {})])))
    }
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { minLength: 1, maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.constant(schema.minimum ?? 1)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
    default:
      if (schema.format === 'uuid') return fc.uuid({ version: 4 })
      // Valid as an amount as well.
      if (schema.pattern === undefined) return fc.constant('1')
      // Latin letters stand for those of any script.
      return fc.stringMatching(new RegExp(schema.pattern.replaceAll(String.raw`\p{L}\p{N}`, 'A-Za-z0-9')))
  }
}

/** Values that no schema accepts. */
const MISFITS: readonly (() => unknown)[] = [
  () => 1n,
  () => Symbol('x'),
  () => () => 'called',
  () => new Uint8Array(8),
  () => new Map([['kind', 'flatten']]),
  () => new Date(0),
  () => NaN,
  () => 'x'.repeat(LONGEST_SAVED + 1),
  () => new Array<unknown>(1_000_000_000),
  () => JSON.parse('{"__proto__":{"isOn":true}}') as unknown,
  () => ({ constructor: { prototype: {} } }),
  circle,
]

function circle(): unknown {
  const round: Record<string, unknown> = {}
  return Object.assign(round, { action: round })
}

const NAMES = ['__proto__', 'constructor', 'toString', 'then', 'toJSON', 'action', 'x'.repeat(100_000)]

/** Valid arguments with one fault: a value that no schema accepts, or a member that belongs to nothing. */
export function nearlyAsked(name: CommandName): fc.Arbitrary<unknown> {
  const misfit = fc.constantFrom(...MISFITS)
  return fc.tuple(asked(name), misfit, fc.nat(), fc.option(fc.constantFrom(...NAMES))).map(([args, make, at, key]) => {
    const whole = { args: structuredClone(args) }
    const places = placesIn(whole)
    const [parent, member] = places[at % places.length]!
    const target = parent[member]
    if (key !== null && typeof target === 'object' && target !== null && !Array.isArray(target))
      Object.defineProperty(target, key, { value: make(), enumerable: true, configurable: true, writable: true })
    else parent[member] = make()
    return whole.args
  })
}

function placesIn(value: unknown): [parent: Record<string, unknown>, member: string][] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key) => [[parent, key], ...placesIn(parent[key])] as const) as [
    Record<string, unknown>,
    string,
  ][]
}
