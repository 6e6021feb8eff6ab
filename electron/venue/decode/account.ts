import { positionKey } from '#shared/domain/account.ts'
import type { Balance, MarginAccount, MarginMode, Position, PositionSide } from '#shared/domain/account.ts'
import { ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { ContractAccount } from '../client.ts'
import type { Json } from '../json.ts'
import { readEach } from './entries.ts'
import type { Quarantine } from './entries.ts'
import {
  amount,
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
  Unreadable,
} from './fields.ts'
import type { Row } from './fields.ts'

const MODES: ReadonlyMap<string, MarginMode> = new Map([
  ['1', 'cross'],
  ['2', 'isolated'],
])
const SIDES: ReadonlyMap<string, PositionSide> = new Map([
  ['BUY', 'long'],
  ['SELL', 'short'],
])
const FREEZES: ReadonlyMap<string, Position['freeze']> = new Map([
  ['0', 'none'],
  ['1', 'liquidation'],
  ['2', 'delivery'],
])

export function decodeBalances(reply: Json, quarantine: Quarantine): readonly Balance[] {
  const balances = list(row(reply, 'account'), 'balances')
  return readEach(balances, quarantine, decodeBalance, (balance) => balance.asset)
}

function decodeBalance(entry: Row): Balance {
  return { asset: name(entry, 'asset'), free: quantity(entry, 'free'), locked: quantity(entry, 'locked') }
}

/** Coins and positions are read apart: a margin row that can not be read does not hide the positions under it. */
export function decodeContractAccount(reply: Json, quarantine: Quarantine): ContractAccount {
  const coins = list(row(reply, 'contractAccount'), 'account')
  const marginAccounts = readEach(coins, quarantine, decodeMarginAccount, (account) => account.marginCoin)
  const unread: Quarantine = []
  const positions = new PositionReader(unread)
  const held = readEach(coins, unread, (coin) => positions.ofCoin(coin)).flat()
  // What spoils both readings of a coin is told once.
  quarantine.push(...unread.filter((entry) => !quarantine.some((known) => known.path === entry.path)))
  return { marginAccounts, positions: held }
}

function decodeMarginAccount(entry: Row): MarginAccount {
  return {
    marginCoin: name(entry, 'marginCoin'),
    walletBalance: amount(entry, 'accountNormal'),
    orderMargin: amount(entry, 'accountLock'),
    isolatedMargin: optionalAmount(entry, 'partPositionNormal'),
    crossInitialMargin: optionalAmount(entry, 'totalPositionNormal'),
    realizedPnl: optionalAmount(entry, 'achievedAmount'),
    unrealizedPnl: optionalAmount(entry, 'unrealizedAmount'),
    crossEquity: amount(entry, 'totalEquity'),
    isolatedEquity: amount(entry, 'partEquity'),
    crossMarginRate: optionalAmount(entry, 'totalMarginRate'),
    accountMarginRate: optionalAmount(entry, 'sumMarginRate'),
  }
}

/** Positions stand three levels deep, and one key must not come twice over all of them. */
class PositionReader {
  readonly #seen = new Set<string>()
  readonly #quarantine: Quarantine

  constructor(quarantine: Quarantine) {
    this.#quarantine = quarantine
  }

  ofCoin(coin: Row): readonly Position[] {
    // An unused coin holds null here; a coin without the field at all is one we can not say anything about.
    if (coin.object.get('positionVos') === null) return []
    const marginCoin = name(coin, 'marginCoin')
    const contracts = list(coin, 'positionVos')
    return readEach(contracts, this.#quarantine, (contract) => this.#ofContract(contract, marginCoin)).flat()
  }

  #ofContract(entry: Row, marginCoin: string): readonly Position[] {
    const contract = name(entry, 'contractName')
    return readEach(list(entry, 'positions'), this.#quarantine, (position) => {
      const decoded = decodePosition(position, contract, marginCoin)
      if (decoded !== null && this.#seen.has(decoded.key)) throw new Unreadable(position.path, `repeats ${decoded.key}`)
      if (decoded !== null) this.#seen.add(decoded.key)
      return decoded
    })
  }
}

/**
 * Profit of what was closed: closeProfit, or where that is not kept what historyRealizedAmount has besides fees, funding
 * and settlements. A row that says it closed nothing has none.
 */
function closedPnl(entry: Row): Decimal | null {
  const told = optionalAmount(entry, 'closeProfit')
  if (told !== null && !told.isZero()) return told
  const all = optionalAmount(entry, 'historyRealizedAmount')
  const fees = optionalAmount(entry, 'tradeFee')
  const funding = optionalAmount(entry, 'capitalFee')
  const settled = optionalAmount(entry, 'settleProfit')
  if (all !== null && fees !== null && funding !== null && settled !== null) {
    return all.minus(fees).minus(funding).minus(settled)
  }
  return told ?? (optionalAmount(entry, 'closeVolume')?.isZero() === true ? ZERO : null)
}

/** null for a row that holds nothing: venues keep closed positions listed for a while. */
function decodePosition(entry: Row, contract: string, marginCoin: string): Position | null {
  const volume = quantity(entry, 'volume')
  if (volume.isZero()) return null
  const marginMode = oneOf(entry, MODES, 'positionType')
  const side = oneOf(entry, SIDES, 'side')
  return {
    key: positionKey(contract, marginMode, side),
    id: id(entry, 'id'),
    contract,
    marginCoin,
    marginMode,
    side,
    volume,
    pendingCloseVolume: quantity(entry, 'pendingCloseVolume'),
    openPrice: price(entry, 'openPrice'),
    averagePrice: price(entry, 'avgPrice'),
    markPrice: optionalPrice(entry, 'indexPrice'),
    leverage: price(entry, 'leverageLevel'),
    margin: amount(entry, 'holdAmount'),
    realizedPnl: amount(entry, 'realizedAmount'),
    closedPnl: closedPnl(entry),
    unrealizedPnl: optionalAmount(entry, 'unRealizedAmount'),
    tradingFees: optionalAmount(entry, 'tradeFee'),
    fundingFees: optionalAmount(entry, 'capitalFee'),
    maintenanceRate: optionalAmount(entry, 'keepRate'),
    maxFeeRate: optionalAmount(entry, 'maxFeeRate'),
    venueMarginRate: optionalAmount(entry, 'marginRate'),
    venueLiquidationPrice: optionalPrice(entry, 'reducePrice'),
    // A word we do not know must neither hide the position nor stand before its exit.
    freeze: FREEZES.get(optionalText(entry, 'freezeLock') ?? '') ?? 'unknown',
  }
}
