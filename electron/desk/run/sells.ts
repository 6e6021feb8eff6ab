/** Sells Spot holdings: free coins at once, locked coins as soon as their orders are gone. */
import { wait } from '#shared/domain/clock.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { amount, message } from '#shared/words/message.ts'
import { execute, type SendOptions } from './execute.ts'
import type { Leg } from '../state/intent.ts'
import { asKind } from '../state/leg-kinds.ts'
import type { Looking } from '../plan/reader.ts'
import { settle, type SettleOptions } from '../verify/settle.ts'
import { LOCK_PATIENCE_MS, LOCK_POLL_MS } from './closable-now.ts'

export interface SellOptions extends SettleOptions, SendOptions {
  /** The most that can be held of each coin after our own recent sales. */
  readonly coinsAtMost: () => ReadonlyMap<string, Decimal>
}

/**
 * Sells coins in parallel, the sales of one coin in turn. `freed`: settles when the Spot orders being cancelled are
 * gone; null: no order is being cancelled, so there is nothing to wait for.
 */
export async function runSells(legs: readonly Leg[], freed: Promise<unknown> | null, options: SellOptions) {
  const { clock, signal } = options
  const isOver = freed && Promise.race([freed, wait(clock, LOCK_PATIENCE_MS, signal)])
  const before = createBalances(options)
  const after = createBalances(options)
  const coins = Map.groupBy(legs, ({ request }) => asKind(request, 'sell').asset)
  await Promise.all(
    [...coins.values()].map(async (own) => {
      for (const leg of own) {
        const isFree = isOver === null || missing(leg, await before()) === null
        const why =
          soldAlready(leg, options) ?? (isFree ? null : await isOver.then(() => missingStill(leg, after, options)))
        if (signal.aborted) return
        if (why === null) await sell(leg, options)
        else options.log.noteLeg(leg, { state: 'skipped', detail: why })
      }
    }),
  )
}

/** Why the coins are already gone, though a list may still show them; null: they are not. */
function soldAlready({ request }: Leg, { coinsAtMost }: SellOptions): Message | null {
  const { asset, quantity } = asKind(request, 'sell')
  const left = coinsAtMost().get(asset)
  if (left === undefined || quantity.lte(left)) return null
  return message('leg.spot.soldBefore', { left: amount(left), asset })
}

async function sell(leg: Leg, options: SellOptions): Promise<void> {
  await execute(leg, options, null)
  await settle(leg, options)
}

/** How many times balances are read before a sale is given up: a venue may be late to show what its orders unlocked. */
const LOOKS = 4

async function missingStill(leg: Leg, balances: Balances, { clock, signal }: SellOptions): Promise<Message | null> {
  for (let left = LOOKS; ; left--) {
    const why = missing(leg, await balances())
    if (why === null || left <= 1 || signal.aborted) return why
    await wait(clock, LOCK_POLL_MS, signal)
  }
}

type Balances = () => ReturnType<Looking['read']['balances']>

/** Callers that ask at about the same time share one read of the balances. */
function createBalances({ read, clock }: SellOptions): Balances {
  let asked: { readonly at: number; readonly answer: ReturnType<Balances> } | null = null
  return () => {
    if (asked === null || clock.mono() - asked.at >= LOCK_POLL_MS) {
      asked = { at: clock.mono(), answer: read.forExit.balances() }
    }
    return asked.answer
  }
}

/** Why less of the coin is free than the sale needs; null: enough is free, or it could not be read. */
function missing({ request }: Leg, reading: Awaited<ReturnType<Balances>>): Message | null {
  const { asset, quantity } = asKind(request, 'sell')
  const held = reading.ok ? reading.value.list.find((balance) => balance.asset === asset) : undefined
  // If it is unknown, the venue will refuse a sale that it cannot make.
  if (!held?.free || held.free.gte(quantity)) return null
  const facts = { free: amount(held.free), quantity: amount(quantity), asset }
  return held.locked
    ? message('leg.spot.locked', { ...facts, locked: amount(held.locked) })
    : message('leg.spot.lockedUnknown', facts)
}
