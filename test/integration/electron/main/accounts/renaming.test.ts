/** An account is renamed and coloured at once wherever it is shown, with its key or not at all. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stateLines } from '#electron/main/window/way-out-words.ts'
import { message } from '#shared/words/message.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

/** What the file and the keychain hold of the only account. */
function kept() {
  const { accounts } = JSON.parse(readFileSync(join(bench.folder, 'accounts.json'), 'utf8')) as {
    accounts: [{ name: string; colour?: string }]
  }
  const entries = [...bench.keychain.entries.values()].map((entry) => JSON.parse(entry) as { places: string })
  return {
    listed: [accounts[0].name, accounts[0].colour],
    withKeys: entries.map(({ places }) => /^name (.*)$/m.exec(places)?.[1]),
  }
}

describe('a renamed account', () => {
  it('has its new name at once: in the window, in boxes, in the list and with its key', async () => {
    const { id } = await bench.addedAs()
    await bench.known()
    const { runId } = bench.accounts.snapshot()
    const before = bench.pushes.length
    expect(await bench.accounts.change(id, { name: 'Pier', colour: 'teal' })).toMatchObject({
      ok: true,
      value: { id, name: 'Pier', colour: 'teal' },
    })
    expect(bench.pushes.length).toBeGreaterThan(before)
    expect(bench.pushes.at(-1)).toMatchObject({ runId, account: { id, name: 'Pier', colour: 'teal' } })
    expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { id, name: 'Pier' } })
    expect(stateLines(bench.accounts.snapshot())[0]).toEqual(message('main.wayOut.account', { name: 'Pier' }))
    expect(bench.accounts.leaving().lines[0]).toEqual(message('main.wayOut.account', { name: 'Pier' }))
    expect(bench.accounts.list()).toMatchObject({ ok: true, value: [{ name: 'Pier', colour: 'teal' }] })
    expect(kept()).toEqual({ listed: ['Pier', 'teal'], withKeys: ['"Pier"'] })
  })

  it('goes on as it is, and is opened in the next run without a question', async () => {
    const { id } = await bench.addedAs()
    await bench.known()
    await bench.accounts.change(id, { name: 'Pier' })
    bench.answer = 'no'
    // It is live already, with the key of that name: nothing is entered anew.
    const { runId } = bench.accounts.snapshot()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { name: 'Pier' } })
    expect(bench.accounts.snapshot().runId).toBe(runId)
    await bench.accounts.close()
    bench.restart()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true, value: { name: 'Pier' } })
    expect(bench.asked).toEqual([])
  })

  it('is named among the connected accounts when another one is in front', async () => {
    const { other, front } = await bench.addedTwo()
    await bench.accounts.change(other.id, { name: 'Pier', colour: 'indigo' })
    const { account, live } = bench.pushes.at(-1)!
    expect(account?.id).toBe(front.id)
    expect(live.map(({ account: one }) => [one.name, one.colour])).toContainEqual(['Pier', 'indigo'])
    const asked = await bench.accounts.atDeskOf(other.id, 'test', async (_desk, its) => its.name)
    expect(asked).toEqual({ ok: true, value: 'Pier' })
  })

  it('keeps its name and colour when its key is checked again', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.change(id, { name: 'Pier', colour: 'teal' })
    expect(await bench.accounts.probe(id, false)).toMatchObject({ ok: true, value: { account: { colour: 'teal' } } })
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Pier', colour: 'teal' })
    expect(kept().listed).toEqual(['Pier', 'teal'])
  })

  it('keeps its reading key in use', async () => {
    const reading = { apiKey: 'reading-key-7c1d', apiSecret: 'reading-secret', readsOnly: true } as const
    await bench.replaceVenue({ otherKeys: [reading], dialect: { rights: 'all' } })
    const { id } = await bench.addedAs()
    await bench.accounts.addReadingKey(id, reading.apiKey, reading.apiSecret)
    await bench.accounts.change(id, { name: 'Pier' })
    expect(kept().withKeys).toEqual(['"Pier"', '"Pier"'])
    await bench.accounts.close()
    bench.restart()
    await bench.accounts.open(id)
    await bench.until(() => bench.accounts.snapshot().parts.health.data?.readingKey !== undefined)
    expect(bench.accounts.snapshot().parts.health.data?.readingKey).toMatchObject({ keyTail: '7c1d', failure: null })
  })

  it('keeps its old name everywhere while the keychain is locked', async () => {
    const { id } = await bench.addedAs()
    bench.keychain.state = 'locked'
    expect(await bench.accounts.change(id, { name: 'Pier' })).toMatchObject({
      ok: false,
      error: { kind: 'vaultLocked' },
    })
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour' })
    expect(kept()).toEqual({ listed: ['Harbour', undefined], withKeys: ['"Harbour"'] })
    // A colour needs no key.
    expect(await bench.accounts.change(id, { colour: 'slate' })).toMatchObject({ ok: true, value: { colour: 'slate' } })
    expect(await bench.accounts.change(id, { colour: null })).toMatchObject({ ok: true, value: { colour: null } })
  })

  it('is not renamed while a box asks about it', async () => {
    const { id } = await bench.addedAs()
    bench.isAsked = true
    expect(await bench.accounts.change(id, { name: 'Pier' })).toMatchObject({
      ok: false,
      error: { message: { code: 'main.confirm.busy' } },
    })
    expect(kept()).toEqual({ listed: ['Harbour', undefined], withKeys: ['"Harbour"'] })
  })

  it('takes no address with it that its key is not kept for', async () => {
    const { id } = await bench.addedAs()
    const elsewhere = await bench.anotherVenue()
    const file = join(bench.folder, 'accounts.json')
    const text = readFileSync(file, 'utf8').replaceAll(bench.venue.spotBaseUrl, elsewhere.spotBaseUrl)
    writeFileSync(file, text)
    bench.answer = 'no'
    expect(await bench.accounts.change(id, { name: 'Pier' })).toMatchObject({
      ok: false,
      error: { message: { code: 'main.confirm.no' } },
    })
    expect([...bench.keychain.entries.values()].join()).not.toContain(new URL(elsewhere.spotBaseUrl).port)
  })
})

describe('the name of another account', () => {
  it('is refused however it is spelled, for a new account too', async () => {
    const { front } = await bench.addedTwo()
    const refused = {
      ok: false,
      error: { kind: 'invalidParameter', message: message('main.nameTaken', { name: 'Quay' }) },
    }
    for (const name of ['Quay', 'quay', 'Ｑｕａｙ', 'Qu\u034Fay', 'Quay\u2800', '\u3164Quay'])
      expect(await bench.accounts.change(front.id, { name })).toMatchObject(refused)
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = await bench.anotherVenue()
    const third = bench.account({ name: 'QUAY', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
    expect(await bench.accounts.add(third)).toMatchObject(refused)
    expect(await bench.accounts.change(front.id, { name: 'HARBOUR' })).toMatchObject({ ok: true })
  })
})

it('the name of the demo is refused for any other account', async () => {
  const { id } = await bench.addedAs()
  const refused = { ok: false, error: { message: message('main.nameTaken', { name: 'Demo' }) } }
  expect(await bench.accounts.change(id, { name: 'demo' })).toMatchObject(refused)
})

it('an account whose name another one has too, in an older list, still gets a colour', async () => {
  const { front } = await bench.addedTwo()
  const file = join(bench.folder, 'accounts.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"Quay"', '"Harbour"'))
  expect(await bench.accounts.change(front.id, { colour: 'teal' })).toMatchObject({ ok: true })
})

it('an account that is not listed is not changed, nor is the demo', async () => {
  await bench.accounts.startDemo()
  const { account } = bench.accounts.snapshot()
  for (const id of [crypto.randomUUID(), account!.id])
    expect(await bench.accounts.change(id, { name: 'Pier' })).toMatchObject({ ok: false, error: { kind: 'notFound' } })
})
