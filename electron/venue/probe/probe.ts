/**
 * Checks a venue and a key before they are trusted, and learns the venue's dialect. It places nothing and changes
 * nothing.
 */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import { PROBE_STEPS, type ProbeReport, type ProbeStep, type StepProgress } from '#shared/domain/probe.ts'
import type { Message } from '#shared/domain/message.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import { checkBaseUrl } from '../http/base-url.ts'
import type { Credentials } from '../port.ts'
import type { Dialect } from '../profile/dialect.ts'
import { SharedLimits } from '../limits/rate-limits.ts'
import { SignedClient } from '../client/signed-client.ts'
import { CallResults, patient, remembered, type Asker } from './asked.ts'
import { askBooks, askClosed, askUnlisted } from './order-books.ts'
import { askRest, callsFinding } from './ask-rest.ts'
import { askCandles } from './candles.ts'
import { failed, skipped, type Finding } from './finding.ts'
import { askLists } from './lists.ts'
import { askMarks } from './marks.ts'
import {
  judgeSignature,
  listContracts,
  listPairs,
  mainOf,
  measureClock,
  questions,
  readContractAccount,
  readSpotAccount,
  rightsFinding,
  signedBy,
  unclearSignature,
} from './steps.ts'
import { CONTRACTS, testOrder } from './test-order.ts'
import { timesFinding } from './times.ts'
import { askUnknownOrder } from './unknown-order.ts'

/** After this time the probe gives up every open call, ms. */
const MOST_MS = 120_000

interface ProbeOptions extends Addresses {
  readonly credentials: Credentials
  readonly clock: Clock
  /** What is already known about the venue. */
  readonly dialect: Dialect
  /** Limits that the probe shares with the client used after it. */
  readonly shared?: SharedLimits
  /** The key is for reading: no test order is asked for, and it should not be allowed to trade. */
  readonly isWatchOnly?: boolean
  /** Cancels the probe, which ends at once with the verdict `refused`. */
  readonly signal?: AbortSignal
  /** Gets the steps of the report whenever one begins or ends, until the probe is cancelled. */
  readonly onSteps?: (steps: readonly StepProgress[]) => void
}

interface Probed {
  readonly report: ProbeReport
  /** How to speak to this venue from now on. */
  readonly dialect: Dialect
  /** The venue's number of the account in each area, where it says so. */
  readonly uids: Readonly<Partial<Record<Area, string>>>
}

/**
 * Takes the steps of a `ProbeReport` in order and skips those that earlier findings make pointless. Never throws. A key
 * that works in only one area, or may not trade, is `limited`. An area that cannot be reached makes the verdict
 * `refused`. An area without an address has no steps.
 */
export async function probeVenue(options: ProbeOptions): Promise<Probed> {
  const { signal } = options
  const areas = [...areasAt(options).keys()]
  const faults = [...areasAt(options)].flatMap(([area, address]) => addressFault(area, address))
  if (faults.length > 0 || areas.length === 0) {
    const findings = { ...allSkipped(message('probe.addressUnusable')), ...Object.fromEntries(faults) }
    return { report: reportOf(findings, areas, false), dialect: options.dialect, uids: {} }
  }
  const clients: SignedClient[] = []
  const over = new AbortController()
  const stop = AbortSignal.any([over.signal, ...(signal ? [signal] : [])])
  const closeAll = (): void => void Promise.all(clients.map((client) => client.close()))
  const shared = options.shared ?? new SharedLimits(options.clock)
  const asked = new CallResults()
  const open = (dialect: Dialect): Opened => {
    const client = new SignedClient({ ...options, dialect, shared })
    clients.push(client)
    if (stop.aborted) void client.close()
    return { client, asker: patient(remembered(client, asked, () => over.signal.aborted)) }
  }
  stop.addEventListener('abort', closeAll, { once: true })
  const ended = new AbortController()
  void wait(options.clock, MOST_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) over.abort()
  })
  const take = followed(areas, (steps) => {
    if (signal?.aborted !== true) options.onSteps?.(steps)
  })
  try {
    const { findings, dialect, uids } = await takeSteps(options, open, asked, take)
    return { report: reportOf(findings, areas, signal?.aborted ?? false), dialect, uids }
  } finally {
    ended.abort()
    stop.removeEventListener('abort', closeAll)
    await Promise.all(clients.map((client) => client.close()))
  }
}

/** A client, and the asker that the steps use. */
interface Opened {
  readonly client: SignedClient
  readonly asker: Asker
}

type Findings = Readonly<Record<ProbeStep['id'], Finding>>

/** Takes a step and returns its finding. */
type Take = <T>(id: ProbeStep['id'], step: () => Finding<T> | Promise<Finding<T>>) => Promise<Finding<T>>

/** Tells how every step stands whenever one begins or ends. */
function followed(areas: readonly Area[], tell: (steps: readonly StepProgress[]) => void): Take {
  const known = new Map<ProbeStep['id'], StepProgress>()
  function note(step: StepProgress): void {
    known.set(step.id, step)
    tell(stepsAt(areas).map((id) => known.get(id) ?? { id, outcome: 'waiting', found: [] }))
  }
  return async (id, step) => {
    note({ id, outcome: 'running', found: [] })
    const finding = await step()
    note({ id, outcome: finding.outcome, found: finding.found })
    return finding
  }
}

async function takeSteps(
  options: ProbeOptions,
  open: (dialect: Dialect) => Opened,
  asked: CallResults,
  take: Take,
): Promise<Omit<Probed, 'report'> & { readonly findings: Findings }> {
  const addresses = areasAt(options)
  const { client: clocked, asker: first } = open(options.dialect)
  const [spotClock, contractClock] = await Promise.all([
    take('spotClock', () => reach(clocked, 'spot', addresses, asked)),
    take('contractClock', () => reach(clocked, 'contract', addresses, asked)),
  ])
  const reached = { spot: spotClock.value !== null, contract: contractClock.value !== null }
  const within = async <T>(area: Area, step: () => Promise<Finding<T>>): Promise<Finding<T>> => {
    if (reached[area]) return step()
    return skipped(
      addresses.has(area) ? message('probe.areaUnreached', { area: areaTitle(area) }) : message(`noArea.${area}`),
    )
  }

  const [pairs, contracts] = await Promise.all([
    take('pairs', () => within('spot', () => listPairs(first))),
    take('contracts', () => within('contract', () => listContracts(first))),
  ])
  const pair = mainOf(pairs.value)
  const contract = mainOf(contracts.value)
  const signature = await take('signature', () => findSigning(first, open, questions(pair, contract, options.dialect)))
  const client = signature.value ?? first
  const signed = <T>(area: Area, step: () => Promise<Finding<T>>): Promise<Finding<T>> =>
    within(area, signature.outcome === 'failed' ? async () => skipped(message('probe.keyNotAccepted')) : step)

  const [spotAccount, contractAccount] = await Promise.all([
    take('spotAccount', () => signed('spot', () => readSpotAccount(client))),
    take('contractAccount', () => signed('contract', () => readContractAccount(client))),
  ])
  const isWatchOnly = options.isWatchOnly === true
  const rights = await take('rights', () => rightsFinding(spotAccount, isWatchOnly))
  const known = { pairs, contracts, pair, contract, spotAccount, contractAccount }
  const { learned, ...others } = await independentSteps(client, known, within, {
    take,
    hasSpot: addresses.has('spot'),
    testId: `plimsoll-test-${String(Math.floor(options.clock.wall()))}`,
    isWatchOnly,
  })
  const times = await take('times', () => timesFinding(asked))
  const reachable = [...addresses.keys()].filter((area) => reached[area])
  const calls = await take('calls', () => callsFinding(asked, reachable, client.dialect()))
  return {
    findings: {
      spotClock,
      contractClock,
      pairs,
      contracts,
      signature,
      spotAccount,
      contractAccount,
      rights,
      ...others,
      times,
      calls,
    },
    dialect: { ...client.dialect(), ...learned },
    uids: uidsOf({ spot: spotAccount.value?.rights?.uid, contract: contractAccount.value?.uid }),
  }
}

function uidsOf(said: Readonly<Record<Area, string | null | undefined>>): Probed['uids'] {
  return Object.fromEntries(Object.entries(said).filter(([, uid]) => typeof uid === 'string'))
}

/** Measures the clock of an area, which shows that it can be reached. */
async function reach(
  client: SignedClient,
  area: Area,
  addresses: ReadonlyMap<Area, string>,
  asked: CallResults,
): Promise<Finding<true>> {
  const address = addresses.get(area)
  if (address === undefined) return skipped(message(`noArea.${area}`))
  const found = await measureClock(client, area, address)
  if (found.value) asked.answered(`${area}.time`)
  return found
}

/** What earlier steps found: the instruments, the main one of each area, and the accounts. */
interface Known {
  readonly pairs: Finding<readonly Pair[]>
  readonly contracts: Finding<readonly Contract[]>
  readonly pair: Pair | null
  readonly contract: Contract | null
  readonly spotAccount: Awaited<ReturnType<typeof readSpotAccount>>
  readonly contractAccount: Awaited<ReturnType<typeof readContractAccount>>
}

/** The steps that do not depend on each other, so that a slow answer to one does not delay the others. */
async function independentSteps(
  client: Asker,
  { pairs, contracts, pair, contract, spotAccount, contractAccount }: Known,
  within: (area: 'contract', step: () => Promise<Finding>) => Promise<Finding>,
  {
    take,
    hasSpot,
    testId,
    isWatchOnly,
  }: { readonly take: Take; readonly hasSpot: boolean; readonly testId: string; readonly isWatchOnly: boolean },
) {
  const lists = { pairs: pairs.value, contracts: contracts.value }
  const account = { balances: spotAccount.value?.balances ?? null, account: contractAccount.value }
  const main = [pair, contract].filter((one) => one !== null)
  const readable = main.filter(({ area }) => (area === 'spot' ? spotAccount : contractAccount).value !== null)
  const [openOrders, candles, books, unknownInstrument, unknownOrder, closedContracts, marks, tested] =
    await Promise.all([
      take('openOrders', () => askLists(client, { ...lists, ...account })),
      take('candles', () => askCandles(client, pair, contract)),
      take('books', () => askBooks(client, main)),
      take('unknownInstrument', () => askUnlisted(client, lists)),
      take('unknownOrder', () => askUnknownOrder(client, readable)),
      take('closedContracts', () => within('contract', () => askClosed(client, contracts.value))),
      take('marks', () =>
        within('contract', () => askMarks(client, contracts.value, contractAccount.value?.positions ?? [])),
      ),
      take('testOrder', () =>
        isWatchOnly || spotAccount.value === null || pair === null
          ? skipped(isWatchOnly ? message('probe.watchOnly') : whyUntested(hasSpot, spotAccount))
          : testOrder(client, pair, testId),
      ),
      askRest(
        client,
        pair,
        contract,
        readable.map(({ area }) => area),
      ),
    ])
  const learned = {
    ...(openOrders.value && { openOrders: openOrders.value }),
    ...(books.value && { depthLimit: books.value }),
  }
  const findings = { openOrders, candles, books, unknownInstrument, unknownOrder, closedContracts, marks }
  return { ...findings, testOrder: tested, learned }
}

/**
 * Tries the dialect's way of signing, and the other way once if the venue refuses the signature. The value is the client
 * that signs in the accepted way.
 */
async function findSigning(
  client: Asker,
  open: (dialect: Dialect) => Opened,
  { asked, hasChoice }: ReturnType<typeof questions>,
): Promise<Finding<Asker>> {
  const usual = client.dialect()
  const judged = await judgeSignature(client, asked)
  if (judged === 'accepted') return signedBy(client, false)
  if (judged !== 'refused') return unclearSignature(judged.unclear)
  if (!hasChoice) return failed(message('probe.signatureRefused'))
  const { asker: other } = open({ ...usual, signGetQuery: !usual.signGetQuery })
  const again = await judgeSignature(other, asked)
  if (again === 'accepted') return signedBy(other, true)
  if (again !== 'refused') return unclearSignature(again.unclear)
  return failed(message('probe.signatureRefusedBothWays'))
}

function whyUntested(hasSpot: boolean, spotAccount: Finding): readonly Message[] {
  if (!hasSpot) return [message('noArea.spot'), CONTRACTS]
  return [message(spotAccount.value === null ? 'probe.noSpotAccount' : 'probe.noPair')]
}

function allSkipped(why: Message): Findings {
  return Object.fromEntries(PROBE_STEPS.map((id) => [id, skipped(why)])) as unknown as Findings
}

/** Steps that concern only one area. */
const STEP_AREAS: Readonly<Partial<Record<ProbeStep['id'], Area>>> = {
  spotClock: 'spot',
  pairs: 'spot',
  spotAccount: 'spot',
  rights: 'spot',
  contractClock: 'contract',
  contracts: 'contract',
  contractAccount: 'contract',
  closedContracts: 'contract',
  marks: 'contract',
}

/** The steps at a venue with these areas, in the order of the report. */
function stepsAt(areas: readonly Area[]): readonly ProbeStep['id'][] {
  return PROBE_STEPS.filter((id) => {
    const area = STEP_AREAS[id]
    return area === undefined || areas.includes(area)
  })
}

function reportOf(findings: Findings, areas: readonly Area[], wasCalledOff: boolean): ProbeReport {
  const isReached = areas.every((area) => findings[`${area}Clock`].value !== null)
  const isRead = areas.some((area) => findings[`${area}Account`].value !== null)
  const steps = stepsAt(areas).map((id) => {
    const { outcome, found, facts } = findings[id]
    return { id, outcome, found, facts }
  })
  if (wasCalledOff || !isReached || !isRead) return { verdict: 'refused', steps }
  return { verdict: steps.some(({ outcome }) => outcome === 'failed') ? 'limited' : 'healthy', steps }
}

/** What is wrong with an address, as the finding of its first step; empty: it can be tried. */
function addressFault(area: Area, baseUrl: string): [id: ProbeStep['id'], Finding][] {
  const checked = checkBaseUrl(baseUrl, 'venue.probe')
  if (checked.ok) return []
  const { message: why } = checked.error
  return [[`${area}Clock`, failed(message('probe.addressRefused', { address: baseUrl, why }))]]
}
