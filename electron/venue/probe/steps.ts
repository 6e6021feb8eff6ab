/** The steps of a probe: each asks the venue one thing and says in a trader's words what was found. None throws. */
import { heldOf } from '#shared/domain/account.ts'
import type { Balance } from '#shared/domain/account.ts'
import type { ProbeStep } from '#shared/domain/probe.ts'
import { wordsOf } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREA_TITLE } from '#shared/domain/instrument.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import type { ContractAccount, Params } from '../calls.ts'
import type { Answer, VenueClient } from '../client.ts'
import { authenticationOf } from '../endpoints/table.ts'
import type { Dialect } from '../profile/dialect.ts'
import type { SignedClient } from '../signed-client.ts'

/** What a step found out; `value` is for the steps after it, null when there is nothing to go on with. */
export interface Finding<T = unknown> {
  readonly outcome: ProbeStep['outcome']
  readonly text: string
  readonly value: T | null
}

/** What the steps need of a client. */
export type Asker = Pick<VenueClient, 'call' | 'dialect'>

/**
 * Asks once more when somebody else has used up the venue's limit: the client waits as long as the venue wants before
 * it does. Only for calls that change nothing, a test order among them: one turned away for that was not looked at.
 */
async function patiently<T>(ask: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  const answer = await ask()
  return !answer.ok && answer.error.kind === 'rateLimited' ? ask() : answer
}

/** A client that asks so. */
export function patient(client: Asker): Asker {
  return {
    dialect: () => client.dialect(),
    call: (endpoint, params, options) => patiently(() => client.call(endpoint, params, options)),
  }
}

/** A machine's clock this far off shows wrong times everywhere. */
const MAX_CLOCK_ERROR_MS = 1_000

export function passed<T>(text: string, value: T): Finding<T> {
  return { outcome: 'passed', text, value }
}

export function warned<T>(text: string, value: T | null): Finding<T> {
  return { outcome: 'warned', text, value }
}

export function failed(text: string): Finding<never> {
  return { outcome: 'failed', text, value: null }
}

export function skipped(text: string): Finding<never> {
  return { outcome: 'skipped', text, value: null }
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${String(number)} ${number === 1 ? one : many}`
}

/** Reaches an area and compares its clock with the machine's. */
export async function measureClock(
  client: Pick<SignedClient, 'syncArea'>,
  area: Area,
  baseUrl: string,
): Promise<Finding<true>> {
  const measured = await patiently(() => client.syncArea(area))
  if (!measured.ok) {
    const advice =
      measured.error.kind === 'network' || measured.error.kind === 'timeout' ? ' Check the address too.' : ''
    return failed(`${baseUrl} can not be used. ${wordsOf(measured.error)}${advice}`)
  }
  const { offsetMs, uncertaintyMs, roundTripMs } = measured.value
  const off = `${duration(Math.abs(offsetMs))} ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine’s`
  const found = `${AREA_TITLE[area]} answers in ${duration(roundTripMs)}; its clock is ${off}, give or take ${duration(uncertaintyMs)}.`
  if (Math.abs(offsetMs) <= MAX_CLOCK_ERROR_MS) return passed(found, true)
  const advice =
    'Requests carry the venue’s time and work all the same; set this machine’s clock, times shown come from it.'
  return warned(`${found} ${advice}`, true)
}

function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 1 ? 'under 1 ms' : `${ms.toFixed(0)} ms`
}

export async function listPairs(client: Asker): Promise<Finding<readonly Pair[]>> {
  return listed(await client.call('spot.pairs', {}), 'pair', ({ length }) => count(length, 'pair'))
}

export async function listContracts(client: Asker): Promise<Finding<readonly Contract[]>> {
  return listed(await client.call('contract.contracts', {}), 'contract', (contracts) => {
    const open = contracts.filter((contract) => contract.tradable).length
    return `${count(contracts.length, 'contract')}, ${String(open)} open for trading`
  })
}

function listed<T>(
  answer: Result<Answer<readonly T[]>, Failure>,
  what: string,
  describe: (found: readonly T[]) => string,
): Finding<readonly T[]> {
  if (!answer.ok) return failed(`The list of ${what}s can not be read. ${wordsOf(answer.error)}`)
  if (answer.value.value.length === 0) return warned(`The venue lists no ${what} that could be read.`, [])
  return whole(answer.value, describe(answer.value.value))
}

/** Passed, or warned when entries could not be read. */
function whole<T>({ value, quarantined }: Answer<T>, text: string): Finding<T> {
  const [first] = quarantined
  if (first === undefined) return passed(`${text}.`, value)
  const gone = count(quarantined.length, 'entry', 'entries')
  return warned(`${text}; ${gone} could not be read (${first.path}: ${first.reason}).`, value)
}

/** A signed GET with a query, to one area. */
export type Question = (client: Asker) => Promise<Result<unknown, Failure>>
type Judgement = 'accepted' | 'refused' | { readonly unclear: readonly Failure[] }

/**
 * The questions that tell how a venue wants a GET signed: they need an instrument to ask about. Where the areas are
 * signed in two ways, the one that has a choice is asked; `hasChoice`: whether there is another way at all.
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

/** Whether a signature is accepted. A key may be refused in one area and good in the other. */
export async function judgeSignature(client: Asker, asked: readonly Question[]): Promise<Judgement> {
  const unclear: Failure[] = []
  for (const question of asked) {
    const answer = await question(client)
    // Whoever disputes what was asked has accepted who asked.
    if (answer.ok || answer.error.kind === 'rejected' || answer.error.kind === 'notFound') return 'accepted'
    if (answer.error.kind === 'signature') return 'refused'
    unclear.push(answer.error)
  }
  return { unclear }
}

/** How requests are signed, and what the venue refused before that was found out. */
export function signedAs(signGetQuery: boolean, isFoundOut: boolean): Finding<true> {
  const [how, otherwise] = signGetQuery
    ? ['with their query, as usual', 'without it']
    : ['without their query, as older venues want it', 'with it']
  const kept = isFoundOut ? `; ${otherwise} this venue refuses the signature. This is kept for the account` : ''
  return passed(`Requests are signed ${how}${kept}.`, true)
}

/** What an answer that is neither yes nor no means for the steps after it. */
export function unclearSignature(unclear: readonly Failure[]): Finding<never> {
  const [first] = unclear
  if (first === undefined) return skipped('There is no pair or contract to ask about.')
  const refusesKey = unclear.length > 1 && unclear.every(({ kind }) => kind === 'key')
  return refusesKey ? failed(wordsOf(first)) : warned<never>(`It can not be told. ${wordsOf(first)}`, null)
}

export async function readSpotAccount(client: Asker): Promise<Finding<readonly Balance[]>> {
  const answer = await client.call('spot.account', {})
  if (!answer.ok) return failed(`The Spot account can not be read. ${wordsOf(answer.error)}`)
  const held = answer.value.value.filter((balance) => heldOf(balance)?.isZero() !== true)
  const inOrders = held.filter(({ locked }) => locked?.isZero() !== true).length
  const text = `${count(held.length, 'asset')} held, ${String(inOrders)} of them partly in open orders`
  return whole(answer.value, text)
}

export async function readContractAccount(client: Asker): Promise<Finding<ContractAccount>> {
  const answer = await client.call('contract.account', {})
  if (!answer.ok) return failed(`The Contract account can not be read. ${wordsOf(answer.error)}`)
  const { marginAccounts, positions } = answer.value.value
  const funded = marginAccounts.filter(
    ({ crossEquity, isolatedEquity }) => crossEquity?.isZero() !== true || isolatedEquity?.isZero() !== true,
  )
  const text = `${count(funded.length, 'margin coin')} with equity, ${count(positions.length, 'position')}`
  return whole(answer.value, text)
}

/** Asks each area for an hour's candles; the client learns the area's word for it. */
export async function askCandles(client: Asker, pair: Pair | null, contract: Contract | null): Promise<Finding> {
  const hourly = { interval: '60min', limit: 2 } as const
  const findings = await Promise.all([
    ...(pair ? [client.call('spot.klines', { symbol: pair.symbol, ...hourly }).then(hourIn(client, 'spot'))] : []),
    ...(contract
      ? [client.call('contract.klines', { contract: contract.name, ...hourly }).then(hourIn(client, 'contract'))]
      : []),
  ])
  if (findings.length === 0) return skipped('There is no pair or contract to ask about.')
  const outcomes = findings.map(({ outcome }) => outcome)
  const outcome = (['failed', 'warned'] as const).find((worst) => outcomes.includes(worst)) ?? 'passed'
  return { outcome, text: findings.map(({ text }) => text).join(' '), value: null }
}

function hourIn(client: Asker, area: Area) {
  return (answer: Result<Answer<readonly unknown[]>, Failure>): Finding => {
    if (!answer.ok) return failed(`${AREA_TITLE[area]} candles can not be read. ${wordsOf(answer.error)}`)
    if (answer.value.value.length === 0) {
      return warned(`${AREA_TITLE[area]} has no hourly candles, by either name: its charts stay empty.`, null)
    }
    return passed(
      `${AREA_TITLE[area]} calls 1-hour candles “${client.dialect().intervals[area]['60min'] ?? '60min'}”.`,
      null,
    )
  }
}

/** The instrument most venues have and most people trade, else the first. */
export function mainOf<T extends Pair | Contract>(instruments: readonly T[] | null): T | null {
  const usable = (instruments ?? []).filter((one) => one.area === 'spot' || one.tradable)
  const isMain = ({ baseAsset, quoteAsset }: T): boolean => baseAsset === 'BTC' && quoteAsset === 'USDT'
  return usable.find(isMain) ?? usable[0] ?? null
}
