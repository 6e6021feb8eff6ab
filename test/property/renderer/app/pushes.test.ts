import fc from 'fast-check'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { Parts, type SentParts } from '#electron/portfolio/parts.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Bridge } from '#shared/ipc/contract.ts'
import type { Snapshot, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { balance } from '#test/support/portfolio-fixtures.ts'
import { createSession } from '../../../../renderer/src/app/session.ts'
import { usePortfolioStore } from '../../../../renderer/src/app/stores/portfolio.ts'

/**
 * Events in order: balances are read (that many of each coin), a read fails, main pushes and the push arrives, is lost
 * or arrives after the next one, the window's request for the whole fails, or the page is reloaded.
 */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.tuple(fc.constantFrom('BTC', 'ETH', 'XRP', 'SOL'), fc.integer({ min: 0, max: 3 }))) },
  { weight: 4, arbitrary: fc.constantFrom('push', 'lose', 'late') },
  { weight: 1, arbitrary: fc.constantFrom('fail', 'deaf', 'load') },
) // prettier-ignore

const FAILURE = localFailure('network', 'spot.account', verbatim('no answer'))
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The part of main that pushes to the window, and a page that may be reloaded. */
function wire() {
  const parts = new Parts()
  const sent: SentParts = new Map()
  const late: SnapshotPush[] = []
  /** The balances of every pushed version. */
  const balancesBy = new Map<number, unknown>()
  let [seq, isDeaf] = [0, false]
  let hear: (text: string) => void = () => undefined
  let clock = new ManualClock()
  const header = () => ({ runId: 'run', seq, mono: seq, wall: seq, account: null, live: [], all: null })
  const whole = (): Snapshot => ({ ...header(), parts: { ...parts.encoded(), ...Object.fromEntries(sent) } })
  const bridge = new Proxy({} as Bridge, {
    get: (_, name) =>
      name === 'onPortfolioChanged'
        ? (listener: typeof hear) => ((hear = listener), () => undefined)
        : name === 'getPortfolio'
          ? async () => (isDeaf ? err(FAILURE) : ok(structuredClone(whole())))
          : name === 'onSettingsChanged'
            ? () => () => undefined
            : async () => err(FAILURE),
  })
  async function load(): Promise<void> {
    setActivePinia(createPinia())
    clock = new ManualClock()
    await createSession({ bridge, clock, newId: () => 'id' }).start()
  }
  async function push(how: 'push' | 'lose' | 'late'): Promise<void> {
    seq += 1
    const now = structuredClone({ ...header(), parts: parts.changes(sent) })
    balancesBy.set(parts.part('balances').version, parts.encoded().balances)
    if (how === 'push') [now, ...late.splice(0)].forEach((each) => hear(JSON.stringify(each)))
    if (how === 'late') late.push(now)
    await clock.advance(0)
    await settled()
  }
  return { parts, balancesBy, whole, load, push, deaf: (is: boolean) => (isDeaf = is) }
}

it('ends with what main knows, whatever pushes and answers are lost or late, and never goes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      const { parts, balancesBy, whole, load, push, deaf } = wire()
      await push('push')
      await load()
      let readAt = 0
      for (const what of happenings) {
        const before = usePortfolioStore().parts.balances
        if (typeof what !== 'string') {
          const rows = new Map(what.map(([coin, free]) => [coin, balance(coin, decimal(free))]))
          parts.keep('balances', [...rows.values()], ++readAt)
        } else if (what === 'fail') parts.fail('balances', FAILURE)
        else if (what === 'deaf') deaf(true)
        else if (what === 'load') await load()
        else await push(what)
        const { balances } = usePortfolioStore().parts
        if (balances) expect(balances).toEqual(balancesBy.get(balances.version))
        if (what !== 'load') expect(balances?.version ?? 0).toBeGreaterThanOrEqual(before?.version ?? 0)
      }
      deaf(false)
      // One heartbeat at the latest finds the gap, and the next one fills it.
      await push('push')
      await push('push')
      const store = usePortfolioStore()
      expect(store.parts).toEqual(whole().parts)
      expect(store.header).toMatchObject({ seq: whole().seq })
    }),
  )
})
