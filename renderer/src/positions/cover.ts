/** The cover of a position, from the parts of a snapshot. Pure. */
import * as desk from '#shared/desk/cover.ts'
import type { ProtectRequest, Protection } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, toText, type Decimal, type DecimalText, type Encoded } from '#shared/domain/decimal.ts'
import type { OpenOrders } from '#shared/snapshot/snapshot.ts'
import type { PositionRisk } from '#shared/risk/report.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { memoise } from '#shared/domain/memoise.ts'
import { decodeFields, decodeOrder, type AmountFields } from '#shared/domain/decode.ts'

/** A protective order placed from here. */
export interface Placed extends Encoded<Protection> {
  readonly verdict: desk.Verdict
  /** The price at which the position is liquidated before this order fires; null: it is not, as far as is known. */
  readonly liquidatedAt: DecimalText | null
}

export type Cover = Omit<desk.Cover, 'protections'> & { readonly protections: readonly Placed[] }

/** What a cover needs beside the position itself. */
export interface CoverSources {
  readonly protections: readonly Encoded<Protection>[]
  /** null before the first read. */
  readonly open: Encoded<OpenOrders> | null
  /** null while risk does not cover the position. */
  readonly risk: Encoded<PositionRisk> | null
}

export function coverOf(position: Encoded<Position>, { protections, open, risk }: CoverSources): Cover {
  const encoded = new Map(protections.map((each) => [decodeProtection(each), each]))
  const cover = desk.coverOf(coveredOf(position), {
    protections: [...encoded.keys()],
    orders: ordersOf(position, open),
    ownLiquidation: amountOrNull(risk?.liquidation?.own ?? null),
  })
  return {
    ...cover,
    protections: cover.protections.flatMap(({ protection, verdict, liquidatedAt }) => {
      const each = encoded.get(protection)
      return each ? [{ ...each, verdict, liquidatedAt: liquidatedAt && toText(liquidatedAt) }] : []
    }),
  }
}

/** Whether the order closes the position when the price goes against it, as far as is known. */
export function isCover(protection: Placed): boolean {
  return desk.isCover({ protection, verdict: protection.verdict })
}

/** Only the fields a cover needs: it is computed for many rows at each read. */
function coveredOf(position: Encoded<Position>): desk.Covered {
  const { key, contract, side, volume, pendingCloseVolume, markPrice, venueLiquidationPrice } = position
  return {
    key,
    contract,
    side,
    volume: decimal(volume),
    pendingCloseVolume: amountOrNull(pendingCloseVolume),
    markPrice: amountOrNull(markPrice),
    venueLiquidationPrice: amountOrNull(venueLiquidationPrice),
  }
}

const amountOrNull = (text: DecimalText | null): Decimal | null => (text === null ? null : decimal(text))

/** The open orders of the position; null while those of its contract are not known. */
function ordersOf({ contract }: Encoded<Position>, open: Encoded<OpenOrders> | null) {
  const { scopes, orders } = open === null ? NOTHING_OPEN : byContract(open)
  const scope = scopes.get(contract)
  if (!scope || scope.readAt === null || scope.failure !== null) return null
  return (orders.get(contract) ?? []).map(decodeOrder)
}

const ofContracts = ({ area }: { readonly area: Area }): boolean => area === 'contract'
const byContract = memoise(({ scopes, orders }: Encoded<OpenOrders>) => ({
  scopes: new Map(scopes.filter(ofContracts).map((scope) => [scope.instrument, scope])),
  orders: Map.groupBy(orders.filter(ofContracts), ({ instrument }) => instrument),
}))
const NOTHING_OPEN = byContract({ scopes: [], orders: [] })

const PROTECT: AmountFields<ProtectRequest> = { volume: true, triggerPrice: true }

export function decodeProtection({ request, ...placed }: Encoded<Protection>): Protection {
  return { ...placed, request: decodeFields<ProtectRequest>(request, PROTECT) }
}
