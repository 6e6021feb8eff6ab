/** A probe is told step by step, and can be cancelled until its account is stored: then nothing of it is left. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StepProgress } from '#shared/domain/probe.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()
const CANCELLED = { ok: false, error: { outcome: 'notSent', message: { code: 'main.cancelled' } } }

const hasEnded = ({ outcome }: StepProgress): boolean => outcome !== 'waiting' && outcome !== 'running'
const file = () => readFileSync(join(bench.folder, 'accounts.json'), 'utf8')

describe('the steps of a probe', () => {
  it('are told as they begin and end, in the order of the report and with what they found', async () => {
    const added = await bench.accounts.add(bench.account())
    const { steps } = added.ok ? added.value.report : { steps: [] }
    const told = (index: number) => bench.probes.at(index)?.map(({ id, outcome, found }) => ({ id, outcome, found }))
    expect(told(0)?.map(({ outcome }) => outcome)).toEqual(['running', ...steps.slice(1).map(() => 'waiting')])
    expect(told(-1)).toEqual(steps.map(({ id, outcome, found }) => ({ id, outcome, found })))
    for (const { id, outcome } of steps) {
      const seen = bench.probes.map((each) => each.find((step) => step.id === id)?.outcome)
      expect(seen.filter((each, index) => each !== seen[index - 1])).toEqual(
        id === 'spotClock' ? ['running', outcome] : ['waiting', 'running', outcome],
      )
    }
  })

  it('leave out those of an area that the venue does not have', async () => {
    await bench.accounts.add(bench.account({ spotBaseUrl: null }))
    const ids = bench.probes.at(-1)?.map(({ id }) => id)
    expect(ids).toContain('contractClock')
    expect(ids).not.toContain('spotClock')
  })
})

/** The moments at which the adding of an account is cancelled. Each resolves when it has come. */
const MOMENTS: readonly (readonly [when: string, cancels: (cancel: AbortController) => Promise<unknown>])[] = [
  [
    'before it begins',
    async (cancel) => {
      cancel.abort()
    },
  ],
  [
    'while the venue does not answer',
    async (cancel) => {
      bench.venue.faults.inject({ match: '*', kind: 'stall', times: Infinity })
      await bench.asSoonAs(() => bench.venue.ledger.arrivals({ endpoint: 'spot.time' }).length > 0)
      cancel.abort()
    },
  ],
  [
    'at its last step',
    async (cancel) => {
      bench.venue.faults.inject({ match: 'spot.testOrder', kind: 'stall', times: Infinity })
      await bench.asSoonAs(() => bench.venue.ledger.arrivals({ endpoint: 'spot.testOrder' }).length > 0)
      cancel.abort()
    },
  ],
  [
    'while the account is connected',
    async (cancel) => {
      await bench.asSoonAs(() => bench.probes.at(-1)?.every(hasEnded) === true)
      bench.venue.faults.inject({ match: '*', kind: 'stall', times: Infinity })
      const before = bench.venue.ledger.arrivals().length
      await bench.asSoonAs(() => bench.venue.ledger.arrivals().length > before)
      cancel.abort()
    },
  ],
  [
    'while the keychain takes the key',
    async (cancel) => {
      const write = bench.keychain.write.bind(bench.keychain)
      bench.keychain.write = (...entry) => {
        cancel.abort()
        return write(...entry)
      }
    },
  ],
]

describe('a cancelled account', () => {
  it.each(MOMENTS)('leaves nothing behind: cancelled %s', async (_when, cancels) => {
    const another = await bench.anotherVenue()
    const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = another
    await bench.addedAs({ name: 'Quay', spotBaseUrl, contractBaseUrl, apiKey, apiSecret })
    const now = () => {
      const { runId, account } = bench.accounts.snapshot()
      return { kept: [...bench.keychain.entries], file: file(), runId, name: account?.name }
    }
    const before = now()
    const cancel = new AbortController()
    const cancelling = cancels(cancel)
    const adding = bench.accounts.add(bench.account(), undefined, cancel.signal)
    await cancelling
    expect(await adding).toMatchObject(CANCELLED)
    expect(now()).toEqual(before)
    for (const id of bench.everHeld().slice(1)) expect(await bench.signsFor(id)).toBe(false)
    // And nothing goes on in the background.
    bench.venue.faults.clear()
    await bench.pass(1_000)
    bench.venue.ledger.clear()
    await bench.pass(3_000)
    expect(bench.venue.ledger.arrivals()).toEqual([])
  })

  it.each([
    ['does not answer', { kind: 'stall' }],
    ['asks for a pause of an hour', { kind: 'status429', retryAfter: 3_600 }],
  ] as const)('ends at once when the venue %s', async (_what, fault) => {
    bench.venue.faults.inject({ match: '*', times: Infinity, ...fault })
    const cancel = new AbortController()
    const adding = bench.accounts.add(bench.account(), undefined, cancel.signal)
    await bench.asSoonAs(() => bench.venue.ledger.arrivals().length > 0)
    const at = bench.clock.mono()
    cancel.abort()
    await adding
    expect(bench.clock.mono() - at).toBeLessThan(1_000)
    const told = bench.probes.length
    await bench.pass(60_000)
    expect(bench.probes).toHaveLength(told)
  })

  it('stays as a whole if the keychain does not give its key back', async () => {
    const cancel = new AbortController()
    const write = bench.keychain.write.bind(bench.keychain)
    bench.keychain.write = (...entry) => {
      cancel.abort()
      return write(...entry)
    }
    bench.keychain.remove = async () => ({ ok: false, trouble: 'unreachable', detail: null })
    const added = await bench.accounts.add(bench.account(), undefined, cancel.signal)
    expect(added).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
    expect(bench.accounts.list()).toMatchObject({ ok: true, value: [{ name: 'Harbour' }] })
    expect(bench.accounts.snapshot().account).toMatchObject({ name: 'Harbour' })
    expect(bench.keychain.entries.size).toBe(1)
  })

  it('stays once it is there: a cancel that comes late changes nothing', async () => {
    const cancel = new AbortController()
    const added = await bench.accounts.add(bench.account(), undefined, cancel.signal)
    cancel.abort()
    await bench.known()
    expect(added).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
    expect(bench.keychain.entries.size).toBe(1)
  })

  it('does not keep the next one from being added', async () => {
    const cancel = new AbortController()
    const first = bench.accounts.add(bench.account({ name: 'Wrong' }), undefined, cancel.signal)
    const second = bench.accounts.add(bench.account())
    await bench.asSoonAs(() => bench.venue.ledger.arrivals().length > 0)
    cancel.abort()
    expect(await first).toMatchObject(CANCELLED)
    expect(await second).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
  })
})

it('an account that cannot be stored takes the place of none: the one in front stays', async () => {
  await bench.accounts.startDemo()
  const { runId } = bench.accounts.snapshot()
  bench.keychain.state = 'locked'
  expect(await bench.accounts.add(bench.account())).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
  expect(bench.accounts.snapshot()).toMatchObject({ runId, account: { kind: 'demo' } })
})

it('a cancelled check of a stored account changes nothing, and the account goes on', async () => {
  const { id } = await bench.addedAs()
  await bench.known()
  const before = { file: file(), runId: bench.accounts.snapshot().runId, kept: [...bench.keychain.entries] }
  bench.venue.faults.inject({ match: 'spot.testOrder', kind: 'stall', times: Infinity })
  const cancel = new AbortController()
  const probing = bench.accounts.probe(id, false, cancel.signal)
  await bench.asSoonAs(() => bench.venue.ledger.arrivals({ endpoint: 'spot.testOrder' }).length > 1)
  cancel.abort()
  expect(await probing).toMatchObject(CANCELLED)
  expect({ file: file(), runId: bench.accounts.snapshot().runId, kept: [...bench.keychain.entries] }).toEqual(before)
  expect(await bench.signsFor(id)).toBe(true)
})

it('a cancelled reading key leaves nothing behind', async () => {
  const reading = { apiKey: 'reading-key-7c1d', apiSecret: 'reading-secret', readsOnly: true } as const
  await bench.replaceVenue({ otherKeys: [reading], dialect: { rights: 'all' } })
  const { id } = await bench.addedAs()
  const before = { file: file(), kept: [...bench.keychain.entries] }
  const cancel = new AbortController()
  const write = bench.keychain.write.bind(bench.keychain)
  bench.keychain.write = (...entry) => {
    cancel.abort()
    return write(...entry)
  }
  const { apiKey, apiSecret } = reading
  expect(await bench.accounts.addReadingKey(id, apiKey, apiSecret, cancel.signal)).toMatchObject(CANCELLED)
  expect({ file: file(), kept: [...bench.keychain.entries] }).toEqual(before)
  expect(bench.accounts.snapshot().parts.health.data?.readingKey ?? null).toBeNull()
})
