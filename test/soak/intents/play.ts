/** Plays a story in virtual time. A desk that dies is restarted, and at the end there is time to settle everything. */
import type { Action } from '#shared/desk/action.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { decimal, sum } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalFolder, startLives } from '#test/support/desk-run.ts'
import type { Life, Sabotage } from '#test/support/desk-run.ts'
import { CONTRACT, ModelVenue, OTHER_CONTRACT, OTHER_POSITION, PAIR, POSITION } from '#test/support/model-venue.ts'
import type { Click, Event, Story } from './story.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const CONTRACTS = [CONTRACT.name, OTHER_CONTRACT.name]
const POSITIONS = [POSITION.key, OTHER_POSITION.key]
/** A life settles everything in this time, virtual ms. */
const LIFE_MS = 300_000

export interface Ending {
  readonly venue: ModelVenue
  readonly report: DeskReport
}

export async function play(story: Story, sabotage: Sabotage = {}): Promise<Ending> {
  const folder = journalFolder()
  const clock = new ManualClock()
  const venue = new ModelVenue(clock, decimal(story.volumes[0]), decimal(story.volumes[1]))
  venue.coins = decimal(story.coins)
  venue.lagMs = story.lagMs
  const orders = layOut(venue, story)
  venue.fates = [...story.fates]
  const lives = await startLives({ venue, path: folder.path, clock, deaths: story.deaths, ...sabotage })
  try {
    for (const { ms, what, at } of story.meanwhile) clock.after(ms, () => happen({ venue, clock, orders }, what, at))
    for (const [index, click] of story.clicks.entries()) {
      void ask(lives.life, `intent ${index}`, click.looksFirst, actionOf(click.what, click.at, index, venue))
      await lives.pass(click.waitMs)
    }
    await lives.outlive(LIFE_MS)
    return { venue, report: lives.life.desk.report() }
  } finally {
    lives.life.kill()
    folder.remove()
  }
}

async function ask({ desk }: Life, intentId: string, looksFirst: boolean, action: Action): Promise<void> {
  const shown = looksFirst ? await desk.preview(action) : null
  if (shown?.kind !== 'denied') await desk.submit(intentId, action, shown?.planId)
}

interface World {
  readonly venue: ModelVenue
  readonly clock: ManualClock
  /** Ids of the orders at the start. */
  readonly orders: readonly string[]
}

function happen({ venue, clock, orders }: World, what: Event, at: number): void {
  const order = orders[at] ?? venue.openOrders()[at]?.orderId ?? 'none'
  if (what === 'fill') venue.fill(order)
  if (what === 'fillPart') venue.fill(order, decimal(1))
  if (what === 'order') venue.rest(CONTRACTS[at % 2])
  if (what === 'spotOrder') venue.restSpot()
  if (what === 'jump') clock.jumpWall((at - 3) * 600_000)
  if (what === 'failingReads') venue.failingReads += at
}

/** Gives the ids of all orders. Closing orders fit what the venue accepts: never more than is held. */
function layOut(venue: ModelVenue, { opening, closing, spot }: Story): readonly string[] {
  const opened = opening.map((on) => venue.rest(CONTRACTS[on]).orderId)
  const closed = closing.flatMap(({ on, size }) => {
    const name = CONTRACTS[on] ?? CONTRACT.name
    const locking = venue.openOrders('contract', name).filter(({ action }) => action === 'close')
    const locked = sum(locking.map(({ quantity }) => quantity))
    return venue.volumeOf(name).gte(locked.plus(size)) ? [venue.restClosing(decimal(size), name).orderId] : []
  })
  return [...opened, ...closed, ...Array.from({ length: spot }, () => venue.restSpot().orderId)]
}

function actionOf(what: Click, at: number, index: number, venue: ModelVenue): Action {
  const positionKey = POSITIONS[at % 2] ?? POSITION.key
  const open = venue.openOrders()
  const named = [open[at % (open.length || 1)], open[0]].flatMap((order) =>
    order ? [{ area: order.area, instrument: order.instrument, orderId: order.orderId }] : [],
  )
  const close = { kind: 'closePosition', positionKey, tactic: { kind: 'market' } } as const
  const whole = { kind: 'percent', percent: 100 } as const
  const actions: { readonly [C in Click]: Action } = {
    close: { ...close, size: whole },
    closeHalf: { ...close, size: { kind: 'percent', percent: 50 } },
    closeSome: { ...close, size: { kind: 'volume', volume: String(1 + (at % 7)) } },
    closeAtPrice: { ...close, size: whole, tactic: { kind: 'limit', price: '2' } },
    closeSide: { kind: 'closeSide', side: at % 4 === 0 ? 'short' : 'long' },
    reduceAll: { kind: 'reduceAll', side: at % 3 === 0 ? null : 'long', percent: at % 2 === 0 ? 25 : 75 },
    flatten: { kind: 'flatten', spot: 'keep' },
    flattenAndSell: { kind: 'flatten', spot: 'sell' },
    cancel: { kind: 'cancelOrders', orders: named.slice(0, 1) },
    cancelTwo: { kind: 'cancelOrders', orders: named },
    cancelContract: { kind: 'cancelMatching', filter: allOrdersOf('contract', CONTRACTS[at % 2] ?? CONTRACT.name) },
    cancelSpot: { kind: 'cancelMatching', filter: allOrdersOf('spot', PAIR.symbol) },
    cancelAll: {
      kind: 'cancelMatching',
      filter: { area: null, instrument: null, side: null, closing: at % 2 === 0 },
    },
    protect: {
      kind: 'protect',
      positionKey,
      purpose: at % 3 === 0 ? 'takeProfit' : 'stopLoss',
      size: whole,
      trigger: { kind: 'price', price: at % 3 === 0 ? '1000000' : '0.1' },
    },
    restore: { kind: 'restore', intentId: `intent ${index - 1}` },
  }
  return actions[what]
}
