/** Reads faults given as text on a command line, or as JSON at the control port. */
import { err, ok, type Result } from '#shared/domain/result.ts'
import { FAULT_SCRIPTS, isFaultScript, scripted } from './fault-scripts.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from './faults.ts'
import { BINANCE_ROUTES } from '../routes/binance-routes.ts'
import { CONTRACT_ROUTES } from '../routes/contract-routes.ts'
import { SPOT_ROUTES } from '../routes/spot-routes.ts'
import { V2_ROUTES } from '../routes/v2-routes.ts'

/** The name of every endpoint of any venue. */
const ENDPOINTS: ReadonlySet<string> = new Set(
  [...SPOT_ROUTES, ...BINANCE_ROUTES, ...CONTRACT_ROUTES, ...V2_ROUTES].map(({ name }) => name),
)

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isWhole: Check = (value) => Number.isSafeInteger(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0

/** The fields of a fault and their checks. `times` "always" means for ever. */
const FIELDS: Readonly<Record<keyof Fault, { check: Check; expected: string }>> = {
  match: { check: isMatch, expected: 'an endpoint ("spot.newOrder"), "spot.*", "contract.*" or "*"' },
  kind: { check: isKind, expected: `one of ${FAULT_KINDS.join(', ')}` },
  apiKey: { check: isText, expected: 'text' },
  times: {
    check: (value) => value === 'always' || (isCount(value) && value !== 0),
    expected: 'a whole number from 1, or "always"',
  },
  chance: {
    check: (value) => typeof value === 'number' && value > 0 && value <= 1,
    expected: 'a number above 0 and up to 1',
  },
  ms: { check: isWhole, expected: 'whole milliseconds' },
  executed: { check: (value) => typeof value === 'boolean', expected: 'true or false' },
  status: {
    check: (value) => isCount(value) && (value as number) >= 200 && (value as number) <= 599,
    expected: 'a status from 200 to 599',
  },
  location: { check: isText, expected: 'text' },
  code: { check: isWhole, expected: 'a whole number' },
  retryAfter: { check: (value) => isCount(value) || isText(value), expected: 'seconds, or an HTTP date' },
  field: { check: isText, expected: 'text' },
  where: { check: isText, expected: 'text' },
  body: { check: isText, expected: 'text' },
  bytes: { check: isCount, expected: 'a whole number' },
}

/** Reads { kind, match?, ... } or { script, match?, times?, chance? }. The error says what is wrong. */
export function readFaults(json: unknown): Result<readonly Fault[], string> {
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    return err('expected an object with "kind" or "script"')
  const { script, ...rest } = json as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(rest)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof Fault] : null
    if (!field) return err(`expected one of script, ${Object.keys(FIELDS).join(', ')}, was ${name}`)
    if (!field.check(value)) return err(`expected ${name} to be ${field.expected}, was ${JSON.stringify(value)}`)
  }
  const times = rest['times'] === 'always' ? { times: Infinity } : {}
  const given = { match: '*', ...rest, ...times } as Fault
  if (script === undefined) return 'kind' in rest ? ok([given]) : err('expected "kind" or "script"')
  if (typeof script !== 'string' || !isFaultScript(script)) {
    return err(`expected script to be one of ${Object.keys(FAULT_SCRIPTS).join(', ')}, was ${JSON.stringify(script)}`)
  }
  if ('kind' in rest) return err('expected "kind" or "script", not both')
  const faults = scripted(script, given.match)
  return typeof faults === 'string' ? err(faults) : ok(faults.map((fault) => ({ ...fault, ...given })))
}

/** Reads "F4", "F4:contract.newOrder" or "delay:*", or several of these separated by commas. */
export function readFaultList(text: string): Result<readonly Fault[], string> {
  const faults: Fault[] = []
  for (const item of text.split(',')) {
    const [name = '', match = '*'] = item.trim().split(':')
    const read = readFaults(isFaultScript(name) ? { script: name, match } : { kind: name, match })
    if (!read.ok)
      return err(
        isFaultScript(name) || isKind(name)
          ? read.error
          : `expected a fault from F1 to F34, F37 or a kind of fault, was ${name}`,
      )
    faults.push(...read.value)
  }
  return ok(faults)
}

function isKind(value: unknown): boolean {
  return FAULT_KINDS.includes(value as FaultKind)
}

function isMatch(value: unknown): boolean {
  return value === '*' || value === 'spot.*' || value === 'contract.*' || ENDPOINTS.has(value as string)
}
