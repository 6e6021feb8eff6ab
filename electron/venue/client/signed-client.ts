import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { oldest } from '#shared/domain/oldest.ts'
import type { Budget, ClockEstimate } from '#shared/domain/budget.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { checkAddresses } from '../http/base-url.ts'
import type { Answer, CallOptions, Credentials, EndpointName, Lane, Params, Reply, VenueClient } from '../port.ts'
import { VenueClock, type TimeReading } from '../limits/venue-clock.ts'
import { DEFAULT_DIALECT, type Dialect } from '../profile/dialect.ts'
import {
  ENDPOINTS,
  authenticationOf,
  codesOf,
  encodeRequest,
  rowFor,
  rowOf,
  weightOf,
  type EncodedRequest,
} from '../endpoints/table.ts'
import type { Row } from '../endpoints/row.ts'
import {
  notListed,
  refusedByCode,
  refusedByStatus,
  transportFailure,
  unreadableReply,
  withoutSecrets,
  type Attempt,
} from './classify-failure.ts'
import { ListCaps } from './list-caps.ts'
import { RateLimits, SharedLimits } from '../limits/rate-limits.ts'
import { ListedNames } from './listed-names.ts'
import { readReply } from './read-reply.ts'
import { toSign } from './sign.ts'
import { isUnderstood, otherSpelling } from './other-spelling.ts'
import type { Slot } from '../limits/throttle.ts'
import { DEADLINE_MS, Transport, type Exchange, type HttpRequest } from '../http/transport.ts'

/** Pauses before a read is asked again; there are no more repeats than pauses. */
const READ_RETRY_PAUSES_MS = [250, 1000]
/** A stamp older than this when the signature is there is made anew. */
const FRESH_STAMP_MS = 250
const STAMP_ATTEMPTS = 3
/** Measurements of the venue's clock that may turn out useless before a call is given up. */
const CLOCK_ROUNDS = 3

/** How a call waits, and what may still forbid it meanwhile. */
interface Going {
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly whyNot: () => Message | null
}

/** A request in the venue's words, and the row it is of. */
interface Spoken<E extends EndpointName> extends EncodedRequest {
  readonly row: Row<E>
}

/** What is asked, and how its answer is read. */
interface Asked<E extends EndpointName> {
  readonly endpoint: E
  readonly params: Params<E>
  readonly row: Row<E>
}

/** A request as it goes out, and what of it must never be seen in a failure. */
interface Prepared {
  readonly request: HttpRequest
  readonly timestamp: number | null
  readonly secrets: readonly string[]
}

export interface VenueClientOptions extends Addresses {
  /** null: public endpoints only. */
  readonly credentials: Credentials | null
  readonly clock: Clock
  /** How this venue differs from the family; the default dialect without it. */
  readonly dialect?: Dialect
  /** Clients that are given the same one keep inside the limits of a host together; each for itself without it. */
  readonly shared?: SharedLimits
}

/** Behind `createVenueClient`: wait, stamp, sign, send exactly the signed bytes, read, settle the budget. */
export class SignedClient implements VenueClient {
  readonly areas: readonly Area[]
  readonly #baseUrls: ReadonlyMap<Area, string>
  readonly #credentials: Credentials | null
  readonly #clock: Clock
  /** As told, and as learned since. */
  #dialect: Dialect
  readonly #transport: Transport
  readonly #limits: RateLimits
  /** Each area is a host of its own, with a clock of its own. */
  readonly #venueClocks: ReadonlyMap<Area, VenueClock>
  readonly #caps = new ListCaps()
  readonly #names = new ListedNames()
  readonly #closing = new AbortController()

  constructor(options: VenueClientOptions) {
    this.#baseUrls = baseUrlsOf(options)
    this.areas = [...this.#baseUrls.keys()]
    this.#credentials = options.credentials
    this.#clock = options.clock
    this.#dialect = options.dialect ?? DEFAULT_DIALECT
    this.#transport = new Transport(options.clock)
    this.#limits = new RateLimits(options.shared ?? new SharedLimits(options.clock), this.#baseUrls, this.#dialect)
    this.#venueClocks = new Map(this.areas.map((area) => [area, this.#venueClock(area)]))
  }

  async call<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    options: CallOptions = {},
  ): Promise<Result<Answer<Reply<E>>, Failure>> {
    const answer = await this.#callAs(endpoint, params, options, this.#dialect)
    if (ENDPOINTS[endpoint].retry === 'never') return answer
    const other = otherSpelling(endpoint, params, answer, this.#dialect)
    if (other === null) return answer
    const again = await this.#callAs(endpoint, params, options, other(this.#dialect))
    if (!isUnderstood(endpoint, again)) return answer
    // Another call may have learned something else meanwhile.
    this.#dialect = other(this.#dialect)
    return again
  }

  /** Asks in one spelling, as often as a read may be asked. */
  async #callAs<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    options: CallOptions,
    dialect: Dialect,
  ): Promise<Result<Answer<Reply<E>>, Failure>> {
    const { area } = ENDPOINTS[endpoint]
    if (!this.areas.includes(area)) return err(localFailure('notSupported', endpoint, message(`noArea.${area}`)))
    const row = rowFor(endpoint, params, dialect)
    if (row === null) return err(localFailure('notSupported', endpoint, message('failure.notOffered')))
    const encoded = encodeRequest(endpoint, params, dialect)
    if (!encoded.ok) {
      const said = message('failure.parameter', { call: endpoint, problem: encoded.error })
      return err(localFailure('invalidParameter', endpoint, said))
    }
    if (row.security !== 'NONE' && this.#credentials === null) {
      return err(localFailure('noCredentials', endpoint, message('failure.needsKey')))
    }
    const lane = options.lane ?? (row.retry === 'never' ? 'act' : 'poll')
    const signal = options.signal ? AbortSignal.any([options.signal, this.#closing.signal]) : this.#closing.signal
    const going = { lane, signal, whyNot: options.whyNot ?? NOTHING_AGAINST_IT }

    for (let repeat = 0; ; repeat++) {
      const answer = await this.#attempt(endpoint, params, { row, ...encoded.value }, going)
      if (answer.ok || row.retry === 'never') return answer
      const pause = READ_RETRY_PAUSES_MS[repeat]
      const again = answer.error.retry === 'soon' || (answer.error.retry === 'afterClockSync' && repeat === 0)
      if (pause === undefined || !again) return answer
      await wait(this.#clock, pause, signal)
      if (signal.aborted) return answer
    }
  }

  /** The clock of one area measured again, as `syncClock` does for all. */
  syncArea(area: Area): Promise<Result<ClockEstimate, Failure>> {
    return this.#clockOf(area).sync()
  }

  async syncClock(): Promise<Result<ClockEstimate, Failure>> {
    const measured = await Promise.all(this.areas.map((area) => this.syncArea(area)))
    return measured.reduce((a, b) => (a.ok && b.ok ? ok(lessCertain(a.value, b.value)) : a.ok ? b : a))
  }

  clock(): ClockEstimate | null {
    const known = [...this.#venueClocks.values()].map((clock) => clock.estimate()).filter((each) => each !== null)
    return known.length === 0 ? null : known.reduce(lessCertain)
  }

  venueTime(): number | null {
    return oldest([...this.#venueClocks.values()].map((clock) => clock.now()))
  }

  offers(endpoint: EndpointName): boolean {
    return this.areas.includes(ENDPOINTS[endpoint].area) && rowOf(endpoint, this.#dialect) !== null
  }

  dialect(): Dialect {
    return this.#dialect
  }

  budget(): Budget {
    return this.#limits.budget()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#transport.close()
  }

  /** One try: its own slot, its own stamp, at most one request. */
  async #attempt<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    encoded: Spoken<E>,
    going: Going,
  ): Promise<Result<Answer<Reply<E>>, Failure>> {
    const { row } = encoded
    const admitted = await this.#admit(endpoint, params, going)
    if (!admitted.ok) return admitted
    const slot = admitted.value
    const prepared = await this.#prepare(endpoint, encoded, going.lane !== 'poll')
    if (!prepared.ok) {
      slot.unused()
      return prepared
    }
    // Signing takes a moment: what forbids sending may have happened meanwhile.
    const forbidden = this.#forbidden(endpoint, going)
    if (forbidden) {
      slot.unused()
      return err(forbidden)
    }

    const { request, timestamp, secrets } = prepared.value
    const isWrite = row.retry === 'never'
    const deadlineAt = this.#clock.mono() + DEADLINE_MS
    // A write on its way is left to be answered: called off, nobody would know what became of it.
    const signal = isWrite ? this.#closing.signal : going.signal
    const mayLeave = (): boolean => this.#forbidden(endpoint, going) === null
    const exchange = await this.#transport.exchange(request, isWrite, signal, mayLeave)
    if (exchange.kind === 'answered' || exchange.status !== null) slot.answered()
    else if (exchange.sentAt === null) slot.unused()
    else slot.lost(deadlineAt)
    const isCalledOff = exchange.kind === 'failed' && exchange.cause === 'aborted' && exchange.sentAt === null
    const late = isCalledOff ? this.#forbidden(endpoint, going) : null
    if (late) return err(late)

    const attempt: Attempt = { operation: endpoint, isWrite, timestamp }
    const answer = this.#read({ endpoint, params, row }, exchange, attempt, secrets)
    const venueNow = this.#clockOf(row.area).now() ?? this.#clock.wall()
    this.#limits.heed(row.area, going.lane, exchange, answer.ok ? null : answer.error, venueNow)
    if (!answer.ok && answer.error.retry === 'afterClockSync') this.#clockOf(row.area).distrust()
    return answer
  }

  /** Waits for a slot, with a clock fit to stamp with. */
  async #admit<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    { lane, signal }: Going,
  ): Promise<Result<Slot, Failure>> {
    const { area, security } = ENDPOINTS[endpoint]
    const venueClock = security === 'NONE' ? null : this.#clockOf(area)
    for (let round = 0; round < CLOCK_ROUNDS; round++) {
      if (venueClock) {
        const measured = await venueClock.ensure(signal)
        if (!measured.ok) {
          const { error } = measured
          if (error === 'aborted') return err(this.#notAdmitted(endpoint, error))
          return err({ ...error, operation: endpoint, outcome: 'notSent' })
        }
      }
      const admitted = await this.#limits.acquire(endpoint, lane, signal, weightOf(endpoint, params, this.#dialect))
      if (!admitted.ok) return err(this.#notAdmitted(endpoint, admitted.error))
      if (venueClock?.isFit() !== false) return admitted
      // The wait outlived the measurement. A new one needs slots itself, so none may be held meanwhile.
      admitted.value.unused()
    }
    return err(localFailure('clock', endpoint, message('failure.clockJumps')))
  }

  /** Stamps and signs. The stamp is made after every wait, right before the request goes out. */
  async #prepare(
    endpoint: EndpointName,
    {
      row: { area, security },
      ...encoded
    }: EncodedRequest & { readonly row: Pick<Row<EndpointName>, 'area' | 'security'> },
    isUrgent: boolean,
  ): Promise<Result<Prepared, Failure>> {
    const credentials = this.#credentials
    if (security === 'NONE' || credentials === null) {
      return ok({ request: this.#httpRequest(area, encoded), timestamp: null, secrets: [] })
    }
    const how = authenticationOf(area, this.#dialect)
    const venueClock = this.#clockOf(area)
    for (let attempt = 0; attempt < STAMP_ATTEMPTS; attempt++) {
      const timestamp = venueClock.stamp()
      if (timestamp === null) throw new Error('expected a measured clock')
      const stampedAt = this.#clock.mono()
      const { text, signed } = toSign(how, encoded, timestamp, this.#dialect.signGetQuery)
      const signature = await credentials.sign(text, isUrgent)
      if (!signature.ok) return err({ ...signature.error, operation: endpoint, outcome: 'notSent' })
      if (this.#clock.mono() - stampedAt > FRESH_STAMP_MS) continue
      const { apiKey } = credentials
      const request = this.#httpRequest(area, signed(apiKey, signature.value))
      return ok({ request, timestamp, secrets: [apiKey, signature.value] })
    }
    return err(localFailure('vaultUnavailable', endpoint, message('failure.signingSlow')))
  }

  #httpRequest(area: Area, { method, path, query, body, headers }: EncodedRequest): HttpRequest {
    const url = `${this.#baseUrls.get(area) ?? ''}${path}${query === '' ? '' : `?${query}`}`
    return { method, url, headers, body: method === 'POST' ? body : null }
  }

  /** Judges an exchange: body first, then status, because errors come with HTTP 200 too. */
  #read<E extends EndpointName>(
    { endpoint, params, row }: Asked<E>,
    exchange: Exchange,
    attempt: Attempt,
    secrets: readonly string[],
  ): Result<Answer<Reply<E>>, Failure> {
    if (exchange.kind === 'failed') {
      const failedAs = exchange.status !== null && exchange.status >= 400 ? exchange.status : null
      return err(failedAs === null ? transportFailure(attempt, exchange) : refusedByStatus(attempt, failedAs))
    }
    const { status, sentAt, answeredAt, oddity } = exchange
    const reply = readReply(endpoint, params, exchange.bytes, row)
    if (reply.kind === 'error') {
      const codes = codesOf(row.area, this.#dialect)
      return err(refusedByCode(attempt, withoutSecrets(reply.error, secrets), status, codes))
    }
    if (status < 200 || status > 299) return err(refusedByStatus(attempt, status, oddity))
    if (reply.kind === 'absent') return err(notListed(attempt, status))
    if (reply.kind === 'unreadable') return err(unreadableReply(attempt, reply.problem, status, oddity))
    const { quarantined, rights } = reply
    const value = this.#names.apply(endpoint, reply.value)
    const known = { value, sentAt, answeredAt, timestamp: attempt.timestamp, quarantined }
    const answer = rights === undefined ? known : { ...known, rights }
    const rows = (Array.isArray(value) ? value.length : 0) + quarantined.length
    const isCut = this.#caps.isCut(endpoint, params, rows, this.#dialect.openOrdersLimit)
    return ok(isCut ? { ...answer, isCut } : answer)
  }

  #clockOf(area: Area): VenueClock {
    const clock = this.#venueClocks.get(area)
    if (!clock) throw new Error('expected an area of this venue')
    return clock
  }

  #venueClock(area: Area): VenueClock {
    const endpoint = `${area}.time` as const
    // In a pause every call in the act lane stands before an exit: a clock that is fit is good enough then.
    const isPaused = (): boolean => this.#limits.isBackingOff(area)
    return new VenueClock(this.#clock, () => this.#readTime(endpoint), this.#dialect.clockLeadMs, isPaused)
  }

  async #readTime(endpoint: 'spot.time' | 'contract.time'): Promise<Result<TimeReading, Failure>> {
    // Whoever asked first: a measurement is shared, and nothing can be signed before there is one.
    const answer = await this.call(endpoint, {}, { lane: 'act' })
    if (!answer.ok) return answer
    const { value, sentAt, answeredAt } = answer.value
    return ok({ venueTime: value, sentAt, answeredAt })
  }

  /** Why a call may not go after all; null: it may. */
  #forbidden(endpoint: EndpointName, { signal, whyNot }: Going): Failure | null {
    const { area } = ENDPOINTS[endpoint]
    if (signal.aborted) return this.#notAdmitted(endpoint, 'aborted')
    if (this.#limits.isBanned(area)) return this.#notAdmitted(endpoint, 'banned')
    const why = whyNot()
    return why === null ? null : localFailure('closed', endpoint, why)
  }

  #notAdmitted(endpoint: EndpointName, why: 'aborted' | 'banned'): Failure {
    if (why === 'banned') {
      // No time is named: the budget tells what is left of it, and this may be read much later.
      return { ...localFailure('banned', endpoint, message('failure.banned')), retry: 'later' }
    }
    const code = this.#closing.signal.aborted ? 'failure.accountClosed' : 'failure.calledOff'
    return localFailure('closed', endpoint, message(code))
  }
}

const NOTHING_AGAINST_IT = (): null => null

function baseUrlsOf(addresses: Addresses): ReadonlyMap<Area, string> {
  const checked = checkAddresses(addresses, 'venue.create')
  if (!checked.ok) throw new Error(inEnglish(checked.error.message))
  return areasAt(checked.value)
}

function lessCertain(a: ClockEstimate, b: ClockEstimate): ClockEstimate {
  return a.uncertaintyMs > b.uncertaintyMs ? a : b
}
