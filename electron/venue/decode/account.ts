import {
  positionKey,
  type Balance,
  type MarginAccount,
  type MarginMode,
  type Position,
  type PositionSide,
} from '#shared/domain/account.ts'
import { UNKNOWN_COIN, type Gap } from '#shared/domain/gap.ts'
import { ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import { message } from '#shared/words/message.ts'
import type { AccountRead } from '#shared/domain/coherence.ts'
import type { Json } from '../json/reader.ts'
import { isSame, readEach, type Hiding, type Quarantine } from './read-list.ts'
import {
  amount,
  fieldsOf,
  id,
  list,
  name,
  oneOf,
  optionalAmount,
  optionalPrice,
  optionalText,
  price,
  quantity,
  row,
  spellings,
  type Row,
} from './fields.ts'

export const MARGIN_MODES = spellings<MarginMode>({ cross: '1', isolated: '2' })
const SIDES = spellings<PositionSide>({ long: 'BUY LONG', short: 'SELL SHORT' })
const FREEZES = spellings({ none: '0', liquidation: '1', delivery: '2' })

export function decodeBalances(reply: Json, quarantine: Quarantine): readonly Balance[] {
  const balances = list(row(reply, 'account'), 'balances')
  return readEach(balances, quarantine, decodeBalance, (balance) => balance.asset, hiddenBalance)
}

/** Balances of a venue that writes coins in lower case. Ours are in upper case. */
export function decodeUpperBalances(reply: Json, quarantine: Quarantine): readonly Balance[] {
  const unread: Quarantine = []
  const balances = decodeBalances(reply, unread)
  quarantine.push(...unread.map((entry) => ({ ...entry, ...(entry.coin && { coin: entry.coin.toUpperCase() }) })))
  return balances.map((balance) => ({ ...balance, asset: balance.asset.toUpperCase() }))
}

/** If both amounts are zero, nothing is held, even under an unreadable name. */
function hiddenBalance(entry: Row | null): ReturnType<Hiding> {
  if (entry && isZeroAt(entry, 'free') && isZeroAt(entry, 'locked')) return { hides: [] }
  return { hides: ['balances'], ...named(entry, 'coin', 'asset') }
}

function decodeBalance(entry: Row): Balance {
  const gaps: Gap[] = []
  const field = fieldsOf(entry, gaps)
  return {
    asset: name(entry, 'asset'),
    free: field('free', quantity, 'free'),
    locked: field('locked', quantity, 'locked'),
    gaps,
  }
}

/** Margin accounts and positions are read separately, so that an unreadable margin row does not hide its positions. */
export function decodeContractAccount(reply: Json, quarantine: Quarantine): AccountRead {
  const coins = list(row(reply, 'contractAccount'), 'account')
  const marginAccounts = readEach(
    coins,
    quarantine,
    decodeMarginAccount,
    (account) => account.marginCoin,
    hiddenCoin('marginAccounts'),
  )
  const unread: Quarantine = []
  const positions = new PositionReader(unread)
  const held = readEach(coins, unread, (coin) => positions.ofCoin(coin), undefined, hiddenCoin('positions')).flat()
  // A problem that affects both readings of a coin is reported once.
  for (const entry of unread) {
    const known = quarantine.findIndex(({ path }) => path === entry.path)
    const before = quarantine[known]
    if (before) quarantine[known] = { ...before, hides: [...(before.hides ?? []), ...(entry.hides ?? [])] }
    else quarantine.push(entry)
  }
  return { marginAccounts, positions: held }
}

/** A coin whose amounts are all zero hides nothing, however odd the rest of its row is. */
function hiddenCoin(what: 'marginAccounts' | 'positions'): Hiding {
  return (entry) => {
    if (entry && isIdle(entry)) return { hides: [] }
    return { hides: [what], ...named(entry, 'coin', 'marginCoin') }
  }
}

function isIdle(entry: Row): boolean {
  const isUsed = ['partPositionNormal', 'totalPositionNormal'].some(
    (field) => entry.object.find(field) !== -1 && !isZeroAt(entry, field),
  )
  return !isUsed && ['totalEquity', 'partEquity', 'accountLock'].every((field) => isZeroAt(entry, field))
}

function isZeroAt(entry: Row, field: string): boolean {
  return entry.object.decimalAt(entry.object.find(field))?.isZero() === true
}

/** `{ [as]: the name under field }`; empty if it cannot be read. */
function named(entry: Row | null, as: 'coin' | 'contract', field: string): { coin?: string; contract?: string } {
  const text = entry && fieldsOf(entry, [])(field, name, field)
  return text === null ? {} : { [as]: text }
}

function decodeMarginAccount(entry: Row): MarginAccount {
  const gaps: Gap[] = []
  const field = fieldsOf(entry, gaps)
  return {
    marginCoin: name(entry, 'marginCoin'),
    walletBalance: field('walletBalance', amount, 'accountNormal'),
    orderMargin: field('orderMargin', amount, 'accountLock'),
    isolatedMargin: field('isolatedMargin', optionalAmount, 'partPositionNormal'),
    crossInitialMargin: field('crossInitialMargin', optionalAmount, 'totalPositionNormal'),
    realizedPnl: field('realizedPnl', optionalAmount, 'achievedAmount'),
    unrealizedPnl: field('unrealizedPnl', optionalAmount, 'unrealizedAmount'),
    crossEquity: field('crossEquity', amount, 'totalEquity'),
    isolatedEquity: field('isolatedEquity', amount, 'partEquity'),
    crossMarginRate: field('crossMarginRate', optionalAmount, 'totalMarginRate'),
    accountMarginRate: field('accountMarginRate', optionalAmount, 'sumMarginRate'),
    gaps,
  }
}

/** Positions are nested three levels deep, and a key must not occur twice across all of them. */
class PositionReader {
  readonly #seen = new Map<string, Position>()
  readonly #quarantine: Quarantine

  constructor(quarantine: Quarantine) {
    this.#quarantine = quarantine
  }

  ofCoin(coin: Row): readonly Position[] {
    // An unused coin has null here. A coin without the field is unreadable.
    if (coin.object.get('positionVos') === null) return []
    const gaps: Gap[] = []
    const marginCoin = fieldsOf(coin, gaps)('marginCoin', name, 'marginCoin') ?? UNKNOWN_COIN
    const hides = { hides: ['positions'], ...named(coin, 'coin', 'marginCoin') } as const
    const ofContract = (entry: Row): readonly Position[] => this.#ofContract(entry, marginCoin, gaps, hides)
    const hiding: Hiding = (entry) => ({ ...hides, ...named(entry, 'contract', 'contractName') })
    return readEach(list(coin, 'positionVos'), this.#quarantine, ofContract, undefined, hiding).flat()
  }

  #ofContract(
    entry: Row,
    marginCoin: string,
    coinGaps: readonly Gap[],
    ofCoin: ReturnType<Hiding>,
  ): readonly Position[] {
    const contract = name(entry, 'contractName')
    const hides = { ...ofCoin, contract }
    const read = (position: Row): Position | null => {
      const decoded = decodePosition(position, contract, marginCoin, coinGaps)
      const first = decoded && this.#seen.get(decoded.key)
      if (decoded && !first) this.#seen.set(decoded.key, decoded)
      if (!decoded || !first) return decoded
      const same = isSame(first, decoded)
      this.#quarantine.push({
        path: position.path,
        reason: message('expected.repeats', { key: first.key }),
        ...(same ? { hides: [] } : { ...hides, ...sortOf(position) }),
      })
      return null
    }
    const hiding: Hiding = (position) => ({ ...hides, ...sortOf(position) })
    return readEach(list(entry, 'positions'), this.#quarantine, read, undefined, hiding)
  }
}

/** The margin mode and side of a row, if readable. No side for a negative volume, which may contradict it. */
function sortOf(entry: Row | null): Pick<Quarantined, 'marginMode' | 'side'> {
  const field = entry && fieldsOf(entry, [])
  const marginMode = field?.('marginMode', (from) => oneOf(from, MARGIN_MODES, 'positionType'), 'positionType')
  const side = field?.('side', (from) => oneOf(from, SIDES, 'side'), 'side')
  const isSure = field?.('volume', amount, 'volume')?.isNegative() !== true
  return { ...(marginMode && { marginMode }), ...(side && isSure && { side }) }
}

/**
 * Profit of the closed part: closeProfit or, if a venue leaves that empty, historyRealizedAmount without fees, funding
 * and settlements. Zero for a row of which nothing was closed.
 */
function closedPnl(entry: Row): Decimal | null {
  const stated = optionalAmount(entry, 'closeProfit')
  if (stated !== null && !stated.isZero()) return stated
  const all = optionalAmount(entry, 'historyRealizedAmount')
  const fees = optionalAmount(entry, 'tradeFee')
  const funding = optionalAmount(entry, 'capitalFee')
  const settled = optionalAmount(entry, 'settleProfit')
  if (all !== null && fees !== null && funding !== null && settled !== null) {
    return all.minus(fees).minus(funding).minus(settled)
  }
  return stated ?? (optionalAmount(entry, 'closeVolume')?.isZero() === true ? ZERO : null)
}

/**
 * null: nothing is held; venues list closed positions for a while. The fields that a close needs must be readable
 * (contract, side, volume, margin mode). Any other unreadable field is a gap.
 */
function decodePosition(entry: Row, contract: string, marginCoin: string, coinGaps: readonly Gap[]): Position | null {
  if (amount(entry, 'volume').isZero()) return null
  const marginMode = oneOf(entry, MARGIN_MODES, 'positionType')
  const side = oneOf(entry, SIDES, 'side')
  // Some venues write a short's volume as negative. On a long, a negative volume contradicts the side.
  const volume = side === 'short' ? amount(entry, 'volume').abs() : quantity(entry, 'volume')
  const gaps: Gap[] = [...coinGaps]
  const field = fieldsOf(entry, gaps)
  return {
    key: positionKey(contract, marginMode, side),
    id: field('id', id, 'id'),
    contract,
    marginCoin,
    marginMode,
    side,
    volume,
    pendingCloseVolume: field('pendingCloseVolume', quantity, 'pendingCloseVolume'),
    openPrice: field('openPrice', price, 'openPrice'),
    averagePrice: field('averagePrice', price, 'avgPrice'),
    markPrice: field('markPrice', optionalPrice, 'indexPrice'),
    leverage: field('leverage', price, 'leverageLevel'),
    margin: field('margin', amount, 'holdAmount'),
    realizedPnl: field('realizedPnl', amount, 'realizedAmount'),
    closedPnl: field('closedPnl', closedPnl, 'closeProfit'),
    unrealizedPnl: field('unrealizedPnl', optionalAmount, 'unRealizedAmount'),
    tradingFees: field('tradingFees', optionalAmount, 'tradeFee'),
    fundingFees: field('fundingFees', optionalAmount, 'capitalFee'),
    maintenanceRate: field('maintenanceRate', optionalAmount, 'keepRate'),
    maxFeeRate: field('maxFeeRate', optionalAmount, 'maxFeeRate'),
    venueMarginRate: field('venueMarginRate', optionalAmount, 'marginRate'),
    venueLiquidationPrice: field('venueLiquidationPrice', optionalPrice, 'reducePrice'),
    // An unknown word must neither hide the position nor block its exit.
    freeze: FREEZES.get(optionalText(entry, 'freezeLock') ?? '') ?? 'unknown',
    gaps,
  }
}
