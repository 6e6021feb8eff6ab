/** What each field of a profile means; what it takes is what the schema says when it is given something else. */
import type { Fact } from '#shared/domain/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { profileSchema } from '#electron/venue/profile/profile-schema.ts'
import { PROTECTIVE_PERCENT } from '#shared/desk/compile/close-price.ts'
import { toText } from '#shared/domain/decimal.ts'

/** Nothing any field takes. */
const WRONG = Symbol('wrong')

interface Note {
  readonly means: string
  /** Before what the schema says of the innermost value. */
  readonly each?: string
  /** The field with something wrong innermost. */
  readonly wrong?: unknown
}

const MUST = 'must be there'
const PROFILE: Readonly<
  Record<'version' | 'name' | 'spotBaseUrl' | 'contractBaseUrl', [means: string, usual: string]>
> = {
  version: ['The version of this format.', MUST],
  name: ['What the venue is called in the app.', MUST],
  spotBaseUrl: [
    'Where Spot is. A path in it is a gateway’s prefix: sent, not signed. One of the two addresses must be there.',
    'the venue has no Spot',
  ],
  contractBaseUrl: ['Where Contract is; often another host.', 'the venue has no contracts'],
}

const PER_AREA = { each: '`spot` and `contract`, each ', wrong: { spot: WRONG } }

const DIALECT: Readonly<Record<keyof Dialect, Note>> = {
  api: {
    means:
      'Which published interface is spoken. `binance`: Spot in the style of Binance. `v2`: private Contract calls on /fapi/v2. ' +
      'See [Bitrue](#bitrue-and-its-sisters) for what each of them lacks.',
    each: '`spot` and `contract`, `contract` one of "v1", "v2", `spot` ',
    wrong: { spot: WRONG },
  },
  signGetQuery: {
    means: 'Whether the query of a GET is part of what is signed. Plimsoll finds out when a key is added.',
  },
  spotVersion: { means: 'Which Spot paths: `/sapi/v1/…` or `/sapi/v2/…`.' },
  paths: {
    means:
      'Paths that differ from the table below, by our name of the endpoint. A query in it goes first in the query of the call.',
    each: 'endpoint names, each ',
    wrong: { 'spot.ping': WRONG },
  },
  limits: {
    means: 'Rate limits that differ from the table below: `{"count": 20, "windowMs": 2000}` is 20 calls in any 2 s.',
    each: 'endpoint names, each with `count` and `windowMs`; `count` is ',
    wrong: { 'spot.ping': { count: WRONG, windowMs: 1 } },
  },
  weightPerMinute: {
    means: 'The most weight a host takes from one address in any minute, all calls together; null: it publishes none.',
    ...PER_AREA,
  },
  numericEncoding: { means: 'How amounts are written into request bodies.', ...PER_AREA },
  batchIds: { means: 'How the ids of a batch cancel are written.' },
  triggerType: {
    means: 'How a conditional order says which way it fires: 3 and 4, "3" and "4", or "3UP" and "4DOWN".',
  },
  conditionPriceRequired: { means: 'Whether a conditional order at market must carry its trigger price as price too.' },
  marketOpen: {
    means:
      'The unit of the volume of a market order that opens a position. Refused until known, because some venues count value; `orderUnit` sends "contracts" in a field of its own.',
  },
  marketClose: {
    means:
      'How a close at market is sent. `limitIoc`, for venues where market orders are refused or not safe: a limit order that trades at once, ' +
      `at most ${toText(PROTECTIVE_PERCENT)} % from the mark, and gives up the rest.`,
  },
  openOrders: {
    means:
      'Whether one call lists the open orders of a whole area, or each instrument needs a call of its own. ' +
      'Plimsoll finds out, and believes such a list as long as no other read contradicts it.',
    ...PER_AREA,
  },
  openOrdersLimit: { means: 'The most open orders that one call on Spot may ask for; there are no further pages.' },
  depthLimit: {
    means: 'The most levels of an order book that one call may ask for. Plimsoll finds out where a venue refuses more.',
    ...PER_AREA,
  },
  symbolCase: { means: 'How Spot symbols are sent: as the pair list has them, or in one case.' },
  intervals: {
    means: 'The venue’s own word for a candle interval, such as `{"60min": "1h"}`.',
    each: '`spot` and `contract`, each with intervals, each ',
    wrong: { spot: { '60min': WRONG } },
  },
  clockLeadMs: {
    means: 'How many ms before the measured venue time requests are stamped, to stay clear of its future.',
  },
  headers: { means: 'Sent with every request. Replaces the default as a whole.' },
}

/** Name, meaning, what it takes and what it is when left out. */
type FieldRow = readonly [name: string, means: string, takes: string, usual: string]

export function profileRows(): FieldRow[] {
  const rows = Object.entries(PROFILE).map(
    ([name, [means, usual]]) => [name, means, expected([name], WRONG), usual] as const,
  )
  return [...rows, ['dialect', 'How the venue differs from the usual; see below.', 'an object', 'no difference']]
}

export function dialectRows(): FieldRow[] {
  const notes = Object.entries(DIALECT) as [keyof Dialect, Note][]
  return notes.map(([name, { means, each = '', wrong = WRONG }]) => {
    const takes = `${each}${expected(['dialect', name], wrong)}`
    return [name, means, takes, `\`${JSON.stringify(DEFAULT_DIALECT[name])}\``]
  })
}

/** What the schema says it expected at `path`, or below, when `wrong` is there. */
function expected(path: readonly string[], wrong: unknown): string {
  const document = path.reduceRight((value, name) => ({ [name]: value }), wrong)
  const issues = profileSchema.safeParse(document).error?.issues ?? []
  const issue = issues.find((one) => path.every((name, index) => one.path[index] === name))
  if (!issue) throw new Error(`expected the schema to object to ${path.join('.')}`)
  const custom = issue.code === 'custom' ? (issue.params?.['expected'] as Fact | undefined) : undefined
  const what = custom ?? message('expected.object')
  return inEnglish(message('plain', { text: what }))
}
