import type { MarginAccount, Position } from '../../domain/account.ts'
import { contractsByName } from '../../domain/instrument.ts'
import type { RiskInputs } from '../inputs.ts'
import type { CalibrationReading } from './calibration.ts'

/**
 * The positions of one read that show the venue's margin rule: every isolated position, and a cross position that is
 * alone in its account (with several, it is not known whose requirement the venue counts). Left out: positions without
 * a liquidation price from the venue, frozen positions, and cross accounts that were not read whole.
 */
export function readingsOf(
  inputs: Pick<RiskInputs, 'instruments' | 'positions' | 'marginAccounts' | 'incomplete'>,
): readonly CalibrationReading[] {
  const { incomplete } = inputs
  const positions = inputs.positions ?? []
  const isWhole = !incomplete.includes('positions') && !incomplete.includes('marginAccounts')
  const contracts = contractsByName(inputs.instruments ?? [])
  const accounts = new Map((inputs.marginAccounts ?? []).map((account) => [account.marginCoin, account]))
  const cross = Map.groupBy(
    positions.filter(({ marginMode }) => marginMode === 'cross'),
    ({ marginCoin }) => marginCoin,
  )
  const accountAlone = ({ marginCoin }: Position): MarginAccount | null =>
    isWhole && cross.get(marginCoin)?.length === 1 ? (accounts.get(marginCoin) ?? null) : null
  return positions.flatMap((position) => {
    const contract = contracts.get(position.contract)
    const isIsolated = position.marginMode === 'isolated'
    const account = isIsolated ? null : accountAlone(position)
    if (!contract || position.freeze !== 'none' || !position.venueLiquidationPrice) return []
    return isIsolated || account ? [{ position, contract, account }] : []
  })
}
