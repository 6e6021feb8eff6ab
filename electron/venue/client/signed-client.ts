import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { Budget, ClockEstimate } from '#shared/domain/budget.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { checkAddresses } from '../http/base-url.ts'
import type { Answer, CallOptions, Credentials, EndpointName, Lane, Params, Reply, VenueClient } from '../port.ts'
import { AreaClocks } from '../clock/area-clocks.ts'
import { VenueClock, type TimeReading } from '../clock/venue-clock.ts'
import { DEFAULT_DIALECT, type Dialect } from '../profile/dialect.ts'
import { ENDPOINTS, authenticationOf, encodeRequest, rowFor, rowOf, weightOf } from '../endpoints/table.ts'
import type { Row } from '../endpoints/row.ts'
import { ExchangeJudge } from './judge-exchange.ts'
import { RateLimits, SharedLimits } from '../limits/rate-limits.ts'
import { PollKeys } from './poll-keys.ts'
import { toSign, type EncodedRequest } from './sign.ts'
import { isUnderstood, otherSpelling } from './other-spelling.ts'
import type { Slot } from '../limits/throttle.ts'
import { DEADLINE_MS, Transport, type HttpRequest } from '../http/transport.ts'

/** The pauses before a read is repeated, one per repeat, ms. */
const READ_RETRY_PAUSES_MS = [250, 1000]
/** If a timestamp is older than this when its signature arrives, a new one is made. */
const FRESH_STAMP_MS = 250
const STAMP_ATTEMPTS = 3
/** How many measurements of the venue's clock may go stale in the queue before the call fails. */
const CLOCK_ROUNDS = 3

/** How a call is signed and waits, and what can still stop it. */
interface CallContext {
  readonly credentials: Credentials | null
  readonly lane: Lane
  readonly signal: AbortSignal
  /** Aborts as `signal` does, and also when the call is no longer wanted before it was sent. */
  readonly queued: AbortSignal
  readonly whyNot: () => Message | null
}

/** A request ready to be sent, and the texts in it that must not appear in a failure. */
interface Prepared {
  readonly request: HttpRequest
  readonly timestamp: number | null
  readonly secrets: readonly string[]
}

export interface VenueClientOptions extends Addresses {
  /** null: public endpoints only. */
  readonly credentials: Credentials | null
  readonly clock: Clock
  /** How to speak to this venue; default `DEFAULT_DIALECT`. */
  readonly dialect?: Dialect
  /** Clients with the same object share a host's limits. Without it each client counts alone. */
  readonly shared?: SharedLimits
}

/**
 * The client behind `createVenueClient`. It waits for a slot, stamps, signs, sends exactly the signed bytes, reads the
 * reply and updates the limits.
 */
export class SignedClient implements VenueClient {
  readonly areas: readonly Area[]
  readonly #baseUrls: ReadonlyMap<Area, string>
  readonly #credentials: Credentials | null
  readonly #clock: Clock
  /** The dialect as given, plus what was learned since. */
  #dialect: Dialect
  readonly #transport: Transport
  readonly #limits: RateLimits
  readonly #clocks: AreaClocks
  readonly #judge = new ExchangeJudge()
  readonly #closing = new AbortController()
  readonly #pollKeys: PollKeys

  constructor(options: VenueClientOptions) {
    this.#baseUrls = baseUrlsOf(options)
    this.areas = [...this.#baseUrls.keys()]
    this.#credentials = options.credentials
    this.#clock = options.clock
    this.#dialect = options.dialect ?? DEFAULT_DIALECT
    this.#transport = new Transport(options.clock)
    this.#limits = new RateLimits(options.shared ?? new SharedLimits(options.clock), this.#baseUrls, this.#dialect)
    this.#pollKeys = new PollKeys(options.clock, options.credentials)
    this.#clocks = new AreaClocks(this.areas, (area) => this.#newClock(area))
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
    // Another call may have learned something else meanwhile, so the change is applied to the newest dialect.
    this.#dialect = other(this.#dialect)
    return again
  }

  /** Makes a call in one spelling. A poll may be signed with either key, everything else with the account's own. */
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
      const problem = message('failure.parameter', { call: endpoint, problem: encoded.error })
      return err(localFailure('invalidParameter', endpoint, problem))
    }
    if (row.security !== 'NONE' && this.#credentials === null) {
      return err(localFailure('noCredentials', endpoint, message('failure.needsKey')))
    }
    const lane = options.lane ?? (row.retry === 'never' ? 'act' : 'poll')
    const signal = options.signal ? AbortSignal.any([options.signal, this.#closing.signal]) : this.#closing.signal
    const queued = options.wanted ? AbortSignal.any([options.wanted, signal]) : signal
    const context = { lane, signal, queued, whyNot: options.whyNot ?? ALWAYS_ALLOWED }
    const askWith = (credentials: Credentials | null): Promise<Result<Answer<Reply<E>>, Failure>> =>
      this.#repeated(endpoint, params, { row, ...encoded.value }, { ...context, credentials })

    const isPoll = lane === 'poll' && row.retry === 'read' && row.security !== 'NONE'
    return isPoll ? this.#pollKeys.ask(endpoint, askWith) : askWith(this.#credentials)
  }

  /** Makes a call with one key. A read is repeated where that may help. */
  async #repeated<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    encoded: EncodedRequest & { readonly row: Row<E> },
    context: CallContext,
  ): Promise<Result<Answer<Reply<E>>, Failure>> {
    for (let repeat = 0; ; repeat++) {
      const answer = await this.#attempt(endpoint, params, encoded, context)
      if (answer.ok || encoded.row.retry === 'never') return answer
      const pause = READ_RETRY_PAUSES_MS[repeat]
      const again = answer.error.retry === 'soon' || (answer.error.retry === 'afterClockSync' && repeat === 0)
      if (pause === undefined || !again) return answer
      await wait(this.#clock, pause, context.queued)
      if (context.queued.aborted) return answer
    }
  }

  /** Measures the clock of one area. `syncClock` measures all. */
  async syncArea(area: Area): Promise<Result<ClockEstimate, Failure>> {
    // Treated like a poll, because no exit needs this call.
    if (this.#limits.isShut(area, 'poll')) return err(this.#notAdmitted(`${area}.time`, 'banned'))
    return this.#clocks.of(area).sync()
  }

  syncClock(): Promise<Result<ClockEstimate, Failure>> {
    return this.#clocks.sync((area) => this.syncArea(area))
  }

  clock(): ClockEstimate | null {
    return this.#clocks.estimate()
  }

  venueTime(): number | null {
    return this.#clocks.now()
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

  readWith(reading: Credentials | null): void {
    this.#pollKeys.readWith(reading)
  }

  readingFailure(): Failure | null {
    return this.#pollKeys.readingFailure()
  }

  tradingFailure(): Failure | null {
    return this.#pollKeys.tradingFailure()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#transport.close()
  }

  /** One try: it takes its own slot, stamps anew, and sends at most one request. */
  async #attempt<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    encoded: EncodedRequest & { readonly row: Row<E> },
    context: CallContext,
  ): Promise<Result<Answer<Reply<E>>, Failure>> {
    const { row } = encoded
    const admitted = await this.#admit(endpoint, params, context)
    if (!admitted.ok) return admitted
    const slot = admitted.value
    const prepared = await this.#prepare(endpoint, encoded, context)
    if (!prepared.ok) {
      slot.unused()
      return prepared
    }
    // A reason not to send the call may have come up while it was being signed.
    const forbidden = this.#forbidden(endpoint, context)
    if (forbidden) {
      slot.unused()
      return err(forbidden)
    }

    const { request, timestamp, secrets } = prepared.value
    const isWrite = row.retry === 'never'
    const deadlineAt = this.#clock.mono() + DEADLINE_MS
    // A write that was sent is never aborted, because only its answer tells the outcome.
    const signal = isWrite ? this.#closing.signal : context.signal
    const mayLeave = (): boolean => this.#forbidden(endpoint, context) === null
    const exchange = await this.#transport.exchange(request, isWrite, signal, mayLeave)
    if (exchange.kind === 'answered' || exchange.status !== null) slot.answered()
    else if (exchange.sentAt === null) slot.unused()
    else slot.lost(deadlineAt)
    const isCalledOff = exchange.kind === 'failed' && exchange.cause === 'aborted' && exchange.sentAt === null
    const late = isCalledOff ? this.#forbidden(endpoint, context) : null
    if (late) return err(late)

    const asked = { operation: endpoint, isWrite, timestamp, params, row, secrets }
    const answer = this.#judge.judge(asked, exchange, this.#dialect)
    const venueNow = this.#clocks.of(row.area).now() ?? this.#clock.wall()
    this.#limits.learn(row.area, context.lane, exchange, answer.ok ? null : answer.error, venueNow)
    if (!answer.ok && answer.error.retry === 'afterClockSync') this.#clocks.of(row.area).distrust()
    return answer
  }

  /** Waits for a slot and for a clock that is fit for timestamps. */
  async #admit<E extends EndpointName>(
    endpoint: E,
    params: Params<E>,
    { lane, queued: signal }: CallContext,
  ): Promise<Result<Slot, Failure>> {
    const { area, security } = ENDPOINTS[endpoint]
    // A call that a ban keeps waiting must not even have the clock read, because that goes out in the lane of exits.
    if (this.#limits.isShut(area, lane)) return err(this.#notAdmitted(endpoint, 'banned'))
    const venueClock = security === 'NONE' ? null : this.#clocks.of(area)
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
      // The measurement went stale in the queue. A new one needs a slot of its own, so this slot is returned.
      admitted.value.unused()
    }
    return err(localFailure('clock', endpoint, message('failure.clockJumps')))
  }

  /** Stamps and signs a request. The timestamp is taken after every wait, right before sending. */
  async #prepare(
    endpoint: EndpointName,
    {
      row: { area, security },
      ...encoded
    }: EncodedRequest & { readonly row: Pick<Row<EndpointName>, 'area' | 'security'> },
    { credentials, lane }: CallContext,
  ): Promise<Result<Prepared, Failure>> {
    if (security === 'NONE' || credentials === null) {
      return ok({ request: this.#httpRequest(area, encoded), timestamp: null, secrets: [] })
    }
    const how = authenticationOf(area, this.#dialect)
    const venueClock = this.#clocks.of(area)
    for (let attempt = 0; attempt < STAMP_ATTEMPTS; attempt++) {
      const timestamp = venueClock.stamp()
      if (timestamp === null) throw new Error('expected a measured clock')
      const stampedAt = this.#clock.mono()
      const { text, signed } = toSign(how, encoded, timestamp, this.#dialect.signGetQuery)
      const signature = await credentials.sign(text, lane !== 'poll')
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

  #newClock(area: Area): VenueClock {
    const endpoint = `${area}.time` as const
    // During a pause every call in the `act` lane delays an exit. So a clock that is still fit is not measured again.
    const isPaused = (): boolean => this.#limits.isBackingOff(area)
    return new VenueClock(this.#clock, () => this.#readTime(endpoint), this.#dialect.clockLeadMs, isPaused)
  }

  async #readTime(endpoint: 'spot.time' | 'contract.time'): Promise<Result<TimeReading, Failure>> {
    // Always in the `act` lane: whichever call started the measurement, an exit may wait for it.
    const answer = await this.call(endpoint, {}, { lane: 'act' })
    if (!answer.ok) return answer
    const { value, sentAt, answeredAt } = answer.value
    return ok({ venueTime: value, sentAt, answeredAt })
  }

  /** Why a call must not be sent any more; null: it may. */
  #forbidden(endpoint: EndpointName, { lane, signal, whyNot }: CallContext): Failure | null {
    const { area } = ENDPOINTS[endpoint]
    if (signal.aborted) return this.#notAdmitted(endpoint, 'aborted')
    if (this.#limits.isShut(area, lane)) return this.#notAdmitted(endpoint, 'banned')
    const why = whyNot()
    return why === null ? null : localFailure('closed', endpoint, why)
  }

  #notAdmitted(endpoint: EndpointName, why: 'aborted' | 'banned'): Failure {
    if (why === 'banned') {
      // The message names no time, because it may be read much later. The budget shows the time that is left.
      return { ...localFailure('banned', endpoint, message('failure.banned')), retry: 'later' }
    }
    const code = this.#closing.signal.aborted ? 'failure.accountClosed' : 'failure.calledOff'
    return localFailure('closed', endpoint, message(code))
  }
}

const ALWAYS_ALLOWED = (): null => null

function baseUrlsOf(addresses: Addresses): ReadonlyMap<Area, string> {
  const checked = checkAddresses(addresses, 'venue.create')
  if (!checked.ok) throw new Error(inEnglish(checked.error.message))
  return areasAt(checked.value)
}
