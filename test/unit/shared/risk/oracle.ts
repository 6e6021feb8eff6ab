import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Balance, MarginAccount, Position } from '#shared/domain/account.ts'
import { isDecimal, toFloat } from '#shared/domain/decimal.ts'
import type { Contract } from '#shared/domain/instrument.ts'
import type { RiskInputs } from '#shared/risk/assess.ts'
import {
  balance,
  contract,
  marginAccount,
  pair,
  position,
  quote,
  riskInputs,
} from '#test/support/portfolio-fixtures.ts'

/** Reads one file of known answers that were computed independently of this code. */
export function readOracle(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../oracles/${name}.json`, import.meta.url), 'utf8'))
}

export interface Tolerance {
  readonly rel?: number
  readonly abs?: number
}

/**
 * Compares every leaf of `expected` with the same place in `actual`. Returns the number of leaves, so that a test can
 * state it and no leaf is skipped silently. Numbers and Decimals may differ by abs, or by rel of the expected value.
 */
export function compareLeaves(actual: unknown, expected: unknown, tolerance: Tolerance, path = ''): number {
  if (Array.isArray(expected)) {
    expect(actual, path).toHaveLength(expected.length)
  }
  if (typeof expected === 'object' && expected !== null) {
    return Object.entries(expected).reduce((count, [key, member]) => {
      const mine = (actual as Record<string, unknown> | undefined)?.[key]
      return count + compareLeaves(mine, member, tolerance, `${path}.${key}`)
    }, 0)
  }
  const value = isDecimal(actual) ? toFloat(actual) : actual
  if (typeof expected === 'number') {
    expect(value, path).toBeTypeOf('number')
    const { rel = 0, abs = 0 } = tolerance
    const error = Math.abs((value as number) - expected)
    expect(error, `${path}: ${String(value)}, expected ${expected}`).toBeLessThanOrEqual(
      Math.max(abs, rel * Math.abs(expected)),
    )
  } else {
    expect(value, path).toBe(expected)
  }
  return 1
}

interface OraclePosition {
  id: number
  positionType: 1 | 2
  side: 'BUY' | 'SELL'
  volume: number
  openPrice: number
  avgPrice: number
  leverageLevel: number
  holdAmount: number
  realizedAmount: number
  unRealizedAmount: number
  indexPrice: number
  keepRate: number
  maxFeeRate: number
}

export interface OracleAccount {
  contracts: { symbol: string; side: 0 | 1; multiply: number; multiplierCoin: string; pricePrecision: number }[]
  mark_price: Record<string, number>
  spot?: Record<string, { free: number; locked: number }>
  contract_account: {
    marginCoin: string
    accountNormal: number
    accountLock: number
    totalEquity: number
    partEquity: number
    positionVos: { contractName: string; positions: OraclePosition[] }[]
  }[]
}

/** The account of an oracle as our inputs. Every asset has a Spot pair with USDT at its mark. */
export function oracleInputs(oracle: OracleAccount): RiskInputs {
  const contracts = oracle.contracts.map(contractOf)
  const pairs = Object.keys(oracle.mark_price)
    .filter((asset) => asset !== 'USDT')
    .map((asset) => pair(asset, 'USDT'))
  return riskInputs({
    instruments: [...pairs, ...contracts],
    balances: Object.entries(oracle.spot ?? {}).map(([asset, { free, locked }]): Balance =>
      balance(asset, free, locked),
    ),
    marginAccounts: oracle.contract_account.map(accountOf),
    positions: oracle.contract_account.flatMap(({ positionVos }) =>
      positionVos.flatMap(({ contractName, positions }) => {
        const own = contracts.find(({ name }) => name === contractName)
        if (!own) throw new Error(`the oracle lists no contract ${contractName}`)
        return positions.map((held) => positionOf(own, held))
      }),
    ),
    quotes: pairs.map((each) => quote(each, oracle.mark_price[each.baseAsset] ?? NaN)),
  })
}

function contractOf({
  symbol,
  side,
  multiply,
  multiplierCoin,
  pricePrecision,
}: OracleAccount['contracts'][number]): Contract {
  const [, base, quoteAsset] = symbol.split('-') as [string, string, string]
  return contract(base, quoteAsset, {
    name: symbol,
    direction: side === 1 ? 'linear' : 'inverse',
    multiplier: multiply,
    multiplierCoin,
    pricePrecision,
  })
}

function accountOf(account: OracleAccount['contract_account'][number]): MarginAccount {
  return marginAccount(account.marginCoin, {
    walletBalance: account.accountNormal,
    orderMargin: account.accountLock,
    crossEquity: account.totalEquity,
    isolatedEquity: account.partEquity,
  })
}

function positionOf(of: Contract, held: OraclePosition): Position {
  return position(of, {
    id: String(held.id),
    marginMode: held.positionType === 1 ? 'cross' : 'isolated',
    side: held.side === 'BUY' ? 'long' : 'short',
    volume: held.volume,
    openPrice: held.openPrice,
    averagePrice: held.avgPrice,
    markPrice: held.indexPrice,
    leverage: held.leverageLevel,
    margin: held.holdAmount,
    realizedPnl: held.realizedAmount,
    unrealizedPnl: held.unRealizedAmount,
    maintenanceRate: held.keepRate,
    maxFeeRate: held.maxFeeRate,
  })
}

/** "isolated:E-BTC-USD:BUY" for our "isolated:E-BTC-USD:isolated:long". Cross accounts have the same id. */
export function oracleUnitId(id: string): string {
  return id.replace(':isolated:long', ':BUY').replace(':isolated:short', ':SELL')
}
