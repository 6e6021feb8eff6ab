/** A list of what a client must read at a venue, and a count of what it reads correctly. */

/** One call, and what its answer must contain. */
export interface Case {
  readonly call: string
  readonly of: 'Spot' | 'linear' | 'inverse'
  readonly said: () => Promise<unknown>
  /** The expected values, computed after the call. Fields that are not named may have any value. */
  readonly expected: () => unknown
  /** What is wrong, when the client itself misreads the interface and `expected` is that misreading. */
  readonly known?: string
}

interface Outcome extends Pick<Case, 'call' | 'of' | 'known'> {
  readonly differences: readonly string[]
}

export async function outcomeOf({ call, of, said, expected, known }: Case): Promise<Outcome> {
  const outcome = { call, of, differences: await found(said, expected) }
  return known === undefined ? outcome : { ...outcome, known }
}

/** A call may return any shape. A result that cannot be inspected is a difference too. */
async function found(said: Case['said'], expected: Case['expected']): Promise<string[]> {
  try {
    return differences(await said(), expected())
  } catch (error) {
    return [String(error)]
  }
}

/** The places where `actual` differs from `expected`. Lists must have equal length. */
function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (expected === undefined) return actual === undefined ? [] : [`${path}: ${text(actual)} instead of nothing`]
  if (expected === null || typeof expected !== 'object') {
    return Object.is(actual, expected) ? [] : [`${path}: ${text(actual)} instead of ${text(expected)}`]
  }
  if (actual === null || typeof actual !== 'object') return [`${path}: ${text(actual)} instead of ${text(expected)}`]
  const isCut = Array.isArray(expected) && Array.isArray(actual) && actual.length !== expected.length
  const lengths = isCut ? [`${path}: ${actual.length} entries instead of ${expected.length}`] : []
  const within = Object.entries(expected).flatMap(([key, value]) =>
    differences((actual as Readonly<Record<string, unknown>>)[key], value, path === '' ? key : `${path}.${key}`),
  )
  return [...lengths, ...within]
}

function text(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

/** One line per case, the differences of each case that disagrees, and the totals. */
export function table(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ call }) => call.length))
  const lines = outcomes.map(({ call, of, known, differences: found }) => {
    const verdict = found.length > 0 ? 'DISAGREES' : known === undefined ? 'agrees' : `as known: ${known}`
    return [`${call.padEnd(width)}  ${of.padEnd(7)}  ${verdict}`, ...found.map((line) => `    ${line}`)].join('\n')
  })
  const [wrong, known] = [outcomes.filter(disagrees), outcomes.filter((each) => each.known !== undefined)]
  const sum = `${outcomes.length - wrong.length} of ${outcomes.length} as expected, ${known.length} of them with a difference that is known`
  return [...lines, '', `${sum}; ${wrong.length} disagree`].join('\n')
}

export function disagrees({ differences: found }: Outcome): boolean {
  return found.length > 0
}
