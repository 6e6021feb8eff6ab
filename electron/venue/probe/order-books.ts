/** Steps about order books: their depth, those of unlisted instruments, and those of closed contracts. */
import type { Contract, Pair } from '#shared/domain/instrument.ts'
import type { LookFact } from '#shared/domain/probe.ts'
import type { Depth } from '#shared/domain/quote.ts'
import { message } from '#shared/words/message.ts'
import { servesNone } from '../client/classify-failure.ts'
import type { Dialect } from '../profile/dialect.ts'
import type { Asker } from './asked.ts'
import { lookFinding, noClearAnswer, refusalOf, skipped, type Finding } from './finding.ts'

/** The interface's own limit first, then smaller ones for a venue that refuses it. */
const ASKED = [100, 20, 5] as const
/** Enough to see whether there is an order book. */
const FEW = 5

/**
 * Names that no venue lists. The pair has no letters: otherwise the client would retry it in the other case and learn a
 * wrong case.
 */
const UNLISTED_PAIR = '00000000'
const UNLISTED_CONTRACT = 'E-00000000-USDT'

const MOST_CLOSED = 3

function bookOf(client: Asker, one: Pair | Contract, limit: number) {
  return one.area === 'spot'
    ? client.call('spot.depth', { symbol: one.symbol, limit })
    : client.call('contract.depth', { contract: one.name, limit })
}

/** How many levels the venue gives. */
export async function askBooks(
  client: Asker,
  instruments: readonly (Pair | Contract)[],
): Promise<Finding<Dialect['depthLimit']>> {
  if (instruments.length === 0) return skipped(message('probe.nothingToAsk'))
  const found = await Promise.all(instruments.map((one) => askBook(client, one)))
  const limits = Object.fromEntries(
    found.flatMap((fact) => (fact.code === 'bookLimit' ? [[fact.area, fact.asked]] : [])),
  )
  return lookFinding(found, { ...client.dialect().depthLimit, ...limits })
}

async function askBook(client: Asker, one: Pair | Contract): Promise<LookFact> {
  const name = one.area === 'spot' ? one.symbol : one.name
  const where = { area: one.area, name }
  for (const asked of ASKED) {
    const answer = await bookOf(client, one, asked)
    if (!answer.ok && answer.error.kind === 'rejected' && asked !== FEW) continue
    if (!answer.ok) return noClearAnswer(answer.error)
    const { bids, asks } = answer.value.value
    const levels = Math.max(bids.length, asks.length)
    if (levels === 0) return { code: 'noBook', ...where }
    if (asked !== ASKED[0]) return { code: 'bookLimit', ...where, asked, levels }
    // The two sides of a real book are rarely equally long.
    const isCut = levels < asked && bids.length === asks.length
    return { code: isCut ? 'bookCap' : 'bookLevels', ...where, asked, levels }
  }
  throw new Error('expected a last number of levels')
}

/** Asks each reached area for the order book of an instrument that does not exist. */
export async function askUnlisted(
  client: Asker,
  listed: { readonly pairs: readonly Pair[] | null; readonly contracts: readonly Contract[] | null },
): Promise<Finding> {
  const asks = [
    ...(listed.pairs === null ? [] : [client.call('spot.depth', { symbol: UNLISTED_PAIR, limit: FEW })]),
    ...(listed.contracts === null ? [] : [client.call('contract.depth', { contract: UNLISTED_CONTRACT, limit: FEW })]),
  ]
  if (asks.length === 0) return skipped(message('probe.noList'))
  const facts = await Promise.all(
    asks.map(async (ask): Promise<LookFact> => {
      const answer = await ask
      if (answer.ok) return unlistedAs(answer.value.value)
      const area = answer.error.operation.startsWith('spot.') ? 'spot' : 'contract'
      const isRefused = servesNone(answer.error) && answer.error.kind !== 'notSupported'
      return isRefused ? { code: 'unlistedRefused', area, ...refusalOf(answer.error) } : noClearAnswer(answer.error)
    }),
  )
  return lookFinding(facts)
}

function unlistedAs({ area, bids, asks }: Depth): LookFact {
  return { code: bids.length + asks.length === 0 ? 'unlistedEmptyBook' : 'unlistedBook', area }
}

/** Whether closed contracts still have an order book. */
export async function askClosed(client: Asker, contracts: readonly Contract[] | null): Promise<Finding> {
  if (contracts === null) return skipped(message('probe.noContracts'))
  const closed = contracts.filter(({ tradable }) => !tradable)
  if (closed.length === 0) return lookFinding([{ code: 'closedNone' }])
  const some = closed.slice(0, MOST_CLOSED)
  const answers = await Promise.all(some.map((contract) => bookOf(client, contract, FEW)))
  const names = answers.flatMap((answer) =>
    answer.ok && answer.value.value.bids.length + answer.value.value.asks.length > 0
      ? [answer.value.value.instrument]
      : [],
  )
  const count = { listed: closed.length, asked: some.length }
  const lost = answers.flatMap((answer) => (answer.ok || servesNone(answer.error) ? [] : [noClearAnswer(answer.error)]))
  if (names.length > 0) return lookFinding([{ code: 'closedWithBook', ...count, names }])
  return lookFinding(lost.length > 0 ? lost.slice(0, 1) : [{ code: 'closedWithoutBook', ...count }])
}
