import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedAccounts } from '#electron/main/authority/ask-account.ts'
import type { Answer, Question } from '#electron/main/authority/confirm.ts'
import { message } from '#shared/words/message.ts'
import type { SecretQuestion } from '#electron/main/window/secret-page.ts'
import { sealed } from '#test/support/store-key.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

function asking(answer: Answer) {
  const asked: (Question | SecretQuestion)[] = []
  const handlers = askedAccounts(
    bench.accounts,
    async (question) => (asked.push(question), answer),
    async (question) => {
      asked.push(question)
      return answer === 'yes' ? { sealed: await sealed(bench.accounts, bench.venue.apiSecret) } : { answer }
    },
  )
  return { asked, ...handlers }
}

/** A trader who has the window for the secret open, until they cancel. */
function typing() {
  const { promise, resolve } = Promise.withResolvers<{ readonly answer: 'no' }>()
  const handlers = askedAccounts(
    bench.accounts,
    async () => 'yes',
    (_question, cancel) => {
      cancel?.addEventListener('abort', () => resolve({ answer: 'no' }))
      return promise
    },
  )
  return handlers
}

const NOT_CONFIRMED = { ok: false, error: { outcome: 'notSent', message: { code: 'main.confirm.no' } } }

describe('with nobody to confirm', () => {
  it('no venue is contacted for a new account, and no key is held', async () => {
    const { addAccount, asked } = asking('no')
    expect(await addAccount(bench.account(), 1)).toMatchObject(NOT_CONFIRMED)
    expect(bench.venue.ledger.arrivals()).toEqual([])
    expect(bench.everHeld()).toEqual([])
    const { host } = new URL(bench.venue.spotBaseUrl)
    expect(asked[0]?.lines[0]).toEqual(message('main.confirm.host', { area: message('area.spot'), host }))
  })

  it('no venue is contacted for a probe, and no key is forgotten', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.startDemo()
    bench.venue.ledger.clear()
    const { probeAccount, forgetAccount } = asking('busy')
    expect(await probeAccount({ accountId: id, takesPreset: false }, 1)).toMatchObject({ ok: false })
    expect(await forgetAccount({ accountId: id }, 1)).toMatchObject({ ok: false })
    expect(bench.keychain.entries.size).toBe(1)
    expect(bench.accounts.list()).toMatchObject({ ok: true, value: [{ id }] })
  })

  it('no venue is contacted for a reading key, and none is removed', async () => {
    const { id } = await bench.addedAs()
    await bench.accounts.disconnectAccount(id)
    bench.venue.ledger.clear()
    const { addReadingKey, removeReadingKey, asked } = asking('no')
    const ask = { accountId: id, apiKey: 'reading-key-7c1d' }
    expect(await addReadingKey(ask, 1)).toMatchObject(NOT_CONFIRMED)
    expect(await removeReadingKey({ accountId: id }, 1)).toMatchObject(NOT_CONFIRMED)
    expect(bench.venue.ledger.arrivals()).toEqual([])
    const { host } = new URL(bench.venue.contractBaseUrl)
    expect(asked.map(({ what }) => what.code)).toEqual(['main.confirm.reading', 'main.confirm.removeReading'])
    expect(asked[0]?.lines.slice(1)).toEqual([
      message('main.confirm.host', { area: message('area.contract'), host }),
      message('main.confirm.key', { tail: '7c1d' }),
      message('main.reading.use'),
    ])
  })

  it.each([
    ['is gone', (file: string) => rmSync(file)],
    ['is damaged', (file: string) => writeFileSync(file, '{')],
  ])('no key is forgotten when the account list %s', async (_what, harm) => {
    const { id } = await bench.addedAs()
    harm(join(bench.folder, 'accounts.json'))
    const { forgetAccount, asked } = asking('no')
    expect(await forgetAccount({ accountId: id }, 1)).toMatchObject({ ok: false })
    expect([asked, bench.keychain.entries.size, bench.accounts.snapshot().account?.id]).toEqual([[], 1, id])
  })
})

describe('a host', () => {
  it('is shown as the network spells it, so that a look-alike is visible', async () => {
    const { addAccount, asked } = asking('no')
    await addAccount(bench.account({ spotBaseUrl: 'https://kоinbay.example/', contractBaseUrl: null }), 1)
    expect(asked[0]?.lines[0]?.facts['host']).toMatch(/^xn--/)
  })
})

describe('a venue profile', () => {
  const profile = (dialect: object) =>
    JSON.stringify({ version: 1, name: 'Harbour', spotBaseUrl: bench.venue.spotBaseUrl, dialect })

  it('is confirmed with everything in it that differs from the usual', async () => {
    const { addAccount, asked } = asking('no')
    const path = '/sapi/v1/withdraw?to=evil'
    await addAccount(bench.account({ profile: profile({ paths: { 'spot.account': path } }) }), 1)
    expect(asked[0]?.lines).toContainEqual(message('dialect.path', { call: 'spot.account', path }))
  })

  it('that cannot be read is refused before the secret is asked for', async () => {
    const { addAccount, asked } = asking('yes')
    const added = await addAccount(bench.account({ profile: profile({ nonsense: 1 }) }), 1)
    expect(added).toMatchObject({ ok: false, error: { message: { code: 'main.noProfile' } } })
    expect(asked).toEqual([])
  })
})

describe('after a confirmation', () => {
  it('an account is added, and later forgotten', async () => {
    const { addAccount, forgetAccount } = asking('yes')
    const added = await addAccount(bench.account(), 1)
    if (!added.ok || !added.value?.account) throw new Error(JSON.stringify(added))
    expect(await forgetAccount({ accountId: added.value.account.id }, 1)).toMatchObject({ ok: true })
    expect(bench.keychain.entries.size).toBe(0)
  })
})

describe('a new name', () => {
  it('is given only after a person confirms it, in a box with both names, hosts and key', async () => {
    const { id, keyTail } = await bench.addedAs()
    const unwilling = asking('no')
    const renamed = { accountId: id, name: 'Pier', colour: 'teal' } as const
    expect(await unwilling.changeAccount(renamed, 1)).toMatchObject(NOT_CONFIRMED)
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour', colour: null })
    expect(unwilling.asked[0]).toMatchObject({
      what: message('main.confirm.rename', { name: 'Harbour', to: 'Pier' }),
      lines: [
        { code: 'main.confirm.host' },
        { code: 'main.confirm.host' },
        message('main.confirm.key', { tail: keyTail }),
      ],
    })
    expect(await asking('yes').changeAccount(renamed, 1)).toMatchObject({ ok: true, value: { name: 'Pier' } })
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Pier', colour: 'teal' })
  })

  it('is refused without a question if another account has it', async () => {
    await bench.addedAs()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = await bench.anotherVenue()
    const { id } = await bench.addedAs({ name: 'Quay', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
    const { changeAccount, addAccount, asked } = asking('yes')
    const taken = { ok: false, error: { message: { code: 'main.nameTaken' } } }
    expect(await changeAccount({ accountId: id, name: 'Harbour' }, 1)).toMatchObject(taken)
    expect(await addAccount(bench.account(), 1)).toMatchObject(taken)
    expect(asked).toEqual([])
  })

  it('is not asked about where only the colour changes', async () => {
    const { id } = await bench.addedAs()
    const { changeAccount, asked } = asking('no')
    expect(await changeAccount({ accountId: id, name: 'Harbour', colour: 'teal' }, 1)).toMatchObject({ ok: true })
    expect(asked).toEqual([])
    expect(bench.accounts.snapshot().account).toMatchObject({ colour: 'teal' })
  })
})

describe('a cancel', () => {
  const CANCELLED = { ok: true, value: null }

  it('withdraws the window in which the secret is typed, and no venue is contacted', async () => {
    const { addAccount, cancelProbe } = typing()
    const adding = addAccount(bench.account(), 1)
    await bench.pass(1)
    expect(await cancelProbe({}, 1)).toEqual(CANCELLED)
    expect(await adding).toEqual(CANCELLED)
    expect([bench.venue.ledger.arrivals(), bench.everHeld()]).toEqual([[], []])
  })

  it('ends every probe that was asked for, and none that is asked for later', async () => {
    const { addAccount, cancelProbe } = asking('yes')
    bench.venue.faults.inject({ match: 'spot.time', kind: 'stall', times: Infinity })
    const both = [addAccount(bench.account(), 1), addAccount(bench.account({ name: 'Quay' }), 1)]
    await bench.asSoonAs(() => bench.venue.ledger.arrivals().length > 0)
    await cancelProbe({}, 1)
    expect(await Promise.all(both)).toEqual([CANCELLED, CANCELLED])
    bench.venue.faults.clear()
    expect(await addAccount(bench.account(), 1)).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
  })

  it('that comes when there is nothing to cancel is harmless', async () => {
    const { addAccount, cancelProbe } = asking('yes')
    expect(await cancelProbe({}, 1)).toEqual(CANCELLED)
    expect(await addAccount(bench.account(), 1)).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
    expect(await cancelProbe({}, 1)).toEqual(CANCELLED)
    expect(bench.accounts.list()).toMatchObject({ ok: true, value: [{ name: 'Harbour' }] })
  })

  it('does not hide why an account was not added', async () => {
    bench.keychain.state = 'locked'
    const write = bench.keychain.write.bind(bench.keychain)
    const { addAccount, cancelProbe } = asking('yes')
    bench.keychain.write = async (...entry) => {
      await cancelProbe({}, 1)
      return write(...entry)
    }
    expect(await addAccount(bench.account(), 1)).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
  })
})
