// The ways out of several accounts at once: real accounts at simulated venues of their own, asked about in one box.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '#electron/main/authority/authority.ts'
import type { Answer, Confirm, Question } from '#electron/main/authority/confirm.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { WayOutName } from '#shared/ipc/place.ts'
import { inEnglish } from '#shared/words/say.ts'
import { leading } from '#test/support/clock.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { left } from '#test/support/flatten-at-venue.ts'
import { cancelsIn, cancelsTwice, writesOf } from '#test/support/ledger.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

const OURS = 1
const STRANGER = 2

/** Two live accounts, Quay and Harbour, which is in front. By default the trader agrees. */
async function two(quay: object = {}) {
  const { front, other, away } = await bench.addedTwo(quay)
  for (const venue of [bench.venue, away]) venue.ledger.clear()
  const asked: Question[] = []
  /** `meanwhile` happens while the box is open. `waits`: another box is open first. */
  const person = { answer: 'yes' as Answer, waits: false, meanwhile: async (): Promise<unknown> => null }
  const { clock, later } = leading(bench.clock)
  const confirm: Confirm = async (question, atItsTurn) => {
    asked.push(question)
    await person.meanwhile()
    if (!person.waits) return person.answer
    const anew = (await atItsTurn?.()) ?? null
    if (anew === null) return 'no'
    asked.push(anew)
    return person.answer
  }
  const authority = createAuthority(bench.accounts, confirm, clock, randomUUID)
  const preview = (accountId: string, way: WayOutName = 'flatten', from = OURS) =>
    authority.previewWay({ accountId, way }, from)
  async function shown(accountId: string, way: WayOutName = 'flatten'): Promise<string> {
    const answer = await preview(accountId, way)
    if (!answer.ok || answer.value.kind !== 'plan') throw new Error(`expected a plan, was ${JSON.stringify(answer)}`)
    return answer.value.planId
  }
  return {
    ...{ authority, asked, person, away, preview, shown, front: front.id, other: other.id },
    both: async (way?: WayOutName) => [await shown(front.id, way), await shown(other.id, way)] as const,
    later,
    submit: async (planIds: readonly string[], from = OURS) => {
      const answers = await authority.submitWays({ planIds }, from)
      if (!answers.ok) throw new Error(JSON.stringify(answers))
      return answers.value.map(({ planId, refused }) => [planIds.indexOf(planId), refused?.code ?? null])
    },
  }
}

const over = () => bench.until(() => !bench.accounts.activity().isRunning)
const sentTo = (...venues: readonly Simulator[]) => venues.map(({ ledger }) => writesOf(ledger).length)
const lines = (question: Question | undefined) => question?.lines.map(inEnglish) ?? []
const reports = (ids: readonly string[]) =>
  ids.map((id) => bench.accounts.intents(new Set([id])).map(({ accountId, report }) => [accountId, report.state]))

describe('the ways out of several accounts', () => {
  it('are asked about in one box that names each, and run by the desk of each until it is flat', async () => {
    const { both, submit, asked, away, front, other } = await two()
    const planIds = await both()
    expect(sentTo(bench.venue, away)).toEqual([0, 0])
    expect(await submit(planIds)).toEqual([
      [0, null],
      [1, null],
    ])
    expect(asked.map(({ what }) => inEnglish(what))).toEqual(['Flatten 2 accounts?'])
    expect(lines(asked[0]).filter((line) => / closes \d+ position/.test(line))).toEqual([
      expect.stringMatching(
        /^Harbour \(key ….{4}\): cancels \d+ orders, closes \d+ positions \(.+\), keeps Spot, takes about .+\.$/,
      ),
      expect.stringMatching(/^Quay \(key ….{4}\): /),
    ])
    await over()
    expect(reports(planIds)).toEqual([[[front, 'done']], [[other, 'done']]])
    expect([left(bench.venue), left(away)]).toEqual([0, 0])
    for (const { ledger } of [bench.venue, away]) expect(cancelsTwice(ledger)).toEqual([])
  })

  it('name an account in the box as it is called then, which may not be as its plan was shown', async () => {
    const { both, submit, asked, other } = await two()
    const planIds = await both()
    await bench.accounts.change(other, { name: 'Pier' })
    expect(await submit(planIds)).toEqual([
      [0, null],
      [1, null],
    ])
    const names = lines(asked[0]).map((line) => line.split(' ')[0])
    expect(names).toContain('Pier')
    expect(names).not.toContain('Quay')
    await over()
    expect(reports(planIds)).toMatchObject([[[expect.any(String), 'done']], [[other, 'done']]])
  })

  it('sell Spot where that is what the account does in a flatten, and say so of each', async () => {
    const { both, submit, asked, other } = await two()
    await bench.accounts.atDeskOf(other, 'test', (desk) => desk.setSpotPolicy('sell'))
    const planIds = await both()
    await submit(planIds)
    expect(lines(asked[0]).filter((line) => line.includes('Spot'))).toEqual([
      expect.stringMatching(/^Harbour .+ keeps Spot/),
      expect.stringMatching(/^Quay .+ sells \d+ Spot holdings \(.+\)/),
    ])
    await over()
    const actions = planIds.map((id) => bench.accounts.intents(new Set([id])).map(({ report }) => report.action))
    expect(actions).toEqual([[{ kind: 'flatten', spot: 'keep' }], [{ kind: 'flatten', spot: 'sell' }]])
  })

  it('close each account within the cap that was asked for, and the box says so of each', async () => {
    const { authority, front, other, submit, asked } = await two()
    const planIds: string[] = []
    for (const accountId of [front, other]) {
      const answer = await authority.previewWay({ accountId, way: 'flatten', cap: '0.001' }, OURS)
      if (!answer.ok || answer.value.kind !== 'plan') throw new Error('expected a plan')
      planIds.push(answer.value.planId)
    }
    await submit(planIds)
    expect(lines(asked[0]).filter((line) => line.includes(' closes '))).toEqual([
      expect.stringMatching(
        /^Harbour .+ closes \d+ positions \(.+\), at most 0\.001\u202f% from the mark, keeps Spot/u,
      ),
      expect.stringMatching(/^Quay .+ at most 0\.001\u202f% from the mark, keeps Spot/u),
    ])
    await over()
    expect(reports(planIds)).toEqual([[[front, 'partial']], [[other, 'partial']]])
    const actions = planIds.map((id) => bench.accounts.intents(new Set([id])).map(({ report }) => report.action))
    const capped = { ...FLATTEN, tactic: { kind: 'capped', percent: '0.001' } }
    expect(actions).toEqual([[capped], [capped]])
  })

  it('send nothing when the trader declines, and a repeat is not asked about again', async () => {
    const { both, submit, asked, person, away } = await two()
    person.answer = 'no'
    const planIds = await both()
    const refused = [
      [0, 'main.confirm.no'],
      [1, 'main.confirm.no'],
    ]
    expect([await submit(planIds), await submit(planIds)]).toEqual([refused, refused])
    expect([asked.length, ...sentTo(bench.venue, away)]).toEqual([1, 0, 0])
  })

  it('run once, however often they are submitted', async () => {
    const { both, submit, asked, away, authority } = await two()
    const planIds = await both()
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit([...planIds, ...planIds])))
    await over()
    answers.push(await submit(planIds))
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(asked).toHaveLength(1)
    // A plan of one table is none of the other.
    const { runId } = bench.accounts.snapshot()
    expect(await authority.submit({ runId, planId: planIds[0] }, OURS)).toMatchObject({ ok: false })
    expect(reports(planIds).flat()).toHaveLength(2)
    for (const { ledger } of [bench.venue, away]) expect(cancelsTwice(ledger)).toEqual([])
  })

  it('run once when the sheet was opened twice', async () => {
    const { both, submit, away } = await two()
    const [first, second] = [await both(), await both()]
    await submit(first)
    expect((await submit(second)).map(([, refused]) => refused)).not.toContain(null)
    await over()
    const ids = [bench.venue, away].map(({ ledger }) => writesOf(ledger).flatMap(cancelsIn))
    for (const each of ids) expect(each).toHaveLength(new Set(each).size)
    expect(reports(first).flat()).toHaveLength(2)
  })

  it('do not run for a window that was not shown them, by an invented id, or after a minute', async () => {
    const { both, submit, asked, away, later, authority, front } = await two()
    const planIds = await both()
    const old = 'intent.denied.planOld'
    expect(await submit(planIds, STRANGER)).toEqual([
      [0, old],
      [1, old],
    ])
    expect(await submit([randomUUID()])).toEqual([[0, old]])
    const { runId } = bench.accounts.snapshot()
    const single = await authority.preview({ runId, action: FLATTEN }, OURS)
    if (!single.ok || single.value.kind !== 'plan') throw new Error('expected a plan')
    expect([front, await submit([single.value.planId])]).toEqual([front, [[0, old]]])
    later(60_001)
    expect(await submit(planIds)).toEqual([
      [0, old],
      [1, old],
    ])
    expect([asked.length, ...sentTo(bench.venue, away)]).toEqual([0, 0, 0])
  })

  it('cancel every order without a question, and keep the positions', async () => {
    const { both, submit, asked, away } = await two()
    const planIds = await both('cancelAll')
    const held = [bench.venue, away].map(({ exchange }) => exchange.contracts.positions().length)
    await submit(planIds)
    await over()
    expect(asked).toEqual([])
    for (const { exchange } of [bench.venue, away])
      expect([...exchange.contracts.openOrders(), ...exchange.spot.openOrders()]).toEqual([])
    expect([bench.venue, away].map(({ exchange }) => exchange.contracts.positions().length)).toEqual(held)
  })
})

describe('an account that cannot take part holds up no other', () => {
  it('because it is only watched', async () => {
    const { preview, shown, submit, front, other, away } = await two({ isWatchOnly: true })
    expect(await preview(other)).toMatchObject({ ok: true, value: { kind: 'denied', denial: { code: 'WATCH_ONLY' } } })
    expect(await submit([await shown(front)])).toEqual([[0, null]])
    await over()
    expect([left(bench.venue), ...sentTo(away)]).toEqual([0, 0])
  })

  it('because its venue is gone', async () => {
    const { both, submit, away, front } = await two()
    const planIds = await both()
    await away.stop()
    expect((await submit(planIds))[0]).toEqual([0, null])
    await bench.until(() => left(bench.venue) === 0)
    await bench.until(() => reports([planIds[0]]).flat()[0]?.[1] === 'done')
    expect(reports(planIds)[0]).toEqual([[front, 'done']])
    expect(reports(planIds)[1]?.map(([, state]) => state)).not.toContain('done')
  })

  it('because the same is under way there: its plan is not even shown', async () => {
    const { both, preview, submit, front, other, away } = await two()
    const planIds = await both()
    bench.venue.faults.inject({ match: 'contract.account', kind: 'delay', ms: 1_000 })
    await bench.accounts.atDeskOf(front, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    expect(await preview(front)).toMatchObject({ ok: true, value: { kind: 'denied', denial: { code: 'IN_FLIGHT' } } })
    expect(await submit(planIds)).toEqual([
      [0, 'intent.denied.inFlight'],
      [1, null],
    ])
    await over()
    expect([left(bench.venue), left(away), reports([planIds[1]])]).toEqual([0, 0, [[[other, 'done']]]])
    for (const { ledger } of [bench.venue, away]) expect(cancelsTwice(ledger)).toEqual([])
  })

  it('because it was disconnected while the box was open', async () => {
    const { both, submit, person, other, away } = await two()
    const planIds = await both()
    person.meanwhile = () => bench.accounts.disconnectAccount(other)
    expect(await submit(planIds)).toEqual([
      [0, null],
      [1, 'main.notConnected'],
    ])
    await over()
    expect([left(bench.venue), ...sentTo(away)]).toEqual([0, 0])
  })
})

describe('while the box is open', () => {
  it('another account may come to the front: each plan still runs at its own desk, once', async () => {
    const { both, submit, person, front, other, away } = await two()
    const planIds = await both()
    person.meanwhile = () => bench.accounts.open(other)
    await submit(planIds)
    await over()
    expect(bench.accounts.snapshot().account?.id).toBe(other)
    expect(reports(planIds)).toEqual([[[front, 'done']], [[other, 'done']]])
    expect([left(bench.venue), left(away)]).toEqual([0, 0])
  })

  it('that had to wait is asked by plans of that moment, without the account that is gone by then', async () => {
    const { both, submit, person, asked, away, other } = await two()
    const planIds = await both()
    person.waits = true
    person.meanwhile = () => bench.accounts.disconnectAccount(other)
    expect(await submit(planIds)).toEqual([
      [0, null],
      [1, 'main.notConnected'],
    ])
    expect(asked.map(({ what }) => inEnglish(what))).toEqual(['Flatten 2 accounts?', 'Flatten 1 account?'])
    expect(lines(asked[1]).join()).not.toContain('Quay')
    await bench.until(() => left(bench.venue) === 0)
    expect(sentTo(away)).toEqual([0])
  })

  it('that cannot be shown lets six exits a minute go, and no more', async () => {
    const { both, submit, person, authority, asked } = await two()
    person.answer = 'unshown'
    expect(await submit(await both())).toEqual([
      [0, null],
      [1, null],
    ])
    expect(asked).toHaveLength(1)
    const { runId } = bench.accounts.snapshot()
    const clicks = Array.from({ length: 8 }, async (_, nth) => {
      const action = closeAtMarket(`E-NONE${nth}-USDT:cross:long`)
      const proposed = await authority.propose({ runId, action }, OURS)
      return proposed.ok ? authority.submit({ runId, planId: proposed.value.planId }, OURS) : proposed
    })
    const unshown = (await Promise.all(clicks)).filter(
      (answer) => !answer.ok && answer.error.message.code === 'main.confirm.unshown',
    )
    expect(unshown).toHaveLength(4)
  })
})
