/**
 * A session in virtual time: the real client, portfolio, desk and journal at the simulated venue over HTTP, whose
 * answers can be altered.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createDesk } from '#electron/desk/desk.ts'
import type { Desk } from '#electron/desk/desk.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import { notesInMemory } from '#electron/desk/log/notes.ts'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import { POSITIONS } from '#electron/simulator/demo/demo-account.ts'
import { DIALECTS, startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { SimDialect, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { mapLists } from '#electron/simulator/testing/odd-data.ts'
import type { Alter } from '#electron/simulator/testing/request-hook.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { chaseOf, closeAtMarket } from '#shared/desk/action.ts'
import type { Action, OrderRef } from '#shared/desk/action.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { toText } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { Folder } from '#test/support/desk-run.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { Served } from './served.ts'
import type { Story } from './story.ts'
import { witness } from './witness.ts'
import type { Asked, Held, Truth, Witness } from './witness.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'
import { inWords } from '#test/support/in-words.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const CONTRACTS = POSITIONS.map(({ contract }) => contract)
const PAIRS = ['btcusdt', 'ethusdt', 'solusdt', 'xrpusdt', 'linkusdt', 'dogeusdt'] as const
/** What a client knows of a venue before its first call: here the default, because only answers are garbled. */
const AS_ASKED: Partial<SimDialect> = {
  ...{ signsQuery: true, spotVersion: 'v1', symbolCase: 'any', paths: {}, spotPrefix: '', contractPrefix: '' },
  ...{ amounts: 'any', cancelIds: 'any', marketClose: 'taken' },
}
/** A round trip. */
const LATENCY_MS = 20
/**
 * How long it reads before the first click, how long a desk has after the last one, and how long it may take to end.
 */
const CONNECTING_MS = 3_000
const SETTLING_MS = 150_000
const CLOSING_MS = 10_000
const SECOND_MS = 1_000

/** An intent that ended, and the state of the venue at that moment. */
export interface Ended {
  readonly intentId: string
  readonly at: number
  readonly truth: Truth
}

/** A way to break Plimsoll from outside, which the judges must notice. */
export type Sabotage = (client: VenueClient, clock: Clock) => VenueClient

export const NONE: Sabotage = (client) => client

interface SessionOptions {
  /** Its venue and account. Faults are started elsewhere. */
  readonly story: Pick<Story, 'seed' | 'dialect' | 'cancelDelayMs' | 'contracts' | 'pairs'>
  readonly time: WireTime
  readonly folder: Folder
  readonly sabotage?: Sabotage
  readonly alter: Alter
}

/** A session that can be clicked on, and what the venue knows of it. */
export interface Session {
  readonly venue: Simulator
  readonly seen: Witness
  readonly served: Served
  readonly portfolio: Portfolio
  readonly desk: Desk
  /** Intents reported as done, by id, and the state of the venue when that was first reported. */
  readonly done: Map<string, Ended>
  /** Numbers that were shown but never sent by the venue. */
  readonly strange: Set<string>
  connect(): Promise<void>
  /** Clicks in turn; `name` goes before the number of each. */
  click(clicks: Story['clicks'], name?: string): Promise<readonly Asked[]>
  /** Cancels the orders of chases, which is how a trader ends one. */
  endChases(): void
  /** Waits until the intents have ended, or for the longest time that can take. */
  settle(asked: readonly Asked[]): Promise<void>
  close(): Promise<void>
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { story, time, folder, sabotage = NONE, alter } = options
  const served = new Served()
  const wanted = wantedOf(story)
  const venue = await startSimulator({
    ...{ seed: story.seed, clock: time.forVenue(), autoTick: false, life: false, latencyMs: LATENCY_MS },
    cancelDelayMs: story.cancelDelayMs,
    dialect: { ...DIALECTS[story.dialect], ...AS_ASKED },
    alter(endpoint, url, json) {
      const answer = alter(endpoint, url, onlyListed(endpoint, json, wanted))
      served.note(endpoint, answer)
      return answer
    },
  })
  keepOnly(venue, wanted)
  const seen = witness(venue, time)

  const journal = openJournal(folder.path, time)
  if (!journal.ok) throw new Error(journal.error.code)
  const client = sabotage(clientOf(venue, time), time)
  const done = new Map<string, Ended>()
  const strange = new Set<string>()
  const portfolio = new Portfolio({
    ...{ client, clock: time, startRisk: riskInThisThread, onChange: () => undefined },
    onPositions: () => desk.reviewProtections(),
  })
  const desk = createDesk({
    client,
    sign: signed(venue),
    journal: journal.value,
    accountId: 'account',
    notes: notesInMemory(),
    maySend: 'all',
    clock: time,
    newId: randomUUID,
    view: () => portfolio.deskView(),
    onReport(report) {
      portfolio.setDesk(report)
      for (const { intentId, state } of report.intents) {
        if (state !== 'done' || done.has(intentId)) continue
        done.set(intentId, { intentId, at: time.mono(), truth: seen.truth() })
      }
    },
    onTouched: ({ area, instrument }) => portfolio.touch(area, instrument),
  })
  const everySecond = (): void => {
    venue.tick()
    for (const line of served.neverServed(portfolio.deskView())) strange.add(line)
    time.after(SECOND_MS, everySecond)
  }
  time.after(SECOND_MS, everySecond)

  return {
    ...{ venue, seen, served, portfolio, desk, done, strange },

    async connect() {
      let isConnected = false
      void client.syncClock().then(() => {
        isConnected = true
        portfolio.start()
        void desk.recover()
      })
      await time.until(() => isConnected, 60_000)
      await time.until(() => desk.report().state === 'open', 60_000)
      await time.pass(CONNECTING_MS)
    },

    async click(clicks, name = 'intent') {
      const asked: Asked[] = []
      for (const [index, { what, at, looksFirst, waitMs }] of clicks.entries()) {
        const action = actionOf(what, at, { truth: seen.truth(), asked, view: portfolio.deskView() })
        if (action === null) continue
        const click: Asked = {
          ...{ intentId: `${name} ${index}`, at: time.mono(), action, truth: seen.truth() },
          wasRead: portfolio.deskView().positions !== null,
          ...{ denial: null, answeredAt: null },
        }
        asked.push(click)
        void ask(click, looksFirst)
        await time.pass(waitMs)
      }
      return asked
    },

    endChases() {
      for (const order of chased(desk.report())) {
        void desk.submit(`end ${order.orderId}`, { kind: 'cancelOrder', ...order })
      }
    },

    async settle(asked) {
      await time.until(() => isSettled(asked), SETTLING_MS)
    },

    async close() {
      let isClosed = false
      const closing = desk.close().then(async () => {
        await client.close()
        isClosed = true
      })
      await time.until(() => isClosed, CLOSING_MS)
      await closing
      journal.value.close()
      await venue.stop()
    },
  }

  async function ask(click: Asked, looksFirst: boolean): Promise<void> {
    const shown = looksFirst ? await desk.preview(click.action) : null
    if (shown?.kind === 'denied') click.denial = inWords(shown.denial)
    else {
      const answer = await desk.submit(click.intentId, click.action, shown?.planId)
      if (answer.kind === 'denied') click.denial = inWords(answer.denial)
    }
    click.answeredAt = time.mono()
  }

  function isSettled(asked: readonly Asked[]): boolean {
    const isAnswered = asked.every(({ answeredAt }) => answeredAt !== null)
    return isAnswered && desk.report().intents.every(({ state }) => state !== 'running' && state !== 'unknown')
  }
}

function clientOf(venue: Simulator, clock: WireTime): VenueClient {
  const { spotBaseUrl, contractBaseUrl, apiKey } = venue
  return createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign: signed(venue) }, clock })
}

function signed({ apiSecret }: Simulator) {
  return async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
}

export function wantedOf({ contracts, pairs }: Pick<Story, 'contracts' | 'pairs'>): ReadonlySet<string> {
  return new Set([...contracts.map((at) => CONTRACTS[at] ?? ''), ...pairs.map((at) => PAIRS[at] ?? ''), 'btcusdt'])
}

/** A venue with few instruments: more would only take longer. */
function onlyListed(endpoint: string, json: unknown, wanted: ReadonlySet<string>): unknown {
  if (endpoint !== 'contract.contracts' && endpoint !== 'spot.symbols') return json
  return mapLists(json, (list) =>
    list.filter((row) => wanted.has(spelled(String((row as { symbol: unknown }).symbol), endpoint))),
  )
}

/** Names as this venue has them in its tables, whatever the dialect makes of them. */
function spelled(name: string, endpoint: string): string {
  return endpoint === 'spot.symbols' ? name.toLowerCase() : name
}

/** The demo account with nothing on other instruments. */
function keepOnly({ exchange }: Simulator, wanted: ReadonlySet<string>): void {
  for (const order of [...exchange.spot.openOrders(), ...exchange.contracts.openOrders()]) {
    if (!wanted.has(order.area === 'spot' ? order.spec.symbol : order.spec.name)) exchange.withdraw(order)
  }
  for (const position of exchange.contracts.positions()) {
    const { spec, volume } = position
    if (!wanted.has(spec.name)) exchange.contracts.forceClose(position, volume, exchange.market.price(spec))
  }
}

/** The newest orders of running chases: a trader ends a chase by cancelling its order. */
function chased({ intents }: DeskReport): readonly OrderRef[] {
  return intents.flatMap(({ action, state, legs }) => {
    const leg = legs.findLast(({ request }) => request.kind === 'close')
    if (chaseOf(action) === null || state !== 'running' || leg?.orderId == null) return []
    const { area, instrument } = leg.request
    return [{ area, instrument, orderId: leg.orderId }]
  })
}

interface Sight {
  readonly truth: Truth
  readonly asked: readonly Asked[]
  readonly view: ReturnType<Portfolio['deskView']>
}

/** The action of a click in the present state of the venue; null: there is nothing to click on. */
function actionOf(what: Story['clicks'][number]['what'], at: number, { truth, asked, view }: Sight): Action | null {
  const named = truth.orders.map(({ area, orderId, spec }) => ({
    ...{ area, orderId },
    instrument: 'symbol' in spec ? spec.symbol : spec.name,
  }))
  const order = named[at % (named.length || 1)]
  const held = truth.positions[at % (truth.positions.length || 1)]
  // Position rows may have other names now: a trader clicks on what is shown.
  const key = held && (view.positions?.find((shown) => plain(shown.key) === plain(held.key))?.key ?? held.key)
  const contract = CONTRACTS[at % CONTRACTS.length] ?? ''
  switch (what) {
    case 'cancel':
      return order ? { kind: 'cancelOrder', ...order } : null
    case 'cancelTwo':
      return order ? { kind: 'cancelOrders', orders: [...new Set([order, named[0] ?? order])] } : null
    case 'cancelContract':
      return { kind: 'cancelMatching', filter: allOrdersOf('contract', held?.contract ?? contract) }
    case 'cancelSpot':
      return { kind: 'cancelMatching', filter: { area: 'spot', instrument: null, side: null, closing: true } }
    case 'cancelAll':
      return { kind: 'cancelMatching', filter: { area: null, instrument: null, side: null, closing: at % 2 === 0 } }
    case 'close':
      return key === undefined ? null : closeAtMarket(key)
    case 'closeHalf':
      return key === undefined ? null : closeAtMarket(key, 50)
    case 'capped':
      return key === undefined ? null : { ...closeAtMarket(key), tactic: { kind: 'capped', percent: '1' } }
    case 'chase':
      return key === undefined ? null : { ...closeAtMarket(key), tactic: { kind: 'chase', stopPercent: '1' } }
    case 'protect':
      return protectionOf(at, held, view)
    case 'closeSide':
      return { kind: 'closeSide', side: at % 2 === 0 ? 'long' : 'short' }
    case 'reduceAll':
      return { kind: 'reduceAll', side: null, percent: at % 2 === 0 ? 50 : 75 }
    case 'reduce':
      return reductionOf(view, sometimesCapped(at))
    case 'breakEvenAll':
      return { kind: 'breakEvenAll' }
    case 'flatten':
      return { kind: 'flatten', spot: 'keep', ...sometimesCapped(at) }
    case 'flattenAndSell':
      return { kind: 'flatten', spot: 'sell', ...sometimesCapped(at) }
    case 'restore':
      return asked.length === 0 ? null : { kind: 'restore', intentId: asked.at(-1)?.intentId ?? '' }
  }
}

/** A cap so close to the mark that books rarely have enough within it. */
function sometimesCapped(at: number) {
  return at % 3 === 0 ? { tactic: { kind: 'capped', percent: '0.02' } as const } : {}
}

/** Half of the first two positions on screen, as a way out of trouble. */
function reductionOf({ positions }: Sight['view'], tactic: ReturnType<typeof sometimesCapped>): Action | null {
  const closes = (positions ?? []).slice(0, 2).map(({ key, volume }) => {
    return { positionKey: key, volume: toText(volume.div(2).ceil()) }
  })
  return closes.length === 0 ? null : { kind: 'reduce', closes, ...tactic }
}

/** A stop-loss, or a take-profit, so far from the price that it does not fire. */
function protectionOf(at: number, held: Held | undefined, view: Sight['view']): Action | null {
  const shown = view.positions?.find(({ key }) => plain(key) === plain(held?.key ?? ''))
  const price = shown?.markPrice ?? shown?.averagePrice ?? null
  if (shown === undefined || price === null) return null
  const isStop = at % 2 === 0
  const trigger = price.times((shown.side === 'long') === isStop ? '0.7' : '1.4').toSignificantDigits(3)
  return {
    ...{ kind: 'protect', positionKey: shown.key, purpose: isStop ? 'stopLoss' : 'takeProfit' },
    ...{ size: { kind: 'percent', percent: 100 }, trigger: { kind: 'price', price: toText(trigger) } },
  }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9:]/g, '')
}
