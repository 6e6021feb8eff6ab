/** Places the orders of a plan through the real client and records its answers. */
import { createHmac } from 'node:crypto'
import type { Credentials, VenueClient } from '#electron/venue/port.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import type { Intent, ClientAnswer, Write } from './audit.ts'
import type { Mishap, Plan } from './plan.ts'

/** Longer than a timestamp is valid, so that the request must be signed again. */
const SLOW_VAULT_MS = 400

/** The name of a write in the text that is signed for it. */
const NAME = /"(?:clientOrderId|newClientOrderId|orderId)":"?([\w-]+)"?/

interface Draft {
  readonly mishap: Mishap
  readonly signatures: string[]
}

/** Signs like the vault, and knows which write each signature was made for. */
export class Notary {
  readonly #key: string
  readonly #secret: string
  readonly #clock: Clock
  readonly #drafts = new Map<string, Draft>()

  constructor(key: string, secret: string, clock: Clock) {
    this.#key = key
    this.#secret = secret
    this.#clock = clock
  }

  get credentials(): Credentials {
    return { apiKey: this.#key, sign: (text) => this.#sign(text) }
  }

  /** Opens a write under the name that its body will carry. */
  open(name: string, mishap: Mishap): Draft {
    const draft = { mishap, signatures: [] }
    this.#drafts.set(name, draft)
    return draft
  }

  close(name: string): void {
    this.#drafts.delete(name)
  }

  async #sign(text: string): Promise<Result<string, Failure>> {
    const draft = this.#drafts.get(NAME.exec(text)?.[1] ?? '')
    if (!draft) throw new Error('expected to sign nothing but orders and cancels under way')
    if (draft.mishap === 'vaultRefuses') return err(localFailure('vaultLocked', 'vault.sign', verbatim('locked')))
    if (draft.mishap === 'vaultSlow' && draft.signatures.length === 0) await wait(this.#clock, SLOW_VAULT_MS)
    const signature = createHmac('sha256', this.#secret).update(text).digest('hex')
    draft.signatures.push(signature)
    return ok(signature)
  }
}

/** One order, from its placing to the answer to its cancel, if there is one. */
export async function trade(plan: Plan, client: VenueClient, notary: Notary, clock: Clock): Promise<Intent> {
  const { clientOrderId, ticket } = plan
  const [orderMishap, cancelMishap] = plan.mishaps
  const order = await write('order', clientOrderId, orderMishap, (options) =>
    ticket.endpoint === 'spot.placeOrder'
      ? client.call(ticket.endpoint, { ...ticket.params, clientOrderId }, options)
      : client.call(ticket.endpoint, { ...ticket.params, clientOrderId }, options),
  )
  const { orderId } = order.answer
  if (!ticket.canceled || orderId === null) return { clientOrderId, writes: [order] }
  const cancel = await write('cancel', orderId, cancelMishap, (options) =>
    ticket.endpoint === 'spot.placeOrder'
      ? client.call('spot.cancelOrder', { symbol: ticket.params.symbol, orderId }, options)
      : client.call('contract.cancelOrder', { contract: ticket.params.contract, orderId }, options),
  )
  return { clientOrderId, writes: [order, cancel] }

  async function write(what: Write['what'], name: string, mishap: Mishap, send: Send): Promise<Write> {
    const draft = notary.open(name, mishap)
    const calledOff = mishap === 'calledOff'
    const answer = answerOf(await send(calledOff ? { signal: abortedAfter(clock, plan.calledOffAfterMs) } : {}))
    notary.close(name)
    return { what, calledOff, signatures: draft.signatures, answer }
  }
}

function abortedAfter(clock: Clock, ms: number): AbortSignal {
  const caller = new AbortController()
  clock.after(ms, () => caller.abort())
  return caller.signal
}

type Send = (options: { signal?: AbortSignal }) => Promise<Result<{ value: { orderId: string } }, Failure>>

function answerOf(answer: Result<{ value: { orderId: string } }, Failure>): ClientAnswer {
  if (answer.ok) return { outcome: 'ok', kind: null, orderId: answer.value.value.orderId }
  const { outcome, kind } = answer.error
  return { outcome, kind, orderId: null }
}
