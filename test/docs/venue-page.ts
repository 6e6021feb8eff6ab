/** docs/venue.md: the text is written by hand; what stands between its markers is made here, from the code itself. */
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { CODES } from '#electron/venue/client/codes.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { ENDPOINTS, ENDPOINT_NAMES, rowOf } from '#electron/venue/endpoints/table.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { ROOT, coverage } from './coverage.ts'
import { INTERFACE_NAMES } from './interface-names.ts'
import { dialectRows, profileRows } from './profile-fields.ts'
import { switchesOf } from './switches.ts'

export const PAGE = join(ROOT, 'docs', 'venue.md')

type Rows = readonly (readonly string[])[]

const SECTIONS: Readonly<Record<string, () => string>> = {
  profile: () => table(['field', 'meaning', 'takes', 'when left out'], code(profileRows())),
  dialect: () => table(['field', 'meaning', 'takes', 'when left out'], code(dialectRows())),
  others: () => table(['endpoint', 'interface', 'call', 'limit', 'weight'], otherInterfaces()),
  spot: () => endpoints('spot'),
  contract: () => endpoints('contract'),
  parameters: () => table(['parameter', 'on the wire', 'takes', 'calls'], parameters()),
  codes: () => table(['codes', 'the message', 'an order or cancel', 'a read'], codes()),
}

const MARKED = /<!-- made: (\w+) -->[\s\S]*?<!-- end -->/g

/** The page with everything between its markers made anew, laid out as `npm run format` does it. */
export async function venuePage(page: string): Promise<string> {
  const made = page.replace(MARKED, (_, name: string) => {
    const section = SECTIONS[name]
    if (!section) throw new Error(`expected a section that can be made, was ${name}`)
    return `<!-- made: ${name} -->\n\n${section()}\n\n<!-- end -->`
  })
  return (await format(PAGE, made)).code
}

/** The markers of a page; each section must have one. */
export function sectionsOf(page: string): string[] {
  return [...page.matchAll(MARKED)].map(([, name]) => name!)
}

export const SECTION_NAMES = Object.keys(SECTIONS)

const AGAIN = { read: 'yes', never: '**never**' } as const

function endpoints(area: Area): string {
  const covered = coverage()
  const rows = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].area === area).map((name, index) => {
    const { method, path, security, limit, weight, areaWeight, retry } = ENDPOINTS[name]
    const { kinds = [], replies = 0 } = covered.get(name) ?? {}
    return [
      String(index + 1),
      `\`${name}\``,
      INTERFACE_NAMES[name],
      `${method} \`${path}\``,
      security,
      `${limit.count} in ${limit.windowMs / 1000} s`,
      areaWeight === undefined ? String(weight) : `${weight}; ${areaWeight} for a whole area`,
      AGAIN[retry],
      switchesOf(name)
        .map((key) => `\`${key}\``)
        .join(', '),
      kinds.join(', '),
      String(replies),
    ]
  })
  return table(
    [
      '',
      'endpoint',
      'in the interface',
      'call',
      'security',
      'limit',
      'weight',
      'repeated',
      'switches',
      'tests',
      'replies',
    ],
    rows,
  )
}

/** A parameter that is checked alike in several calls is one row; it may be left out where the call is in brackets. */
function parameters(): Rows {
  const taken = ENDPOINT_NAMES.flatMap((name) => {
    const { area, fields } = ENDPOINTS[name]
    return fields.map(([param, wire, kind, optional]) => {
      const checked = kind(undefined, { area, dialect: DEFAULT_DIALECT })
      const takes = checked.ok ? '' : inEnglish(checked.error.problem).replace(/^expected (.*), was nothing$/, '$1')
      return { cells: [`\`${param}\``, `\`${wire}\``, takes], call: optional ? `(\`${name}\`)` : `\`${name}\`` }
    })
  })
  const alike = Map.groupBy(taken, ({ cells }) => cells.join())
  return [...alike.values()].map((same) => [...same[0]!.cells, same.map(({ call }) => call).join(', ')])
}

const OTHER = { api: { spot: 'binance', contract: 'v2' } } as const

/** What the other interfaces speak in another way, and what they lack. */
function otherInterfaces(): Rows {
  return ENDPOINT_NAMES.flatMap((name) => {
    const [usual, other] = [ENDPOINTS[name], rowOf(name, OTHER)]
    const about = [`\`${name}\``, OTHER.api[usual.area]]
    if (other === null) return [[...about, '**not there**', '', '']]
    if (other.path === usual.path) return []
    const { method, path, limit, weight } = other
    return [[...about, `${method} \`${path}\``, `${limit.count} in ${limit.windowMs / 1000} s`, String(weight)]]
  })
}

/** Codes that mean the same are one row. */
function codes(): Rows {
  const byMeaning = Map.groupBy(CODES, ([, { code }]) => code)
  return [...byMeaning].map(([meaning, same]) => {
    const [, { refused, retry }] = same[0]!
    return [
      same.map(([code]) => code).join(', '),
      inEnglish(message(meaning)),
      refused ? 'rejected' : 'unknown',
      READ[retry],
    ]
  })
}

const READ = {
  never: 'not repeated',
  soon: 'repeated soon',
  later: 'with the next round',
  afterClockSync: 'repeated after the clock',
} as const

function code(rows: Rows): Rows {
  return rows.map(([name, ...rest]) => [`\`${name}\``, ...rest])
}

function table(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
