/** How a dialect shapes the body of a good answer, by endpoint. */
import { decimal, sum, toText, ZERO } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { SimDialect } from './sim-dialect.ts'
import { isDocumented } from './documented-fields.ts'
import { spelled } from './spell-leaves.ts'
import { Amount, Id, rawJSON } from './leaves.ts'

type Body = Readonly<Record<string, unknown>>
type Shape = (body: Body, dialect: SimDialect) => unknown

const rename: (from: string, to: (dialect: SimDialect) => string) => Shape =
  (from, to) =>
  ({ [from]: value, ...rest }, dialect) => ({ ...rest, [to(dialect)]: value })

const time = rename('serverTime', ({ timeName }) => timeName)

/** Bodies with more than one form. Lists are formatted entry by entry. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'spot.time': time,
  'contract.time': time,
  'spot.depth': (body, dialect) => depth(body, dialect, dialect.depthTime === 'null'),
  'contract.depth': (body, dialect) => depth(body, dialect, dialect.depthTime !== 'ms'),
  'spot.ticker': ticker,
  'contract.ticker': (body, dialect) => rename('vol', ({ volumeName }) => volumeName)(ticker(body, dialect), dialect),
  'contract.contracts': rename('multiplier', ({ faceName }) => faceName),
  'contract.index': ({ tagPrice, currentFundRate, indexPrice, nextFundRate, ...named }, { index }) =>
    index === 'live'
      ? { currentFundRate, indexPrice, tagPrice, nextFundRate }
      : { ...named, markPrice: tagPrice, indexPrice, lastFundingRate: currentFundRate },
  'spot.newOrder': ({ orderIdString, ...body }, { idStrings }) => (idStrings ? { ...body, orderIdString } : body),
  'spot.batchOrders': batchOrders,
  'spot.batchCancel': batchCancel,
  'contract.conditionOrder': conditionOrder,
  'contract.account': account,
  'contract.order': withoutClientId,
  'contract.openOrders': withoutClientId,
  'contract.orderHistorical': withoutClientId,
}

/** The body of the answer of `name` ("spot.depth"), in its final form. */
export function shaped(name: string, body: unknown, dialect: SimDialect): unknown {
  const shape = SHAPES[name]
  const each = (entry: unknown) => (shape ? shape(entry as Body, dialect) : entry)
  const plain = Array.isArray(body) ? ordered(name, body, dialect).map(each) : each(body)
  const listed = name === 'contract.order' && dialect.details === 'list' ? [plain] : plain
  const isKept = dialect.fields === 'documented' ? isDocumented(name) : null
  return enveloped(name, spelled(listed, dialect, isKept), dialect)
}

function account({ account: coins, ...rest }: Body, dialect: SimDialect): unknown {
  const within = (list: unknown, name: string, shape: (entry: Body) => unknown): unknown =>
    (list as readonly Body[]).map((entry) => ({ ...entry, [name]: shape(entry) }))
  const positions = (entry: Body) => (entry.positions as readonly Body[]).map((row) => position(row, dialect))
  return { ...rest, account: within(coins, 'positionVos', (coin) => within(coin.positionVos, 'positions', positions)) }
}

function position({ side, volume, ...row }: Body, { positionSide, shortVolume }: SimDialect): Body {
  const isShort = side === 'SELL'
  const { text, style } = volume as Amount
  return {
    ...row,
    side: positionSide === 'order' ? side : isShort ? 'SHORT' : 'LONG',
    volume: isShort && shortVolume === 'negative' ? new Amount(`-${text}`, style) : volume,
  }
}

function ordered(name: string, list: readonly unknown[], { klineOrder }: SimDialect): readonly unknown[] {
  return name.endsWith('.klines') && klineOrder === 'oldest' ? list.toReversed() : list
}

type Envelope = (body: unknown, area: Area, dialect: SimDialect) => unknown

const inData: Envelope = (data, area, dialect) => ({ ...codeAndMessage(area, dialect), data, succ: true })

const ENVELOPES: Readonly<Record<SimDialect['contractLists'], Envelope>> = {
  bare: (list) => list,
  list: (list) => ({ list }),
  data: inData,
  dataOrNull: (list, area, dialect) => inData((list as unknown[]).length === 0 ? null : list, area, dialect),
  dataList: (list, area, dialect) => inData({ list }, area, dialect),
}

function enveloped(name: string, body: unknown, dialect: SimDialect): unknown {
  const area: Area = name.startsWith('spot.') ? 'spot' : 'contract'
  if (name === 'spot.symbols') {
    if (dialect.symbols === 'bare') return body
    return dialect.symbols === 'symbols' ? { symbols: body } : inData({ symbols: body }, area, dialect)
  }
  if (Array.isArray(body)) return ENVELOPES[listEnvelope(name, area, dialect)](body, area, dialect)
  // Trigger ids always come in an envelope.
  const isWrapped =
    dialect.objects === 'data' || (name === 'contract.conditionOrder' && dialect.condition === 'triggerIds')
  return isWrapped ? inData(body, area, dialect) : body
}

function listEnvelope(name: string, area: Area, { spotLists, contractLists }: SimDialect): SimDialect['contractLists'] {
  if (area === 'contract') return contractLists
  if (spotLists !== 'mixed') return spotLists
  return name === 'spot.trades' ? 'list' : 'bare'
}

export function codeAndMessage(area: Area, { errorCode, language }: SimDialect): { code: unknown; msg: string } {
  const isText = errorCode === 'mixed' ? area === 'contract' : errorCode === 'text'
  return { code: isText ? '0' : 0, msg: language === 'zh' ? '成功' : 'Success' }
}

function depth({ time: at, bids, asks }: Body, { depthColumns }: SimDialect, isTimeless: boolean): Body {
  return {
    time: isTimeless ? null : at,
    bids: widened(bids as Row[], Math.min(depthColumns, 3)),
    asks: widened(asks as Row[], depthColumns),
  }
}

type Row = readonly [price: Amount, quantity: Amount]

/** Rows of an order book with up to four columns: price, quantity, cumulative quantity, cumulative money. */
function widened(rows: readonly Row[], columns: number): readonly (readonly Amount[])[] {
  if (columns === 2) return rows
  let [quantity, money] = [ZERO, ZERO]
  return rows.map(([price, size]) => {
    quantity = quantity.plus(decimal(size.text))
    money = sum([money, decimal(price.text).times(decimal(size.text))])
    return [price, size, new Amount(toText(quantity), size.style), new Amount(toText(money), size.style)].slice(
      0,
      columns,
    )
  })
}

/** `rose` is given as a float, a fraction. With a plus sign it cannot be a number. */
function ticker({ rose, ...rest }: Body, dialect: SimDialect): Body {
  const share = rose as number
  if (dialect.rose === 'percent') return { ...rest, rose: new Amount((share * 100).toFixed(6), 'string') }
  const text = share.toFixed(8)
  return { ...rest, rose: dialect.rose === 'fraction' ? new Amount(text, 'string') : share < 0 ? text : `+${text}` }
}

/** Built from the digits of its `id`. */
function conditionOrder({ id }: Body, { condition }: SimDialect): Body {
  const digits = id as string
  if (condition === 'orderId') return { orderId: new Id(digits, 'number', true) }
  return { triggerIds: [new Id(digits, 'string')], ids: [], cancelIds: [] }
}

/** Built from `ids` and `clientIds`, both text and in the order of the batch. */
function batchOrders({ ids, clientIds }: Body, dialect: SimDialect): Body {
  return {
    ids: (ids as string[]).map((id) => batchId(id, dialect)),
    ...(dialect.idStrings ? { idsString: ids } : {}),
    ...(dialect.batchClientIds ? { newClientOrderIds: clientIds } : {}),
  }
}

function batchCancel({ success, failed }: Body, dialect: SimDialect): Body {
  const [done, not] = [success as string[], failed as string[]]
  if (done.length === 0 && dialect.batchTotalFailure === 'empty') return {}
  const asIds = (ids: string[]) => ids.map((id) => batchId(id, dialect))
  const failure = { ids: asIds(not), none: [], boolean: not.length > 0 }
  return { success: asIds(done), failed: failure[dialect.batchFailed] }
}

function batchId(id: string, { batchIds }: SimDialect): unknown {
  return batchIds === 'number' && /^[1-9]\d*$/.test(id) ? rawJSON(id) : id
}

function withoutClientId({ clientId, ...rest }: Body, { contractClientId }: SimDialect): Body {
  return contractClientId && clientId !== undefined ? { ...rest, clientId } : rest
}
