/** A venue without Spot and a venue without contracts: from the key to the way out, over HTTP. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { DrillCard } from '#shared/desk/drill.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { PROBE_STEPS, type ProbeStep } from '#shared/domain/probe.ts'
import { message } from '#shared/words/message.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

const nothingSent = (why: Message): Message => message('sentences', { sentences: [why, message('plan.nothingSent')] })

const ABSENT = { spot: { spotBaseUrl: null }, contract: { contractBaseUrl: null } } as const
const ADDRESSES = { spot: /^\/sapi\//, contract: /^\/fapi\// } as const

/** Adds an account of a venue that has only `area`, and waits until all of it was read. */
async function opened(area: Area): Promise<void> {
  await bench.replaceVenue({ dialect: { areas: area, spotOpenOrders: 'all' } })
  await bench.addedAs(ABSENT[area === 'spot' ? 'contract' : 'spot'])
  await bench.known()
}

const parts = () => bench.accounts.snapshot().parts
const atDesk = <T>(ask: Parameters<typeof bench.accounts.atDesk<T>>[2]) =>
  bench.accounts.atDesk(bench.accounts.snapshot().runId, 'test', ask)

async function done(action: Action): Promise<Encoded<IntentReport>> {
  const intentId = randomUUID()
  const answer = await atDesk((desk) => desk.submit(intentId, action))
  expect(answer).toMatchObject({ ok: true, value: { kind: 'accepted' } })
  const ended = () =>
    parts().desk.data?.intents.find(
      (one) => one.intentId === intentId && one.state !== 'running' && one.state !== 'unknown',
    )
  await bench.until(() => ended() !== undefined)
  return ended()!
}

async function drill(): Promise<DrillCard> {
  const answer = await atDesk((desk) => desk.drill())
  if (!answer.ok || answer.value.kind !== 'card') throw new Error(JSON.stringify(answer))
  return answer.value.card
}

const verdicts = ({ checks }: DrillCard) => Object.fromEntries(checks.map(({ name, verdict }) => [name, verdict]))

/** Nothing was requested from the area that the venue does not have. */
function expectNothingAskedOf(area: Area): void {
  expect(bench.venue.ledger.arrivals().filter(({ path }) => ADDRESSES[area].test(path))).toEqual([])
}

describe('a venue without Spot', () => {
  it('is read completely: nothing of Spot is missing, unread, failing or requested', async () => {
    await opened('contract')
    const { balances, positions, health, risk } = parts()
    expect(balances).toMatchObject({ data: [], readAt: null, expectEveryMs: null, failure: null, isAbsent: true })
    expect(positions.data?.length).toBeGreaterThan(0)
    expect(health.data).toMatchObject({ phase: 'live', failure: null })
    expect(parts().orders.data).not.toHaveProperty('blind')
    expect(health.data?.clock).not.toBeNull()
    expect(health.data?.budget.hosts.map(({ area }) => area)).toEqual(['contract'])
    expect(risk.data).toMatchObject({ missing: [], incomplete: [], equity: { unpriced: [] } })
    // Collateral in BTC is valued by contract prices, because there is no pair.
    expect(risk.data?.equity.total).toBe(risk.data?.equity.contract)
    const card = await drill()
    expect(verdicts(card)).toMatchObject({ key: 'passed', spot: 'skipped', testOrders: 'skipped', contract: 'passed' })
    expect(card.checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')).toEqual([])
    expect(card.checks.find(({ name }) => name === 'spot')?.found).toEqual([message('noArea.spot')])
    expectNothingAskedOf('spot')
  })

  it('closes a position and flattens, and says in one sentence what is not possible on Spot', async () => {
    await opened('contract')
    const filter = { area: 'spot', instrument: null, side: null, closing: true } as const
    expect(await atDesk((desk) => desk.submit(randomUUID(), { kind: 'cancelMatching', filter }))).toMatchObject({
      value: { kind: 'denied', denial: { code: 'NO_SUCH_AREA', message: nothingSent(message('noArea.spot')) } },
    })
    const [held] = parts().positions.data ?? []
    expect(await done(closeAtMarket(held!.key, 100))).toMatchObject({ state: 'done' })
    const action = { kind: 'flatten', spot: 'sell' } as const
    const preview = await atDesk((desk) => desk.preview(action))
    expect(JSON.stringify(preview)).toContain('plan.noSpotSold')
    expect(await done(action)).toMatchObject({ state: 'done' })
    expect([bench.venue.exchange.contracts.positions(), bench.venue.exchange.contracts.openOrders()]).toEqual([[], []])
    expectNothingAskedOf('spot')
  })
})

describe('a venue without contracts', () => {
  it('is read completely: nothing of Contract is missing, unread, failing or requested', async () => {
    await opened('spot')
    const { balances, positions, marginAccounts, health, risk } = parts()
    for (const part of [positions, marginAccounts])
      expect(part).toMatchObject({ data: [], readAt: null, expectEveryMs: null, failure: null, isAbsent: true })
    expect(balances.data?.length).toBeGreaterThan(0)
    expect(health.data).toMatchObject({ phase: 'live', failure: null })
    expect(parts().orders.data).not.toHaveProperty('blind')
    expect(risk.data).toMatchObject({ missing: [], incomplete: [], equity: { unpriced: ['KTO'] } })
    expect(risk.data?.equity.total).toBe(risk.data?.equity.spot)
    const card = await drill()
    expect(verdicts(card)).toMatchObject({
      contract: 'skipped',
      contracts: 'skipped',
      sizes: 'skipped',
      spot: 'passed',
    })
    expect(card.checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')).toEqual([])
    const words = card.checks.flatMap((check) => (/^contract|sizes/.test(check.name) ? check.found : []))
    expect(words).toEqual(Array(3).fill(message('noArea.contract')))
    expectNothingAskedOf('contract')
  })

  it('cancels and sells everything, and denies a close in one sentence', async () => {
    await opened('spot')
    expect(await atDesk((desk) => desk.submit(randomUUID(), { kind: 'closeSide', side: 'long' }))).toMatchObject({
      value: {
        kind: 'denied',
        denial: { code: 'NO_SUCH_AREA', message: nothingSent(message('noArea.contract')) },
      },
    })
    expect(await done({ kind: 'flatten', spot: 'sell' })).toMatchObject({ state: 'done' })
    const { spot } = bench.venue.exchange
    expect(spot.openOrders()).toEqual([])
    expect(spot.balances().filter(({ locked }) => !locked.isZero())).toEqual([])
    expectNothingAskedOf('contract')
  })
})

/** Probe steps that concern one area only. */
const OF_AREA: Readonly<Record<Area, readonly ProbeStep['id'][]>> = {
  spot: ['spotClock', 'pairs', 'spotAccount', 'rights'],
  contract: ['contractClock', 'contracts', 'contractAccount', 'closedContracts', 'marks'],
}

describe('adding an account with one area', () => {
  it.each(['spot', 'contract'] as const)(
    'is healthy at a venue that has only %s, and again in a later probe',
    async (area) => {
      await bench.replaceVenue({ dialect: { areas: area } })
      const added = await bench.accounts.add(bench.account(ABSENT[area === 'spot' ? 'contract' : 'spot']))
      const report = added.ok ? added.value.report : null
      expect(report?.verdict).toBe('healthy')
      const ofOther = OF_AREA[area === 'spot' ? 'contract' : 'spot']
      expect(report?.steps.map(({ id }) => id)).toEqual(PROBE_STEPS.filter((id) => !ofOther.includes(id)))
      const listed = bench.accounts.list()
      const [stored] = listed.ok ? listed.value : []
      const profile = bench.accounts.exportProfile(stored!.id)
      expect(Object.keys(JSON.parse((profile as { value: string }).value) as object)).toEqual([
        ...['version', 'name', `${area}BaseUrl`, 'dialect'],
      ])
      expect(await bench.accounts.open(stored!.id)).toMatchObject({ ok: true })
    },
  )

  it('sends nothing without any address', async () => {
    const added = await bench.accounts.add(bench.account({ spotBaseUrl: null, contractBaseUrl: null }))
    expect(added).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    expect(bench.everHeld()).toEqual([])
  })

  it('recognizes a key that was already added, even with fewer areas', async () => {
    await bench.addedAs()
    expect(await bench.accounts.add(bench.account({ name: 'Twin', spotBaseUrl: null }))).toMatchObject({
      ok: false,
      error: { operation: 'account.add' },
    })
  })
})
