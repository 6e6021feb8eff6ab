import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { readDialect } from './read-dialect.ts'
import type { SimDialect } from '../wire/sim-dialect.ts'
import { DIALECTS } from './dialects.ts'
import { readFaultList } from './fault-input.ts'
import type { Fault } from './faults.ts'
import type { SimulatorOptions } from './test-simulator.ts'

const DIALECT_NAMES = Object.keys(DIALECTS)
const USAGE =
  `usage: sim [--port 0-65535] [--seed number] [--key text --secret text] [--dialect ${DIALECT_NAMES.join('|')}|JSON] ` +
  '[--fault F4[:contract.newOrder][,...]] [--position-mode hedge|oneWay] [--speed number] [--limits published|none] ' +
  '[--control-port 0-65535] [--tls-key FILE --tls-cert FILE]'

const DEFAULT_SEED = '7'
const MAX_SPEED = 3600
const TEXT = { type: 'string' } as const
const NAMES = {
  port: TEXT,
  seed: TEXT,
  key: TEXT,
  'spot-key': TEXT,
  secret: TEXT,
  dialect: TEXT,
  fault: TEXT,
  'position-mode': TEXT,
  speed: TEXT,
  limits: TEXT,
  'control-port': TEXT,
  'tls-key': TEXT,
  'tls-cert': TEXT,
}

type Name = keyof typeof NAMES
type Values = Readonly<Partial<Record<Name, string>>>

interface CliOptions extends Omit<SimulatorOptions, 'clock' | 'cancelDelayMs'> {
  readonly port: number
  readonly faults: readonly Fault[]
}

/** The options in the program's arguments, or one line that says what is wrong. */
export function readOptions(args: readonly string[]): Result<CliOptions, string> {
  const values = readValues(args)
  if (!values.ok) return values
  try {
    return ok(optionsFrom(values.value))
  } catch (error) {
    if (error instanceof BadOption) return err(`${error.message}; ${USAGE}`)
    throw error
  }
}

/** Thrown by the readers of single options. */
class BadOption extends Error {}

function readValues(args: readonly string[]): Result<Values, string> {
  try {
    return ok(parseArgs({ options: NAMES, args: [...args] }).values)
  } catch (error) {
    const message = error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? error.message) : String(error)
    return err(`${message}; ${USAGE}`)
  }
}

function optionsFrom(values: Values): CliOptions {
  const control = values['control-port']
  return {
    port: wholeNumber(values, 'port', '0', 65_535),
    seed: wholeNumber(values, 'seed', DEFAULT_SEED, 2 ** 32 - 1),
    ...credentials(values),
    dialect: dialect(values.dialect),
    faults: values.fault === undefined ? [] : orThrow(readFaultList(values.fault)),
    positionMode: oneOf(values, 'position-mode', ['hedge', 'oneWay']),
    speed: speed(values.speed ?? '1'),
    limits: oneOf(values, 'limits', ['published', 'none']),
    ...(control === undefined ? {} : { controlPort: wholeNumber(values, 'control-port', '0', 65_535) }),
    ...certificate(values),
  }
}

function credentials({ key, 'spot-key': spotKey, secret }: Values): { apiKey?: string; apiSecret?: string } {
  const apiKey = key ?? spotKey
  if (apiKey === '' || secret === '') throw new BadOption('expected --key and --secret not to be empty')
  if (apiKey === undefined && secret === undefined) return {}
  if (apiKey === undefined || secret === undefined) throw new BadOption('expected --key and --secret together')
  return { apiKey, apiSecret: secret }
}

function certificate({ 'tls-key': key, 'tls-cert': cert }: Values): { tls?: { key: string; cert: string } } {
  if (key === undefined && cert === undefined) return {}
  if (key === undefined || cert === undefined) throw new BadOption('expected --tls-key and --tls-cert together')
  return { tls: { key: fileText('tls-key', key), cert: fileText('tls-cert', cert) } }
}

function fileText(name: Name, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new BadOption(`expected --${name} to be a file that can be read, was ${path}`)
  }
}

/** The name of a dialect, or JSON with the switches that differ from `mixed`. */
function dialect(text = 'mixed'): SimDialect {
  if (Object.hasOwn(DIALECTS, text)) return DIALECTS[text as keyof typeof DIALECTS]
  const names = DIALECT_NAMES.join(', ')
  const changes = text.startsWith('{') ? parsed(text) : null
  if (!changes) throw new BadOption(`expected --dialect to be one of ${names}, or a JSON object, was ${text}`)
  return orThrow(readDialect(changes))
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return null
  }
}

function wholeNumber(values: Values, name: Name, usual: string, max: number): number {
  const text = values[name] ?? usual
  const value = /^\d{1,10}$/.test(text) ? parseInt(text, 10) : null
  if (value === null || value > max) throw new BadOption(`expected --${name} from 0 to ${max}, was ${text}`)
  return value
}

function speed(text: string): number {
  const value = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? (JSON.parse(text.replace(/^0+(?=\d)/, '')) as number) : 0
  if (value <= 0 || value > MAX_SPEED)
    throw new BadOption(`expected --speed above 0 and up to ${MAX_SPEED}, was ${text}`)
  return value
}

function oneOf<const W extends string>(values: Values, name: Name, words: readonly [W, ...W[]]): W {
  const text = values[name] ?? words[0]
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new BadOption(`expected --${name} to be ${words.join(' or ')}, was ${text}`)
  return word
}

function orThrow<T>(read: Result<T, string>): T {
  if (!read.ok) throw new BadOption(read.error)
  return read.value
}
