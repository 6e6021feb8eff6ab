import type { Decimal } from '#shared/domain/decimal.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'

/** The same account with every list reversed. */
export function turned(inputs: RiskInputs): RiskInputs {
  return {
    ...inputs,
    instruments: inputs.instruments!.toReversed(),
    balances: inputs.balances!.toReversed(),
    marginAccounts: inputs.marginAccounts!.toReversed(),
    positions: inputs.positions!.toReversed(),
    quotes: inputs.quotes!.toReversed(),
    orders: inputs.orders!.toReversed(),
  }
}

/** The same account with every amount multiplied by k. */
export function scaled(inputs: RiskInputs, k: Decimal): RiskInputs {
  return {
    ...inputs,
    balances: inputs.balances!.map((each) => ({
      ...each,
      free: each.free!.times(k),
      locked: each.locked!.times(k),
    })),
    marginAccounts: inputs.marginAccounts!.map((each) => ({
      ...each,
      crossEquity: each.crossEquity!.times(k),
      isolatedEquity: each.isolatedEquity!.times(k),
      orderMargin: each.orderMargin!.times(k),
    })),
    positions: inputs.positions!.map((each) => ({
      ...each,
      volume: each.volume.times(k),
      margin: each.margin!.times(k),
    })),
    orders: inputs.orders!.map((each) => ({
      ...each,
      quantity: each.quantity.times(k),
      executed: each.executed.times(k),
    })),
  }
}
