/** Steps of a probe: each asks the venue one thing and returns its finding. None throws. */
import { heldOf, type Balance } from '#shared/domain/account.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import type { ProbeFact, LookFact } from '#shared/domain/probe.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'
import { areaTitle, failureMessage, message } from '#shared/words/message.ts'
import type { AccountRead } from '#shared/domain/coherence.ts'
import type { KeyRights, Params } from '../endpoints/calls.ts'
import type { Answer } from '../port.ts'
import { authenticationOf } from '../endpoints/table.ts'
import type { Dialect } from '../profile/dialect.ts'
import type { SignedClient } from '../client/signed-client.ts'
import { patiently, type Asker } from './asked.ts'
import { failed, failureOf, lookFinding, passed, skipped, warned, type Finding } from './finding.ts'

/** A machine whose clock is further off than this shows wrong times everywhere. */
const MAX_CLOCK_ERROR_MS = 1_000
const ZONE_STEP_MS = 30 * 60_000
const ZONE_NEAR_MS = 60_000

/** Reaches an area and compares its clock with the machine's clock. */
export async function measureClock(
  client: Pick<SignedClient, 'syncArea'>,
  area: Area,
  baseUrl: string,
): Promise<Finding<true>> {
  const measured = await patiently(() => client.syncArea(area))
  if (!measured.ok) {
    const unusable = message('probe.clockUnusable', { address: baseUrl, failure: failureMessage(measured.error) })
    const mayBeWrong = measured.error.kind === 'network' || measured.error.kind === 'timeout'
    const problems = [unusable, ...(mayBeWrong ? [message('probe.checkAddress')] : [])]
    return failed(problems, failureOf(measured.error))
  }
  const { offsetMs, uncertaintyMs, roundTripMs } = measured.value
  const found = message(offsetMs < 0 ? 'probe.clockBehind' : 'probe.clockAhead', {
    area: areaTitle(area),
    trip: { ms: roundTripMs },
    off: { ms: Math.abs(offsetMs) },
    uncertainty: { ms: uncertaintyMs },
  })
  const fact = { code: 'clock', area, offsetMs, uncertaintyMs, tripMs: roundTripMs } as const
  if (Math.abs(offsetMs) <= MAX_CLOCK_ERROR_MS) return passed(found, true, fact)
  const zone = isWholeHours(offsetMs) ? [message('probe.clockWholeHours')] : []
  return warned([found, ...zone, message('probe.clockAdvice')], true, fact)
}

/** Off by whole or half hours, as between time zones. */
function isWholeHours(offsetMs: number): boolean {
  const zones = Math.round(offsetMs / ZONE_STEP_MS)
  return zones !== 0 && Math.abs(offsetMs - zones * ZONE_STEP_MS) <= ZONE_NEAR_MS
}

export async function listPairs(client: Asker): Promise<Finding<readonly Pair[]>> {
  const answer = await client.call('spot.pairs', {})
  return listed(answer, 'spot', ({ length: count }) => [count, message('probe.pairs', { count })])
}

export async function listContracts(client: Asker): Promise<Finding<readonly Contract[]>> {
  return listed(await client.call('contract.contracts', {}), 'contract', (contracts) => {
    const open = contracts.filter((contract) => contract.tradable).length
    return [open, message('probe.contracts', { count: contracts.length, open })]
  })
}

function listed<T>(
  answer: Result<Answer<readonly T[]>, Failure>,
  area: Area,
  describe: (found: readonly T[]) => readonly [open: number, summary: Message],
): Finding<readonly T[]> {
  const what = area === 'spot' ? 'pairs' : 'contracts'
  if (!answer.ok)
    return failed(message(`probe.${what}Unread`, { failure: failureMessage(answer.error) }), failureOf(answer.error))
  const { value, quarantined } = answer.value
  const [open, summary] = describe(value)
  const fact = { code: 'listed', area, instruments: value.length, open, unread: quarantined.length } as const
  return value.length === 0 ? warned(message(`probe.${what}Empty`), [], fact) : whole(answer.value, summary, fact)
}

/** Passed, or warned if entries could not be read. */
function whole<T>({ value, quarantined }: Answer<T>, summary: Message, fact: ProbeFact): Finding<T> {
  const [first] = quarantined
  if (first === undefined) return passed(summary, value, fact)
  const { path, reason } = first
  return warned([summary, message('probe.entriesUnread', { count: quarantined.length, path, reason })], value, fact)
}

/** A signed GET with a query, to one area. */
export type Question = (client: Asker) => Promise<Result<unknown, Failure>>

/**
 * The calls that show how a venue wants a GET signed. Only areas that sign in headers have a choice; if there are any,
 * only they are asked. `hasChoice`: there is another way to try.
 */
export function questions(
  pair: Pair | null,
  contract: Contract | null,
  dialect: Dialect,
): { readonly asked: readonly Question[]; readonly hasChoice: boolean } {
  const all: readonly { readonly area: Area; readonly ask: Question }[] = [
    ...(pair ? [{ area: 'spot', ask: openOrdersOf('spot', { symbol: pair.symbol }) } as const] : []),
    ...(contract ? [{ area: 'contract', ask: openOrdersOf('contract', { contract: contract.name }) } as const] : []),
  ]
  const open = all.filter(({ area }) => authenticationOf(area, dialect) === 'headers')
  return { asked: (open.length > 0 ? open : all).map(({ ask }) => ask), hasChoice: open.length > 0 }
}

function openOrdersOf<A extends Area>(area: A, of: Params<`${A}.openOrders`>): Question {
  return (client) => client.call(`${area}.openOrders`, of)
}

/** Whether a signature is accepted. A key may be refused in one area and accepted in the other. */
export async function judgeSignature(
  client: Asker,
  asked: readonly Question[],
): Promise<'accepted' | 'refused' | { readonly unclear: readonly Failure[] }> {
  const unclear: Failure[] = []
  for (const question of asked) {
    const answer = await question(client)
    // A refusal of the call itself means that the signature was accepted.
    if (answer.ok || answer.error.kind === 'rejected' || answer.error.kind === 'notFound') return 'accepted'
    if (answer.error.kind === 'signature') return 'refused'
    unclear.push(answer.error)
  }
  return { unclear }
}

/** The finding if the venue accepts how `client` signs. `isFoundOut`: it refused the other way. */
export function signedBy(client: Asker, isFoundOut: boolean): Finding<Asker> {
  const { signGetQuery } = client.dialect()
  const how = signGetQuery ? 'WithQuery' : 'WithoutQuery'
  const summary = message(isFoundOut ? `probe.learned${how}` : `probe.signed${how}`)
  return passed(summary, client, { code: 'signing', query: signGetQuery })
}

/** The finding if no answer accepted or refused the signature. */
export function unclearSignature(unclear: readonly Failure[]): Finding<never> {
  const [first] = unclear
  if (first === undefined) return skipped(message('probe.nothingToAsk'))
  const refusesKey = unclear.length > 1 && unclear.every(({ kind }) => kind === 'key')
  const fact = failureOf(first)
  const why = failureMessage(first)
  return refusesKey ? failed(why, fact) : warned<never>(message('probe.signatureUnclear', { failure: why }), null, fact)
}

/** The holdings of the Spot account, and what it says about the key; null: nothing. */
interface SpotAccount {
  readonly balances: readonly Balance[]
  readonly rights: KeyRights | null
}

export async function readSpotAccount(client: Asker): Promise<Finding<SpotAccount>> {
  const answer = await client.call('spot.account', {})
  if (!answer.ok)
    return failed(
      message('probe.spotAccountUnread', { failure: failureMessage(answer.error) }),
      failureOf(answer.error),
    )
  const held = answer.value.value.filter((balance) => heldOf(balance)?.isZero() !== true)
  const inOrders = held.filter(({ locked }) => locked?.isZero() !== true).length
  const summary = message('probe.spotAccount', { count: held.length, inOrders })
  const { value: balances, quarantined, rights = null } = answer.value
  const found = whole(answer.value, summary, { code: 'account', area: 'spot', unread: quarantined.length })
  return { ...found, value: { balances, rights } }
}

function tradeFact(mayTrade: boolean, isWatchOnly: boolean): LookFact {
  if (isWatchOnly) return { code: mayTrade ? 'watchMayTrade' : 'watchMayNotTrade' }
  return { code: mayTrade ? 'mayTrade' : 'mayNotTrade' }
}

/** What the key may do, if the venue says so. A key that only watches needs no right to trade. */
export function rightsFinding(account: Finding<SpotAccount>, isWatchOnly: boolean): Finding {
  if (account.value === null) return skipped(message('probe.noSpotAccount'))
  const { trade = null, withdraw = null, boundToIp = null } = account.value.rights ?? {}
  const facts = [
    ...(trade === null ? [] : [tradeFact(trade, isWatchOnly)]),
    ...(withdraw === null ? [] : [{ code: withdraw ? 'mayWithdraw' : 'mayNotWithdraw' } as const]),
    ...(boundToIp === null ? [] : [{ code: boundToIp ? 'boundToIp' : 'notBoundToIp' } as const]),
  ]
  return lookFinding(withdraw === null ? [...facts, { code: 'rightsNotStated' }] : facts)
}

/** What the contract account holds, and whose it is, if it says so. */
type ContractAccount = AccountRead & { readonly uid: string | null }

export async function readContractAccount(client: Asker): Promise<Finding<ContractAccount>> {
  const answer = await client.call('contract.account', {})
  if (!answer.ok)
    return failed(
      message('probe.contractAccountUnread', { failure: failureMessage(answer.error) }),
      failureOf(answer.error),
    )
  const { marginAccounts, positions } = answer.value.value
  const funded = marginAccounts.filter(
    ({ crossEquity, isolatedEquity }) => crossEquity?.isZero() !== true || isolatedEquity?.isZero() !== true,
  )
  const held = message('positions', { count: positions.length })
  const summary = message('probe.contractAccount', { count: funded.length, positions: held })
  const { quarantined, rights } = answer.value
  const found = whole(answer.value, summary, { code: 'account', area: 'contract', unread: quarantined.length })
  return { ...found, value: { marginAccounts, positions, uid: rights?.uid ?? null } }
}

/** BTC against USDT, otherwise the first open instrument. */
export function mainOf<T extends Pair | Contract>(instruments: readonly T[] | null): T | null {
  const usable = (instruments ?? []).filter((one) => one.area === 'spot' || one.tradable)
  const isMain = ({ baseAsset, quoteAsset }: T): boolean => baseAsset === 'BTC' && quoteAsset === 'USDT'
  return usable.find(isMain) ?? usable[0] ?? null
}
