/**
 * A page may open another account without a user gesture, but not while a question is open and not in the middle of a
 * plan.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { left } from '#test/support/flatten-at-venue.ts'
import { factLine } from '#shared/snapshot/facts.ts'
import { inEnglish } from '#shared/words/say.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()
const refusedWith = (code: string) => ({ ok: false, error: { outcome: 'notSent', message: { code } } })

/** Two accounts. The second has a venue of its own and is not live. */
async function two() {
  const { front, other, away } = await bench.addedTwo()
  await bench.accounts.disconnectAccount(other.id)
  away.ledger.clear()
  return { id: front.id, other: other.id, away, runId: bench.accounts.snapshot().runId }
}

describe('another account', () => {
  it('is not opened while a dialog asks about the open account', async () => {
    const { id, other, runId } = await two()
    bench.isAsked = true
    const { accounts } = bench
    const away = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = away
    const asked = [
      await accounts.startDemo(),
      await accounts.open(other),
      await accounts.probe(other, false),
      await accounts.forget(id),
      await accounts.add(bench.account({ name: 'Pier', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })),
    ]
    for (const answer of asked) expect(answer).toMatchObject(refusedWith('main.confirm.busy'))
    expect(accounts.snapshot()).toMatchObject({ runId, account: { id } })
    bench.isAsked = false
    expect(await accounts.open(other)).toMatchObject({ ok: true })
  })

  it('is not opened when the dialog appeared while it was connecting', async () => {
    const { id, other, away, runId } = await two()
    const opening = bench.accounts.open(other)
    await bench.asSoonAs(() => away.ledger.arrivals().length > 0)
    bench.isAsked = true
    expect(await opening).toMatchObject(refusedWith('main.confirm.busy'))
    expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { id } })
  })

  it('interrupts no plan: the plan of the previous account continues in the background', async () => {
    const { id, other, runId } = await two()
    const asked = bench.askedToLeave.length
    bench.leaves = false
    bench.venue.faults.inject({ match: 'contract.account', kind: 'delay', ms: 1_000 })
    const submitted = await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    expect(submitted).toMatchObject({ ok: true, value: { kind: 'accepted' } })
    expect(await bench.accounts.open(other)).toMatchObject({ ok: true })
    expect(bench.accounts.activity()).toEqual({ isLive: true, isRunning: true })
    await bench.until(() => !bench.accounts.activity().isRunning)
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.accounts.snapshot().parts.desk.data?.intents).toMatchObject([{ state: 'done' }])
    expect([left(bench.venue), bench.askedToLeave.length]).toEqual([0, asked])
  })

  it('that is reopened keeps what was done and chosen before it was left', async () => {
    const { id, runId } = await two()
    const answer = Promise.withResolvers<boolean>()
    const asked = bench.askedToLeave.length
    bench.leaves = answer.promise
    bench.venue.faults.inject({ match: 'spot.account', kind: 'delay', ms: 5_000, times: Infinity })
    // After a change of its name, the account is entered again.
    const file = join(bench.folder, 'accounts.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Harbour"', '"Pier"'))
    const opening = bench.accounts.open(id)
    const submitted = await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    expect(submitted).toMatchObject({ ok: true, value: { kind: 'accepted' } })
    await bench.until(() => bench.askedToLeave.length > asked)
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.setMode('halted'))
    const desk = () => bench.accounts.snapshot().parts.desk.data
    await bench.until(() => desk()?.intents[0]?.state === 'done')
    answer.resolve(true)
    expect(await opening).toMatchObject({ ok: true })
    expect(bench.accounts.snapshot().runId).not.toBe(runId)
    expect(desk()).toMatchObject({ mode: 'halted', intents: [{ state: 'done' }] })
  })

  it('is opened by main anyway, because a page can keep a question open forever', async () => {
    const { other } = await two()
    bench.isAsked = true
    expect(await bench.accounts.open(other, 'main')).toMatchObject({ ok: true, value: { id: other } })
    await bench.accounts.close()
    bench.restart()
    expect([await bench.accounts.reopen(), bench.accounts.snapshot().account?.id]).toEqual([null, other])
  })
})

describe('accounts that are live together', () => {
  const names = () => bench.accounts.snapshot().live.map(({ account }) => account.name)

  it('are all read; the one in front is shown, and the others are summarized in words', async () => {
    const { id, other, away } = await two()
    expect(names()).toEqual([])
    await bench.accounts.open(other)
    await bench.known()
    const [read, seen] = [bench.venue.ledger.arrivals().length, away.ledger.arrivals().length]
    await bench.pass(10_000)
    expect(bench.venue.ledger.arrivals().length).toBeGreaterThan(read)
    expect(away.ledger.arrivals().length).toBeGreaterThan(seen)
    expect(bench.accounts.snapshot()).toMatchObject({ account: { id: other } })
    expect(names().toSorted()).toEqual(['Harbour', 'Quay'])
    expect(bench.pushes.at(-1)?.live.map(({ account }) => account.id)).toContain(id)
    for (const { facts } of bench.accounts.snapshot().live)
      expect(inEnglish(factLine(facts.worth))).toMatch(/^Equity: .*USDT/)
    expect(bench.accounts.snapshot().all).toMatchObject({ counted: 2, missing: [], coin: 'USDT' })
  })

  it('switch at once, without a request to the venue, as a new run with its own numbers', async () => {
    const { id, other } = await two()
    await bench.accounts.open(other)
    await bench.known()
    const runs = [bench.accounts.snapshot().runId]
    bench.venue.ledger.clear()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    expect(bench.venue.ledger.arrivals()).toEqual([])
    expect(bench.accounts.snapshot().parts.positions.data?.length).toBeGreaterThan(0)
    await bench.accounts.open(other)
    await bench.accounts.open(id)
    runs.push(bench.accounts.snapshot().runId)
    expect(new Set(runs).size).toBe(2)
    expect(bench.pushes.filter(({ seq }) => seq === 1).at(-1)).toMatchObject({ account: { id } })
  })

  it('are put in front unchanged by main when the list renames one and the trader declines that', async () => {
    const { id } = await two()
    await bench.accounts.startDemo()
    const file = join(bench.folder, 'accounts.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Harbour"', '"Pier"'))
    bench.answer = 'no'
    expect(await bench.accounts.open(id, 'main')).toMatchObject({ ok: true, value: { name: 'Harbour' } })
  })

  it('wait for the end of the previous demo when the demo is started again', async () => {
    const { id } = await two()
    await bench.accounts.startDemo()
    await bench.known()
    const { runId } = bench.accounts.snapshot()
    const { promise: hangs, resolve } = Promise.withResolvers<null>()
    await bench.accounts.atDesk(runId, 'test', async (desk) => {
      const close = desk.close.bind(desk)
      vi.spyOn(desk, 'close').mockImplementation((why) => hangs.then(() => close(why)))
    })
    await bench.accounts.open(id)
    const again = vi.fn()
    const started = bench.accounts.startDemo().then(again)
    await bench.known()
    expect(again).not.toHaveBeenCalled()
    resolve(null)
    await started
    expect(bench.accounts.snapshot().account).toMatchObject({ kind: 'demo' })
  })

  it('are closed one by one: the trader sees what stays open, and that venue gets no more requests', async () => {
    const { id, other, away } = await two()
    await bench.accounts.open(other)
    await bench.known()
    bench.leaves = false
    expect(await bench.accounts.disconnectAccount(id)).toMatchObject(refusedWith('main.stayed'))
    expect(bench.askedToLeave.at(-1)?.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['main.wayOut.account', 'account.held']),
    )
    bench.leaves = true
    expect(await bench.accounts.disconnectAccount(id)).toEqual({ ok: true, value: null })
    expect(names()).toEqual([])
    await bench.pass(1_000)
    bench.venue.ledger.clear()
    await bench.pass(20_000)
    expect([bench.venue.ledger.arrivals(), away.ledger.arrivals().length > 0]).toEqual([[], true])
  })

  it('are asked about again when a plan began while the dialog was open', async () => {
    const { id, runId } = await two()
    const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
    const asked = bench.askedToLeave.length
    bench.leaves = answers[0]!.promise
    const leaving = bench.accounts.disconnectAccount(id)
    await bench.until(() => bench.askedToLeave.length > asked)
    bench.venue.faults.inject({ match: 'contract.account', kind: 'delay', ms: 1_000 })
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    bench.leaves = answers[1]!.promise
    answers[0]!.resolve(true)
    await bench.asSoonAs(() => bench.askedToLeave.length > asked + 1)
    answers[1]!.resolve(false)
    expect(await leaving).toMatchObject(refusedWith('main.stayed'))
    expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { id } })
  })

  it('are at most ten for a page, and one more for the way out', async () => {
    const { id, other } = await two()
    for (let nth = 0; nth < 9; nth++) {
      const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = await bench.anotherVenue()
      await bench.addedAs({ name: `Berth ${String(nth)}`, spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
    }
    const { accounts } = bench
    expect(await accounts.open(other)).toMatchObject({ error: { message: { code: 'main.mostLive' } } })
    expect(await accounts.open(id)).toMatchObject({ ok: true })
    expect(await accounts.open(other, 'main')).toMatchObject({ ok: true, value: { id: other } })
    expect(accounts.snapshot().live).toHaveLength(11)
  })

  it('are all listed by name before Plimsoll quits', async () => {
    const { other } = await two()
    await bench.accounts.open(other)
    await bench.known()
    const lines = bench.accounts.leaving().lines.filter(({ code }) => code === 'main.wayOut.account')
    expect(lines.map(({ facts }) => facts['name']).toSorted()).toEqual(['Harbour', 'Quay'])
  })
})
