/** How a venue differs from the default dialect, one message for each difference. */
import { AREAS, type Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import { DEFAULT_DIALECT, type Dialect } from './dialect.ts'
import { dialectFields, entries } from './profile.ts'

export function describeDialect(dialect: Dialect): readonly Message[] {
  const fields = dialectFields(dialect)
  const descriptions = Object.entries(DIFFERENCES) as [keyof Dialect, (dialect: Dialect) => readonly Message[]][]
  return descriptions.flatMap(([name, tell]) => (fields[name] === undefined ? [] : tell(dialect)))
}

const AS = { number: 'AsNumbers', string: 'AsText' } as const
const CASES = { upper: 'upperCase', lower: 'lowerCase', verbatim: 'verbatim' } as const

const DIFFERENCES: { readonly [K in keyof Dialect]: (dialect: Pick<Dialect, K>) => readonly Message[] } = {
  api: ({ api }) => [
    ...(api.spot === 'binance' ? [message('dialect.api.binance')] : []),
    ...(api.contract === 'v2' ? [message('dialect.api.v2')] : []),
  ],
  signGetQuery: () => [message('dialect.queryNotSigned')],
  spotVersion: ({ spotVersion }) => [message('dialect.spotVersion', { version: spotVersion.slice(1) })],
  paths: ({ paths }) => entries(paths).map(([call, path]) => message('dialect.path', { call, path })),
  limits: ({ limits }) =>
    entries(limits).map(([call, { count, windowMs }]) =>
      message('dialect.limit', { call, count, window: { ms: windowMs } }),
    ),
  weightPerMinute: ({ weightPerMinute }) =>
    unusual(weightPerMinute, DEFAULT_DIALECT.weightPerMinute).map(([area, most]) =>
      most === null ? message('dialect.noWeight', { area }) : message('dialect.weight', { area, most: String(most) }),
    ),
  numericEncoding: ({ numericEncoding }) =>
    unusual(numericEncoding, DEFAULT_DIALECT.numericEncoding).map(([area, encoding]) =>
      message(`dialect.amounts${AS[encoding]}`, { area }),
    ),
  batchIds: ({ batchIds }) => [message(`dialect.batchIds${AS[batchIds]}`)],
  triggerType: ({ triggerType }) => [
    message(
      'dialect.triggerType',
      triggerType === 'text' ? { rise: '"3"', fall: '"4"' } : { rise: '"3UP"', fall: '"4DOWN"' },
    ),
  ],
  conditionPriceRequired: () => [message('dialect.conditionPrice')],
  marketOpen: ({ marketOpen }) => [
    message(marketOpen === 'contracts' ? 'dialect.openInContracts' : 'dialect.openInOrderUnit'),
  ],
  marketClose: () => [message('dialect.marketClose')],
  openOrders: ({ openOrders }) =>
    unusual(openOrders, DEFAULT_DIALECT.openOrders).map(([area, how]) =>
      message(how === 'wholeArea' ? 'probe.listsArea' : 'dialect.listsOneByOne', { area }),
    ),
  openOrdersLimit: ({ openOrdersLimit }) => [message('dialect.openOrdersLimit', { most: openOrdersLimit })],
  depthLimit: ({ depthLimit }) =>
    unusual(depthLimit, DEFAULT_DIALECT.depthLimit).map(([area, most]) =>
      message('dialect.depthLimit', { area, most }),
    ),
  symbolCase: ({ symbolCase }) => [message(`dialect.${CASES[symbolCase]}`)],
  intervals: ({ intervals }) =>
    AREAS.flatMap((area) =>
      entries(intervals[area]).map(([interval, word]) =>
        message('dialect.interval', { area: areaTitle(area), interval, word }),
      ),
    ),
  clockLeadMs: ({ clockLeadMs }) => [message('dialect.clockLead', { ms: clockLeadMs })],
  headers: ({ headers }) => {
    const gone = Object.keys(DEFAULT_DIALECT.headers).filter((name) => headers[name] === undefined)
    const sent = entries(headers).filter(([name, value]) => DEFAULT_DIALECT.headers[name] !== value)
    return [
      ...sent.map(([name, value]) => message('dialect.header', { name, value })),
      ...gone.map((name) => message('dialect.noHeader', { name })),
    ]
  },
}

/** The areas with a setting other than the default, by title. */
function unusual<V>(
  actual: Readonly<Record<Area, V>>,
  usual: Readonly<Record<Area, V>>,
): readonly (readonly [area: Message, value: V])[] {
  return AREAS.filter((area) => actual[area] !== usual[area]).map((area) => [areaTitle(area), actual[area]])
}
