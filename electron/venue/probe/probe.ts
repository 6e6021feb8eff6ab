/**
 * Finds out about a venue and a key before they are trusted, and how the venue wants to be spoken to. Places nothing
 * and changes nothing there.
 */
import { ABSENT, areasAt, type Addresses } from '#shared/domain/addresses.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { sentenceOf } from '#shared/domain/failure.ts'
import { AREA_TITLE } from '#shared/domain/instrument.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { PROBE_STEPS } from '#shared/domain/probe.ts'
import type { ProbeReport, ProbeStepId } from '#shared/domain/probe.ts'
import { checkBaseUrl } from '../base-url.ts'
import type { Credentials } from '../client.ts'
import type { Dialect } from '../profile/dialect.ts'
import { askLists } from './lists.ts'
import { CONTRACTS, testOrder } from './test-order.ts'
import {
  askCandles,
  failed,
  judgeSignature,
  listContracts,
  listPairs,
  mainOf,
  measureClock,
  patient,
  questions,
  readContractAccount,
  readSpotAccount,
  signedAs,
  skipped,
  unclearSignature,
} from './steps.ts'
import type { Asker, Finding } from './steps.ts'
import { SharedLimits } from '../rate-limits.ts'
import { SignedClient } from '../signed-client.ts'

interface ProbeOptions extends Addresses {
  readonly credentials: Credentials
  readonly clock: Clock
  /** What is known of the venue; what the probe finds out is added to it. */
  readonly dialect: Dialect
  /** As a client's: with it, the client that comes after the probe keeps inside the limits together with it. */
  readonly shared?: SharedLimits
  /** Calls the probe off: it ends at once, with the verdict `refused`. */
  readonly signal?: AbortSignal
}

interface Probed {
  readonly report: ProbeReport
  /** How to speak to this venue from now on. */
  readonly dialect: Dialect
}

/**
 * Takes every step of a `ProbeReport` in its order, those that make sense after what was found, and never throws. A key
 * that is good in one area only, or may not trade, is `limited`; an area that can not be reached is a wrong address
 * until it answers, and `refused`. Of an area the venue does not have nothing is asked or told.
 */
export async function probeVenue(options: ProbeOptions): Promise<Probed> {
  const { signal } = options
  const areas = [...areasAt(options).keys()]
  const faults = [...areasAt(options)].flatMap(([area, address]) => addressFault(area, address))
  if (faults.length > 0 || areas.length === 0) {
    const findings = { ...allSkipped('An address can not be used.'), ...Object.fromEntries(faults) }
    return { report: reportOf(findings, areas, false), dialect: options.dialect }
  }
  const clients: SignedClient[] = []
  const closeAll = (): void => void Promise.all(clients.map((client) => client.close()))
  const shared = options.shared ?? new SharedLimits(options.clock)
  const open = (dialect: Dialect): SignedClient => {
    const client = new SignedClient({ ...options, dialect, shared })
    clients.push(client)
    if (signal?.aborted) void client.close()
    return client
  }
  signal?.addEventListener('abort', closeAll, { once: true })
  try {
    const { findings, dialect } = await takeSteps(options, open)
    return { report: reportOf(findings, areas, signal?.aborted ?? false), dialect }
  } finally {
    signal?.removeEventListener('abort', closeAll)
    await Promise.all(clients.map((client) => client.close()))
  }
}

type Findings = Readonly<Record<ProbeStepId, Finding>>

async function takeSteps(
  options: ProbeOptions,
  open: (dialect: Dialect) => SignedClient,
): Promise<{ findings: Findings; dialect: Dialect }> {
  const addresses = areasAt(options)
  const opened = open(options.dialect)
  const clockOf = async (area: Area): Promise<Finding<true>> => {
    const address = addresses.get(area)
    return address === undefined ? skipped(ABSENT[area]) : measureClock(opened, area, address)
  }
  const [spotClock, contractClock] = await Promise.all([clockOf('spot'), clockOf('contract')])
  const first = patient(opened)
  const reached = { spot: spotClock.value !== null, contract: contractClock.value !== null }
  const within = async <T>(area: Area, step: () => Promise<Finding<T>>): Promise<Finding<T>> => {
    if (reached[area]) return step()
    return skipped(addresses.has(area) ? `${AREA_TITLE[area]} can not be reached.` : ABSENT[area])
  }

  const [pairs, contracts] = await Promise.all([
    within('spot', () => listPairs(first)),
    within('contract', () => listContracts(first)),
  ])
  const pair = mainOf(pairs.value)
  const contract = mainOf(contracts.value)
  const { signature, client } = await findSigning(first, open, questions(pair, contract, options.dialect))
  const signed = <T>(area: Area, step: () => Promise<Finding<T>>): Promise<Finding<T>> =>
    within(area, signature.outcome === 'failed' ? async () => skipped('The venue does not accept the key.') : step)

  const [spotAccount, contractAccount] = await Promise.all([
    signed('spot', () => readSpotAccount(client)),
    signed('contract', () => readContractAccount(client)),
  ])
  const probed = { pairs: pairs.value, contracts: contracts.value, balances: spotAccount.value }
  const openOrders = await askLists(client, { ...probed, account: contractAccount.value })
  const candles = await askCandles(client, pair, contract)
  const tested =
    spotAccount.value === null || pair === null
      ? skipped(whyUntested(addresses.has('spot'), spotAccount))
      : await testOrder(client, pair, `plimsoll-test-${String(Math.floor(options.clock.wall()))}`)
  return {
    findings: {
      spotClock,
      contractClock,
      pairs,
      contracts,
      signature,
      spotAccount,
      contractAccount,
      openOrders,
      candles,
      testOrder: tested,
    },
    dialect: { ...client.dialect(), ...(openOrders.value && { openOrders: openOrders.value }) },
  }
}

/** Tries the way of signing that is known, and the other one once if the venue refuses the signature. */
async function findSigning(
  client: Asker,
  open: (dialect: Dialect) => SignedClient,
  { asked, hasChoice }: ReturnType<typeof questions>,
): Promise<{ signature: Finding; client: Asker }> {
  const usual = client.dialect()
  const judged = await judgeSignature(client, asked)
  if (judged === 'accepted') return { signature: signedAs(usual.signGetQuery, false), client }
  if (judged !== 'refused') return { signature: unclearSignature(judged.unclear), client }
  if (!hasChoice) return { signature: failed(REFUSED), client }
  const other = patient(open({ ...usual, signGetQuery: !usual.signGetQuery }))
  const again = await judgeSignature(other, asked)
  if (again === 'accepted') return { signature: signedAs(!usual.signGetQuery, true), client: other }
  if (again !== 'refused') return { signature: unclearSignature(again.unclear), client }
  const text =
    'The venue refuses the signature, with the query of a request and without: the API secret is not complete, or does not belong to this key. Copy both again from the venue’s site.'
  return { signature: failed(text), client }
}

const REFUSED =
  'The venue refuses the signature: the API secret is not complete or does not belong to this key, or the key may not be used from this address. Copy both again from the venue’s site, and look at what the key is allowed to do.'

function whyUntested(hasSpot: boolean, spotAccount: Finding): string {
  if (!hasSpot) return `${ABSENT.spot} ${CONTRACTS}`
  return spotAccount.value === null ? 'The Spot account can not be read.' : 'There is no pair to ask about.'
}

function allSkipped(why: string): Findings {
  return Object.fromEntries(PROBE_STEPS.map((id) => [id, skipped(why)])) as unknown as Findings
}

/** Steps that are about one area alone. */
const STEP_AREAS: Readonly<Partial<Record<ProbeStepId, Area>>> = {
  ...{ spotClock: 'spot', pairs: 'spot', spotAccount: 'spot' },
  ...{ contractClock: 'contract', contracts: 'contract', contractAccount: 'contract' },
}

function reportOf(findings: Findings, areas: readonly Area[], wasCalledOff: boolean): ProbeReport {
  const isReached = areas.every((area) => findings[`${area}Clock`].value !== null)
  const isRead = areas.some((area) => findings[`${area}Account`].value !== null)
  const steps = PROBE_STEPS.filter((id) => {
    const area = STEP_AREAS[id]
    return area === undefined || areas.includes(area)
  }).map((id) => ({ id, outcome: findings[id].outcome, text: findings[id].text }))
  if (wasCalledOff || !isReached || !isRead) return { verdict: 'refused', steps }
  return { verdict: steps.some(({ outcome }) => outcome === 'failed') ? 'limited' : 'healthy', steps }
}

/** What is wrong with an address, as what its first step found; nothing when it can be tried. */
function addressFault(area: Area, baseUrl: string): [id: ProbeStepId, Finding][] {
  const checked = checkBaseUrl(baseUrl, 'venue.probe')
  return checked.ok ? [] : [[`${area}Clock`, failed(`${baseUrl}: ${sentenceOf(checked.error.message)}`)]]
}
