import type { Encoded } from '#shared/domain/decimal.ts'
import { decodeFields, type AmountFields } from '#shared/domain/decode.ts'
import type { ProtectRequest, Protection } from '#shared/desk/plan.ts'

const PROTECT: AmountFields<ProtectRequest> = { volume: true, triggerPrice: true }

export function decodeProtection({ request, ...placed }: Encoded<Protection>): Protection {
  return { ...placed, request: decodeFields<ProtectRequest>(request, PROTECT) }
}
