/** A page may ask for another account without a gesture: never under a question, and never in the middle of a plan. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { workspaceBench } from '#test/support/workspace-bench.ts'

const bench = workspaceBench()
const refusedWith = (code: string) => ({ ok: false, error: { outcome: 'notSent', message: { code } } })

/** Two accounts; the second, at a venue of its own, is not open. */
async function two() {
  const away = await bench.anotherVenue()
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = away
  const other = await bench.addedAs({ name: 'Quay', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
  const { id } = await bench.addedAs()
  await bench.known()
  away.ledger.clear()
  return { id, other: other.id, away, runId: bench.workspace.snapshot().runId }
}

describe('another account', () => {
  it('is not opened while a box asks about the one that is open', async () => {
    const { id, other, runId } = await two()
    bench.isAsked = true
    const { workspace } = bench
    const away = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = away
    const asked = [
      await workspace.startDemo(),
      await workspace.open(other),
      await workspace.probe(other, false),
      await workspace.forget(id),
      await workspace.add(bench.account({ spotBaseUrl, contractBaseUrl, apiKey, apiSecret })),
    ]
    for (const answer of asked) expect(answer).toMatchObject(refusedWith('main.confirm.busy'))
    expect(workspace.snapshot()).toMatchObject({ runId, account: { id } })
    bench.isAsked = false
    expect(await workspace.open(other)).toMatchObject({ ok: true })
  })

  it('is not opened either when the box came while it was being connected', async () => {
    const { id, other, away, runId } = await two()
    const opening = bench.workspace.open(other)
    await bench.asSoonAs(() => away.ledger.arrivals().length > 0)
    bench.isAsked = true
    expect(await opening).toMatchObject(refusedWith('main.confirm.busy'))
    expect(bench.workspace.snapshot()).toMatchObject({ runId, account: { id } })
  })

  it('cuts no plan short that began while it was being connected, unless the trader says so', async () => {
    const { id, other, away, runId } = await two()
    bench.leaves = false
    away.faults.inject({ match: 'spot.account', kind: 'delay', ms: 1_000 })
    const opening = bench.workspace.open(other)
    await bench.asSoonAs(() => away.ledger.arrivals().length > 0)
    expect(bench.askedToLeave).toEqual([])
    const submitted = await bench.workspace.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    expect(submitted).toMatchObject({ ok: true, value: { kind: 'accepted' } })
    expect(await opening).toMatchObject({ ok: false, error: { message: { code: 'main.stayed' } } })
    expect(bench.askedToLeave).toHaveLength(1)
    expect(bench.workspace.snapshot()).toMatchObject({ runId, account: { id } })
  })

  it('that is the same one has what was done and chosen until it was left', async () => {
    const { id, runId } = await two()
    const answer = Promise.withResolvers<boolean>()
    bench.leaves = answer.promise
    bench.venue.faults.inject({ match: 'spot.account', kind: 'delay', ms: 5_000, times: Infinity })
    const opening = bench.workspace.open(id)
    const submitted = await bench.workspace.atDesk(runId, 'test', (desk) => desk.submit(randomUUID(), FLATTEN))
    expect(submitted).toMatchObject({ ok: true, value: { kind: 'accepted' } })
    await bench.until(() => bench.askedToLeave.length > 0)
    await bench.workspace.atDesk(runId, 'test', (desk) => desk.setMode('halted'))
    const desk = () => bench.workspace.snapshot().parts.desk.data
    await bench.until(() => desk()?.intents[0]?.state === 'done')
    answer.resolve(true)
    expect(await opening).toMatchObject({ ok: true })
    expect(bench.workspace.snapshot().runId).not.toBe(runId)
    expect(desk()).toMatchObject({ mode: 'halted', intents: [{ state: 'done' }] })
  })

  it('is opened by main all the same: a page can keep a question open for ever', async () => {
    const { other } = await two()
    bench.isAsked = true
    expect(await bench.workspace.open(other, 'main')).toMatchObject({ ok: true, value: { id: other } })
    await bench.workspace.close()
    bench.restart()
    expect([await bench.workspace.reopen(), bench.workspace.snapshot().account?.id]).toEqual([null, other])
  })
})
