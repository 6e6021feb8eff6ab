/** The step that asks each area for an order that does not exist, to learn how the venue answers for a lost order. */
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import type { LookFact } from '#shared/domain/probe.ts'
import type { Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Asker } from './asked.ts'
import { lookFinding, noClearAnswer, refusalOf, skipped, type Finding } from './finding.ts'

/** The largest possible id (2^63 - 1): venues count up and have not reached it. */
const NO_ORDER = '9223372036854775807'

/** The fact for each refusal. Other failures say nothing. */
const CODES = {
  notFound: 'noOrderSaid',
  rejected: 'noOrderRefused',
  unexpectedReply: 'noOrderUnread',
} as const satisfies Partial<Record<FailureKind, LookFact['code']>>

/** Only for areas whose account can be read: elsewhere a refusal would be about the key. */
export async function askUnknownOrder(client: Asker, instruments: readonly (Pair | Contract)[]): Promise<Finding> {
  if (instruments.length === 0) return skipped(message('probe.noAccount'))
  return lookFinding(
    await Promise.all(
      instruments.map(async (one) =>
        one.area === 'spot'
          ? factOf('spot', await client.call('spot.order', { symbol: one.symbol, orderId: NO_ORDER }))
          : factOf('contract', await client.call('contract.order', { contract: one.name, orderId: NO_ORDER })),
      ),
    ),
  )
}

function factOf(area: Area, answer: Result<unknown, Failure>): LookFact {
  if (answer.ok) return { code: 'noOrderInvented', area }
  const { error } = answer
  const code = error.kind in CODES ? CODES[error.kind as keyof typeof CODES] : undefined
  return code === undefined ? noClearAnswer(error) : { code, area, ...refusalOf(error) }
}
