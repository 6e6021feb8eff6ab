/** The judge: compares the client's answer about each order and cancel with what the venue knows of it. */
import type { Failure } from '#shared/domain/failure.ts'
import { fateNamed } from './plan.ts'
import type { Evidence, Findings } from './venue.ts'

type Outcome = 'ok' | Failure['outcome']

/** The client's answer to one call. */
export interface ClientAnswer {
  readonly outcome: Outcome
  /** Our word for the failure; null when all went well. */
  readonly kind: Failure['kind'] | null
  readonly orderId: string | null
}

/** One call that may change something at the venue. */
export interface Write {
  readonly what: 'order' | 'cancel'
  /** Whether the caller aborted it midway. */
  readonly calledOff: boolean
  /** Every signature that was made for it. Two when the first came too late to be used. */
  readonly signatures: readonly string[]
  readonly answer: ClientAnswer
}

export interface Intent {
  readonly clientOrderId: string
  readonly writes: readonly Write[]
}

/** How many requests met a fate, and their outcomes. */
export interface Row {
  met: number
  executed: number
  ok: number
  rejected: number
  unknown: number
  notSent: number
}

export interface Violation {
  /** Null when it is about the whole run. */
  readonly clientOrderId: string | null
  readonly rule: string
  readonly story: readonly string[]
}

/** The fate of a write that never arrived. */
export const NEVER_ARRIVED = 'never arrived'

interface Heaps {
  readonly client: number
  readonly venue: number
}

/** The venue remembers a limited number of its newest orders. From that number on, memory must not grow. */
const SETTLED_ORDERS = 100_000
/** How much more memory either process may use later. */
const MAX_GROWTH_BYTES = 64 * 1024 * 1024

/** The smallest share of orders and cancels that must arrive: only few are aborted or refused by the vault. */
const LEAST_ARRIVED = 0.95

/** Everything judged so far. */
export class Audit {
  readonly rows = new Map<string, Row>()
  readonly violations: Violation[] = []
  orders = 0
  cancels = 0
  #arrived = 0
  #settled: Heaps | null = null

  judge(intent: Intent, evidence: Evidence): void {
    const broken = [
      ...(evidence.orders.length > 1 ? ['the exchange made more than one order of it'] : []),
      ...intent.writes.flatMap((write) => this.#judgeWrite(intent, write, evidence)),
    ]
    for (const rule of broken) this.#accuse(intent.clientOrderId, rule, storyOf(intent, evidence))
  }

  /** Bytes in use by either process, measured at intervals. */
  measure(heaps: Heaps): void {
    if (this.orders < SETTLED_ORDERS) return
    this.#settled ??= heaps
    for (const side of ['client', 'venue'] as const) {
      const growth = heaps[side] - this.#settled[side]
      if (growth > MAX_GROWTH_BYTES) this.#accuse(null, `the ${side} holds on to ${growth} bytes more than it did`, [])
    }
  }

  /** What must hold for the whole run once every order has been judged. */
  close(sum: Findings['sum']): void {
    const rules: readonly (readonly [rule: string, isBroken: boolean])[] = [
      ['something arrived that no order was asked about', sum.unasked > 0],
      ['hardly anything was sent: this proves nothing', this.#arrived < LEAST_ARRIVED * (this.orders + this.cancels)],
      ['the arrivals judged are not those the witness saw', sum.witnessed !== this.#arrived],
      ['the ledger of the simulator is not what the witness saw', sum.witnessed !== sum.inLedger],
      ['a redirect was followed', sum.redirected > 0],
    ]
    for (const [rule, isBroken] of rules) if (isBroken) this.#accuse(null, rule, [JSON.stringify(sum)])
  }

  #accuse(clientOrderId: string | null, rule: string, story: readonly string[]): void {
    this.violations.push({ clientOrderId, rule, story })
  }

  #judgeWrite(intent: Intent, write: Write, evidence: Evidence): string[] {
    if (write.what === 'order') this.orders += 1
    else this.cancels += 1
    const fates = fatesOf(intent, write, evidence)
    const executed = isExecuted(write, evidence)
    this.#arrived += fates.length
    const row = this.#row(fates[0] ?? NEVER_ARRIVED)
    row.met += 1
    row[write.answer.outcome] += 1
    if (executed) row.executed += 1
    return RULES.filter(([, isBroken]) => isBroken({ write, fates, executed, evidence })).map(
      ([rule]) => `${write.what}: ${rule}`,
    )
  }

  #row(fate: string): Row {
    const known = this.rows.get(fate)
    if (known) return known
    const row = { met: 0, executed: 0, ok: 0, rejected: 0, unknown: 0, notSent: 0 }
    this.rows.set(fate, row)
    return row
  }
}

interface Case {
  readonly write: Write
  readonly fates: readonly string[]
  readonly executed: boolean
  readonly evidence: Evidence
}

const RULES: readonly (readonly [rule: string, isBroken: (judged: Case) => boolean])[] = [
  ['arrived more than once', ({ fates }) => fates.length > 1],
  [
    'arrived, though the client was told it was not sent',
    ({ write, fates }) => hasOutcome(write, 'notSent') && fates.length > 0,
  ],
  [
    'never arrived, though the client was told it was sent',
    // Aborting a request while its bytes leave may or may not cut them short, so "unknown" is the only right answer.
    ({ write, fates }) =>
      !hasOutcome(write, 'notSent') && fates.length === 0 && !(write.calledOff && hasOutcome(write, 'unknown')),
  ],
  [
    'executed, though the client was told it was rejected',
    ({ write, executed }) => hasOutcome(write, 'rejected') && executed,
  ],
  ['not executed, though the client was told it was', ({ write, executed }) => hasOutcome(write, 'ok') && !executed],
  [
    'made under another id than the client has',
    ({ write, evidence }) =>
      hasOutcome(write, 'ok') && evidence.orders.every(({ orderId }) => orderId !== write.answer.orderId),
  ],
  ['reported as something else than its answer proves', isMisread],
]

function hasOutcome({ answer }: Write, outcome: Outcome): boolean {
  return answer.outcome === outcome
}

/** Whether the client reads the answer as something other than it says. A timeout or an abort excuses it. */
function isMisread({ write, fates, executed }: Case): boolean {
  const [fate] = fates
  if (
    fate === undefined ||
    (hasOutcome(write, 'unknown') && (write.answer.kind === 'timeout' || write.answer.kind === 'closed'))
  ) {
    return false
  }
  return !hasOutcome(write, fateNamed(fate).outcome ?? (executed ? 'ok' : 'rejected'))
}

function isExecuted({ what }: Write, { orders }: Evidence): boolean {
  return what === 'order' ? orders.length > 0 : orders.some(({ canceled }) => canceled)
}

/** The fates that one write met. The arrivals are in the order of the signatures of all writes of the intent. */
function fatesOf(intent: Intent, write: Write, { arrivals }: Evidence): string[] {
  const before = intent.writes.slice(0, intent.writes.indexOf(write)).flatMap(({ signatures }) => signatures).length
  return arrivals.slice(before, before + write.signatures.length).flat()
}

function storyOf(intent: Intent, evidence: Evidence): string[] {
  const answers = intent.writes.map((write) => {
    const fates = fatesOf(intent, write, evidence)
    const { outcome, kind, orderId } = write.answer
    return [
      `${write.what}: signed ${write.signatures.length} times${write.calledOff ? ', called off' : ''}`,
      `arrived ${fates.length} times (${fates.join(', ') || NEVER_ARRIVED})`,
      `told ${outcome}${kind === null ? '' : ` (${kind})`}${orderId === null ? '' : `, order ${orderId}`}`,
    ].join('; ')
  })
  const made = evidence.orders.map(({ orderId, canceled }) => `${orderId}${canceled ? ' (canceled)' : ''}`)
  return [...answers, `exchange: ${made.join(', ') || 'no such order'}`]
}
