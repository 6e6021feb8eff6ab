import { sum, type Decimal } from '#shared/domain/decimal.ts'
import type { ContractSpec } from '../market/specs.ts'
import type { ContractArea } from './contract-area.ts'
import { requirement, valueAt } from './contract-maths.ts'
import { isolatedEquity, type SimPosition } from './sim-position.ts'
import { isClearlySafe } from './clearly-safe.ts'

type MarkOf = (spec: ContractSpec) => Decimal

/**
 * Forced reduction. A position whose equity no longer covers its requirement is frozen. If it is still short a second
 * later, an isolated one is closed; a cross account loses its orders, then half of its largest position, repeatedly
 * until it is safe. Orders on a frozen contract are refused. A delivery freeze (2) stays.
 */
export function enforceMargins(area: ContractArea, mark: MarkOf): void {
  if (isClearlySafe(area, mark)) return
  const endangered = new Set(endangeredPositions(area, mark))
  const due = area.positions().filter((held) => endangered.has(held) && held.freeze === 1)
  for (const position of area.positions()) if (position.freeze !== 2) position.freeze = endangered.has(position) ? 1 : 0
  for (const position of due) {
    if (position.positionType === 2) area.forceClose(position, position.volume, mark(position.spec))
    else reduceCross(area, position.spec.marginCoin, mark)
  }
}

/** Positions whose equity is at most their requirement. */
export function endangeredPositions(area: ContractArea, mark: MarkOf): SimPosition[] {
  const isolated = area.positions().filter((held) => {
    const price = mark(held.spec)
    return held.positionType === 2 && isolatedEquity(held, price).lte(requirement(held.spec, held.volume, price))
  })
  const cross = area.wallet.coins.filter((coin) => isCrossShort(area, coin, mark))
  return [...isolated, ...cross.flatMap((coin) => crossPositions(area, coin))]
}

function reduceCross(area: ContractArea, coin: string, mark: MarkOf): void {
  if (isCrossShort(area, coin, mark)) area.cancelAll(coin)
  while (isCrossShort(area, coin, mark)) {
    const largest = crossPositions(area, coin).reduce((a, b) => (valueOf(b, mark).gt(valueOf(a, mark)) ? b : a))
    area.forceClose(largest, largest.volume.div(2).ceil(), mark(largest.spec))
  }
  for (const position of crossPositions(area, coin)) if (position.freeze === 1) position.freeze = 0
}

function isCrossShort(area: ContractArea, coin: string, mark: MarkOf): boolean {
  const held = crossPositions(area, coin)
  if (held.length === 0) return false
  const needed = sum(held.map((position) => requirement(position.spec, position.volume, mark(position.spec))))
  return area.held.crossEquity(coin).lte(needed)
}

function crossPositions(area: ContractArea, coin: string): SimPosition[] {
  return area.positions().filter((held) => held.positionType === 1 && held.spec.marginCoin === coin)
}

function valueOf(position: SimPosition, mark: MarkOf): Decimal {
  return valueAt(position.spec, position.volume, mark(position.spec))
}
