/** The work of `npm run check`: probes a venue with a key, then reads the whole account once. */
import { createHmac, createSecretKey } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { gapMessages, knowledgeOf, ordersKnown, type KnowledgeGap } from '#shared/snapshot/knowledge.ts'
import type { ProbeReport, ProbeStep } from '#shared/domain/probe.ts'
import type { Message } from '#shared/domain/message.ts'
import { failureMessage, inARow, message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { mayHide } from '#shared/domain/quarantine.ts'
import { ok } from '#shared/domain/result.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { Portfolio } from '../../portfolio/portfolio.ts'
import type { KeyPair } from '../../vault/client.ts'
import { keyTailOf } from '../accounts/credentials.ts'
import { createWaits } from './waits.ts'
import { createSharedLimits, createVenueClient, formatProfile, probeVenue } from '../../venue/venue.ts'
import type { Credentials } from '../../venue/port.ts'
import type { SharedLimits, VenueProfile } from '../../venue/venue.ts'

/** How often progress is shown: often enough to see that it works. */
const PROGRESS_EVERY_MS = 2_000

/** The result of a check. `badInput`: no venue was contacted. */
export interface Check {
  readonly verdict: ProbeReport['verdict'] | 'unreadable' | 'badInput'
  /** Why it is not healthy; null: it is. */
  readonly reason: Message | null
  readonly report: ProbeReport | null
  /** The profile, with what was learned. */
  readonly profile: VenueProfile | null
  readonly snapshot: Snapshot | null
}

export function badInput(reason: Message): Check {
  return { verdict: 'badInput', reason, report: null, profile: null, snapshot: null }
}

/**
 * Checks an account. The verdict covers both the probe and what could be read afterwards. `progress`: what is being
 * done now; `wait`: what is being waited for, at the venue's request.
 */
export async function checkAccount(
  profile: VenueProfile,
  keys: KeyPair,
  clock: Clock,
  { progress, wait }: { readonly progress: (line: Message) => void; readonly wait: (line: Message) => void },
): Promise<Check> {
  const credentials = signerOf(keys)
  const waits = createWaits(clock, wait)
  const shared = createSharedLimits(clock, waits.memory)
  const { signal } = waits
  progress(message('check.probing'))
  const { report, dialect } = await probeVenue({ ...profile, credentials, clock, shared, signal })
  const found = { ...profile, dialect }
  const failed = report.steps.filter(({ outcome }) => outcome === 'failed').flatMap(({ found }) => found)
  const reason = failed.length > 0 ? inARow(failed) : null
  const given = (snapshot: Snapshot | null): Check | null => {
    const why = waits.gaveUp()
    return why === null ? null : { verdict: 'unreadable', reason: why, report, profile: found, snapshot }
  }
  const early = given(null)
  if (early !== null) return early
  if (report.verdict === 'refused') return { verdict: 'refused', reason, report, profile: found, snapshot: null }
  progress(message('check.reading'))
  const connection = { credentials, clock, shared, signal, progress }
  const snapshot = await readOnce(found, keys, connection, shutAreas(report))
  const late = given(snapshot)
  if (late !== null) return late
  const unread = unreadOf(snapshot, shutAreas(report))
  return unread === null
    ? { verdict: report.verdict, reason, report, profile: found, snapshot }
    : { verdict: 'unreadable', reason: unread, report, profile: found, snapshot }
}

/** Signs in this process: there is no keychain here, and the key disappears with the process. */
function signerOf({ apiKey, apiSecret }: KeyPair): Credentials {
  const secret = createSecretKey(apiSecret, 'utf8')
  return { apiKey, sign: async (text) => ok(createHmac('sha256', secret).update(text).digest('hex')) }
}

/** Areas whose account this key cannot read, which the report already says. */
function shutAreas({ steps }: ProbeReport): readonly Area[] {
  const account = { spot: 'spotAccount', contract: 'contractAccount' } as const
  return AREAS.filter((area) =>
    steps.some(({ id, outcome }) => id === account[area] && (outcome === 'failed' || outcome === 'skipped')),
  )
}

async function readOnce(
  { name, spotBaseUrl, contractBaseUrl, dialect }: VenueProfile,
  { apiKey }: KeyPair,
  {
    signal,
    progress,
    ...connection
  }: {
    readonly credentials: Credentials
    readonly clock: Clock
    readonly shared: SharedLimits
    readonly signal: AbortSignal
    readonly progress: (line: Message) => void
  },
  shut: readonly Area[],
): Promise<Snapshot> {
  const { clock } = connection
  const client = createVenueClient({ ...connection, spotBaseUrl, contractBaseUrl, dialect })
  let reportedAt = clock.mono()
  const portfolio = new Portfolio({
    client,
    clock,
    onChange() {
      if (clock.mono() - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = clock.mono()
      const scopes = portfolio.parts().orders.data?.scopes ?? []
      const read = scopes.filter(({ readAt }) => readAt !== null).length
      progress(message('check.readingOrders', { read, all: scopes.length }))
    },
  })
  // Waiting calls then fail at once.
  signal.addEventListener('abort', () => void client.close(), { once: true })
  await portfolio.readAll(shut)
  portfolio.stop()
  await client.close()
  return {
    runId: 'check',
    seq: 1,
    mono: clock.mono(),
    wall: clock.wall(),
    account: {
      id: 'check',
      name,
      colour: null,
      kind: 'venue',
      spotBaseUrl,
      contractBaseUrl,
      keyTail: keyTailOf(apiKey),
      preset: null,
      probedAt: null,
      isWatchOnly: false,
    },
    live: [],
    all: null,
    parts: portfolio.parts(),
  }
}

/** What could not be read of the account: the first in full, the others counted; null: everything was read. */
function unreadOf({ parts }: Snapshot, shut: readonly Area[]): Message | null {
  const scopes = parts.orders.data?.scopes ?? []
  const failures = [
    ...(shut.includes('spot') ? [] : failureOf('balances', parts.balances)),
    ...(shut.includes('contract') ? [] : failureOf('positions', parts.positions)),
    ...scopes.flatMap(({ area, instrument, failure }) =>
      failure ? [message('check.listUnread', { area, instrument, why: failureMessage(failure) })] : [],
    ),
  ]
  const cut = scopes.flatMap(({ area, instrument, isCut }) =>
    isCut === true ? [message('check.listCut', { area, instrument })] : [],
  )
  // An unread row of a coin that is not held changes no figure.
  const entries = (parts.health.data?.quarantined ?? []).filter(
    (entry) => /\.(account|openOrders)$/.test(entry.operation) && mayHide([entry]),
  )
  const open = AREAS.filter((area) => !shut.includes(area))
  const unknown = failures.length > 0 ? [] : open.flatMap((area) => unknownIn(parts, area))
  const [first, ...others] = [
    ...failures,
    ...cut,
    ...unlistedIn(parts),
    ...unknown,
    ...entries.map(({ operation, path, reason }) => message('check.rowUnread', { operation, path, reason })),
  ]
  if (first === undefined) return null
  const more = others.length > 0 ? [message('check.more', { count: others.length })] : []
  return inARow([message('check.unread'), first, ...more])
}

function failureOf(part: 'balances' | 'positions', { failure }: { failure: Failure | null }): readonly Message[] {
  return failure
    ? [message('check.partUnread', { part: message(`check.part.${part}`), why: failureMessage(failure) })]
    : []
}

/** Gaps that `unreadOf` reports itself: failures, cut lists and rows, each with its reason. */
const REPORTED: ReadonlySet<KnowledgeGap['code']> = new Set(['notNow', 'failing', 'cut', 'rows'])

/** The other gaps of an area: parts and lists that were not read, and instruments that may have orders. */
function unknownIn(parts: Snapshot['parts'], area: Area): readonly Message[] {
  const names = area === 'spot' ? (['balances'] as const) : (['marginAccounts', 'positions'] as const)
  const known = [
    ...names.map((name) => [name, knowledgeOf(parts[name])] as const),
    ['orders', ordersKnown(parts.orders, false, area)] as const,
  ]
  return known.flatMap(([name, { gaps, ...knowledge }]) =>
    gapMessages({ ...knowledge, gaps: gaps.filter(({ code }) => !REPORTED.has(code)) }).map((why) =>
      message('check.partUnread', { part: message(`check.part.${name}`), why }),
    ),
  )
}

/**
 * Held contracts that the venue's list lacks, or that are unreadable there: their value and order limits are unknown.
 */
function unlistedIn({ positions, instruments }: Snapshot['parts']): readonly Message[] {
  const contracts = instruments.data?.flatMap((each) => (each.area === 'contract' ? [each] : [])) ?? []
  const listed = new Map(contracts.map((contract) => [contract.name, contract]))
  const held = new Set(positions.data?.map(({ contract }) => contract))
  return [...held].flatMap((name) => {
    const contract = listed.get(name)
    if (contract === undefined) return [message('check.unlisted', { name })]
    const [gap] = contract.gaps
    return gap === undefined ? [] : [message('check.listedWith', { name, reason: gap.reason })]
  })
}

/** A check as one JSON document. It is for machines and so in English; times are ISO 8601, amounts decimal text. */
export function checkDocument({ verdict, reason, report, profile, snapshot }: Check): object {
  return {
    verdict,
    reason: reason && inEnglish(reason),
    probe: report && { ...report, steps: report.steps.map(withText) },
    profile: profile && (JSON.parse(formatProfile(profile)) as object),
    account: snapshot && accountDocument(snapshot),
  }
}

function accountDocument({ mono, wall, parts }: Snapshot): object {
  const at = (readAt: number | null): string | null =>
    readAt === null ? null : new Date(Math.round(wall - (mono - readAt))).toISOString()
  const dated = ({ readAt, ...rest }: { readonly readAt: number | null }): object => ({
    ...rest,
    readAt: at(readAt),
  })
  const { balances, marginAccounts, positions, orders, quotes, risk, health } = parts
  return {
    readAt: {
      balances: at(balances.readAt),
      positions: at(positions.readAt),
      orders: at(orders.readAt),
      quotes: at(quotes.readAt),
      risk: at(risk.readAt),
    },
    balances: balances.data,
    marginAccounts: marginAccounts.data,
    positions: positions.data,
    orders: orders.data && orders.data.orders.map(dated),
    orderScopes: orders.data && orders.data.scopes.map(dated),
    quotes: quotes.data && quotes.data.map(dated),
    risk: risk.data,
    quarantined: (health.data?.quarantined ?? []).map((entry) => ({ ...entry, reason: inEnglish(entry.reason) })),
  }
}

function withText({ found, ...step }: ProbeStep) {
  return { ...step, text: inEnglish(inARow(found)) }
}
