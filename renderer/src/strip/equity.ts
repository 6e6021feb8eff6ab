/** Total equity in words: its change this run, its parts, and what it leaves out. Pure. */
import { decimal, toText, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { listed, message } from '#shared/words/message.ts'
import type { EquityPoint } from '#shared/snapshot/snapshot.ts'
import { formatAmount, formatValue } from '../kit/format.ts'
import type { RiskInputName, RiskReport } from '#shared/risk/report.ts'

/** Equity now against the first point of this run, in the reporting coin; null before there is one. */
export function changeThisRun(
  total: DecimalText,
  curve: readonly Encoded<EquityPoint>[],
): { readonly since: number; readonly amount: DecimalText } | null {
  const [since, start = null] = curve[0] ?? []
  if (since === undefined || start === null) return null
  return { since, amount: toText(decimal(total).minus(start)) }
}

/** What total equity is made of: the value of Spot, and the contract equity in each margin coin with its value. */
export function equityParts({ equity, reportingCoin: coin }: Encoded<RiskReport>): readonly Message[] {
  return [
    message('strip.worth.spot', { value: formatValue(equity.spot), coin }),
    ...equity.coins.map(({ marginCoin, equity: own, value }) =>
      message('strip.worth.contracts', {
        marginCoin,
        amount: formatAmount(own, { maxPlaces: 8 }),
        value: formatValue(value),
        coin,
      }),
    ),
  ]
}

/** What the total leaves out, `most` of it by name: unpriced coins, and parts that were never read or only in part. */
export function leftOut({ equity, missing, incomplete }: Encoded<RiskReport>, most: number): readonly Message[] {
  const names = [...missing.filter(isCounted).map(partOf), ...equity.unpriced]
  return [
    ...(names.length === 0 ? [] : [message('strip.without', { names: listed(names, most) })]),
    ...incomplete.filter(isCounted).map((part) => message('strip.someUnread', { part: partOf(part) })),
  ]
}

/** Whether the part's money is in the total. */
const isCounted = (name: RiskInputName): name is 'balances' | 'marginAccounts' =>
  name === 'balances' || name === 'marginAccounts'
const partOf = (part: 'balances' | 'marginAccounts'): Message => message(`strip.part.${part}`)
