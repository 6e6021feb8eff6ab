import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Snapshot, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import type { Bridge, CommandResult } from '#shared/ipc/contract.ts'
import { actionKey, closeAtMarket } from '#shared/desk/action.ts'
import { ManualClock } from '#test/support/clock.ts'
import { fixtureSnapshot, push, withIntent } from '#test/support/snapshot.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { createSession } from '../../../../renderer/src/app/session.ts'
import { useArmStore } from '../../../../renderer/src/app/stores/arm.ts'
import { useDrillStore } from '../../../../renderer/src/app/stores/drill.ts'
import { useDeskStore } from '../../../../renderer/src/app/stores/desk.ts'
import { usePortfolioStore } from '../../../../renderer/src/app/stores/portfolio.ts'
import { privacy, setPrivacy } from '../../../../renderer/src/kit/privacy.ts'

const CLOSE = closeAtMarket('E-ETH-USDT:isolated:short')

type Answer = CommandResult<'submit'>

const lost = (): Promise<never> => Promise.reject(new Error('gone'))

/** A push is put together and drawn in tasks of their own, which most of these tests do not wait for. */
const AT_ONCE = Object.assign(new ManualClock(), { after: (_: number, task: () => void) => (task(), () => {}) })

/** The other end of the bridge, controlled by the test. */
function bench(
  whole: Snapshot = fixtureSnapshot(),
  preview: Bridge['preview'] = lost,
  {
    propose,
    ...answers
  }: Partial<Pick<Bridge, 'drill' | 'setMode' | 'markSeen' | 'arm' | 'getSettings'>> & {
    readonly propose?: () => ReturnType<Bridge['propose']>
  } = {},
  clock: Clock = AT_ONCE,
) {
  let listener: ((text: string) => void) | null = null
  let ids = 0
  let proposals = 0
  const submits: {
    planId: string
    answer: (answer: Answer) => void
    fail: () => void
  }[] = []
  const gets: string[] = []
  const refuse = () => Promise.resolve(err(localFailure('notSupported', 'account', verbatim('not in this test'))))
  const bridge: Bridge = {
    getPortfolio: () => {
      gets.push(listener ? 'listening' : 'deaf')
      return Promise.resolve(ok(whole))
    },
    propose: () => {
      proposals++
      return propose?.() ?? Promise.resolve(ok({ planId: `plan-${proposals}` }))
    },
    submit: ({ planId }) =>
      new Promise((resolve, reject) => {
        submits.push({ planId, answer: resolve, fail: () => reject(new Error('gone')) })
      }),
    arm: lost,
    preview,
    ...{ rescue: lost, drill: lost, setMode: lost, setLimits: lost, setSpotPolicy: lost },
    ...{ saveText: lost, markSeen: lost, markEventSeen: lost },
    ...{ getSettings: lost, changeSettings: lost },
    onPortfolioChanged: (given) => {
      listener = given
      return () => (listener = null)
    },
    onSettingsChanged: () => () => {},
    onPlaceAsked: () => () => {},
    onProbeChanged: () => () => {},
    listVenues: () => Promise.resolve(ok([])),
    probeAccount: refuse,
    listScenarios: refuse,
    saveScenario: refuse,
    forgetScenario: refuse,
    ...{ previewWay: refuse, submitWays: refuse, getIntents: refuse },
    ...{ openPanel: refuse, showPlace: refuse, runMenuItem: refuse },
    ...{ getLock: refuse, lock: refuse, unlock: refuse, changeLock: refuse, openWayOut: refuse },
    ...{ getDataFolder: refuse, openDataFolder: refuse, startDemo: refuse, listAccounts: refuse, addAccount: refuse },
    ...{ readProfile: refuse, exportProfile: refuse, openAccount: refuse, disconnectAccount: refuse },
    forgetAccount: refuse,
    ...{ addReadingKey: refuse, removeReadingKey: refuse, cancelProbe: refuse, changeAccount: refuse },
    ...answers,
  }
  const session = createSession({ bridge, clock, newId: () => `id-${++ids}` })
  return { session, submits, gets, send: (message: SnapshotPush) => listener?.(JSON.stringify(message)) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  setActivePinia(createPinia())
})

describe('receiving snapshots', () => {
  it('listens before it asks, so that no push is missed', async () => {
    const { session, gets } = bench()
    await session.start()
    expect(gets).toEqual(['listening'])
    expect(usePortfolioStore().header?.seq).toBe(1)
  })

  it('asks for everything again after a gap, and only then', async () => {
    const first = fixtureSnapshot()
    const { session, gets, send } = bench(first)
    await session.start()
    send(push(first, ['positions']))
    expect(gets).toHaveLength(1)
    send({ ...push(first, ['positions']), seq: 9 })
    await settled()
    expect(gets).toHaveLength(2)
    expect(usePortfolioStore().header?.seq).toBe(2)
  })

  it('asks for nothing again while pushes in a row wait to be drawn', async () => {
    const first = fixtureSnapshot()
    const clock = new ManualClock()
    const { session, gets, send } = bench(first, lost, {}, clock)
    await session.start()
    send(push(first, ['positions']))
    send({ ...push(first, ['orders']), seq: 3 })
    expect(usePortfolioStore().header?.seq).toBe(1)
    await clock.advance(0)
    expect(gets).toHaveLength(1)
    expect(usePortfolioStore().header?.seq).toBe(3)
  })

  it('forgets pending requests and disarms when the run changes', async () => {
    const { session, send } = bench()
    await session.start()
    useArmStore().grant(60_000, 1_000)
    void session.submit(CLOSE)
    expect(useDeskStore().pending.size).toBe(1)
    send({ ...push(fixtureSnapshot(), ['health']), runId: 'run-2', seq: 1 })
    expect(useDeskStore().pending.size).toBe(0)
    expect(useArmStore().armed).toBe(false)
  })
})

describe('the privacy of the screen', () => {
  it('hides all figures until main says what may be seen, or fails to answer', async () => {
    onTestFinished(() => setPrivacy('shown'))
    const answer = Promise.withResolvers<never>()
    const { session } = bench(fixtureSnapshot(), lost, { getSettings: () => answer.promise })
    const started = session.start()
    await settled()
    expect(usePortfolioStore().header).not.toBeNull()
    expect(privacy.value).toBe('percentages')
    answer.reject(new Error('main is gone'))
    await started
    expect(privacy.value).toBe('shown')
  })
})

describe('submitting', () => {
  it('sends nothing for an account that was not seen yet', () => {
    const { session, submits } = bench()
    void session.submit(CLOSE)
    expect([submits.length, useDeskStore().pending.size]).toEqual([0, 0])
  })

  it('sends one intent for 50 clicks', async () => {
    const { session, submits } = bench()
    await session.start()
    for (let click = 0; click < 50; click++) void session.submit(CLOSE)
    expect(useDeskStore().pending.get(actionKey(CLOSE))?.stage).toBe('sending')
    await settled()
    expect(submits.map(({ planId }) => planId)).toEqual(['plan-1'])
  })

  it('refuses a second, different request for the same thing, visibly', async () => {
    const { session, submits } = bench()
    await session.start()
    void session.submit(closeAtMarket(CLOSE.positionKey, 25))
    const other = await session.submit(closeAtMarket(CLOSE.positionKey, 100))
    await settled()
    expect([submits.length, other]).toEqual([1, 'id-2'])
    const desk = useDeskStore()
    expect(desk.refusals).toMatchObject([{ intentId: 'id-2', message: message('app.busy') }])
    expect(desk.pending.get(actionKey(CLOSE))?.intentId).toBe('plan-1')
    expect(desk.mine).toEqual(['id-2', 'plan-1'])
  })

  it('keeps an accepted intent pending until the snapshot reports it', async () => {
    const { session, submits, send } = bench()
    await session.start()
    const done = session.submit(CLOSE)
    await settled()
    submits[0]?.answer(ok({ kind: 'accepted', intentId: 'plan-1' }))
    await done
    void session.submit(CLOSE)
    expect(submits).toHaveLength(1)
    expect(useDeskStore().pending.get(actionKey(CLOSE))?.stage).toBe('accepted')
    send({ ...withIntent(fixtureSnapshot(), { intentId: 'plan-1' }), seq: 2 })
    expect(useDeskStore().pending.size).toBe(0)
  })

  it('says that a request was refused although another account is in front by then', async () => {
    const { session, submits, send } = bench()
    await session.start()
    const done = session.submit(CLOSE, 'plan-7')
    send({ ...push(fixtureSnapshot(), ['health']), runId: 'run-2', seq: 1 })
    expect(useDeskStore().refusals).toEqual([])
    submits[0]!.answer(err(localFailure('closed', 'desk.submit', message('main.otherAccount'))))
    await done
    expect(useDeskStore().refusals).toMatchObject([{ action: CLOSE, message: { code: 'main.otherAccount' } }])
    expect(useDeskStore().pending.size).toBe(0)
  })

  it('says why an intent was refused, and lets it be submitted again', async () => {
    const { session, submits } = bench()
    await session.start()
    const done = session.submit(CLOSE)
    await settled()
    submits[0]?.answer(ok({ kind: 'denied', denial: { code: 'IN_FLIGHT', message: verbatim('already closing') } }))
    await done
    expect(useDeskStore().refusals.map(({ message }) => message)).toEqual([verbatim('already closing')])
    void session.submit(CLOSE)
    await settled()
    expect(submits.map(({ planId }) => planId)).toEqual(['plan-1', 'plan-2'])
    expect(useDeskStore().refusals).toEqual([])
  })

  it('repeats the same id when it is unknown whether main accepted it', async () => {
    const { session, submits } = bench()
    await session.start()
    const done = session.submit(CLOSE)
    await settled()
    submits[0]?.fail()
    await done
    expect(useDeskStore().pending.get(actionKey(CLOSE))?.stage).toBe('unanswered')
    void session.submit(CLOSE)
    await settled()
    expect(submits.map(({ planId }) => planId)).toEqual(['plan-1', 'plan-1'])
  })

  it('treats a failure with unknown outcome as no answer, and any other as a refusal', async () => {
    const { session, submits } = bench()
    await session.start()
    const failure = localFailure('timeout', 'desk.submit', verbatim('no answer in time'))
    const first = session.submit(CLOSE)
    await settled()
    submits[0]?.answer(err({ ...failure, outcome: 'unknown' }))
    await first
    expect(useDeskStore().pending.get(actionKey(CLOSE))?.stage).toBe('unanswered')
    const second = session.submit(CLOSE)
    await settled()
    submits[1]?.answer(err(failure))
    await second
    expect(useDeskStore().pending.size).toBe(0)
    expect(useDeskStore().refusals).toHaveLength(1)
  })

  it('creates another intent for another size, even while the first is not answered', async () => {
    const { session, submits } = bench()
    await session.start()
    const done = session.submit(CLOSE)
    await settled()
    submits[0]?.fail()
    await done
    void session.submit({ ...CLOSE, size: { kind: 'percent', percent: 50 } })
    await settled()
    expect(submits.map(({ planId }) => planId)).toEqual(['plan-1', 'plan-2'])
  })

  it('names the plan that was shown, and returns the intent that it became', async () => {
    const { session, submits } = bench()
    expect(await session.submit(CLOSE)).toBeNull()
    await session.start()
    const first = session.submit(CLOSE, 'plan-7')
    const second = session.submit(CLOSE, 'plan-8')
    submits[0]?.answer(ok({ kind: 'accepted', intentId: 'plan-7' }))
    expect(await Promise.all([first, second])).toEqual(['plan-7', 'plan-7'])
    expect(submits.map(({ planId }) => planId)).toEqual(['plan-7'])
  })
})

describe('one click', () => {
  it('is refused in words when main gives it no id, and nothing is sent', async () => {
    for (const propose of [lost, () => Promise.resolve(err(localFailure('closed', 'desk', verbatim('look first'))))]) {
      setActivePinia(createPinia())
      const { session, submits } = bench(fixtureSnapshot(), lost, { propose })
      await session.start()
      await session.submit(CLOSE)
      const why = propose === lost ? message('app.noAnswer') : verbatim('look first')
      expect(useDeskStore()).toMatchObject({ refusals: [{ message: why }], mine: ['id-1'] })
      expect([submits.length, useDeskStore().pending.size]).toEqual([0, 0])
    }
  })
})

describe('arming', () => {
  it('shows what main granted, and disarms at once', async () => {
    const asked: boolean[] = []
    const { session } = bench(fixtureSnapshot(), lost, {
      arm: ({ isOn }) => (asked.push(isOn), Promise.resolve(ok({ forMs: isOn ? 60_000 : 0 }))),
    })
    await session.start()
    await session.setArmed(true)
    expect(useArmStore().armed).toBe(true)
    void session.setArmed(false)
    expect([useArmStore().armed, asked]).toEqual([false, [true, false]])
  })
})

describe('requesting a plan', () => {
  it("passes on main's answer", async () => {
    const denied = { kind: 'denied', denial: { code: 'NOTHING_TO_DO', message: verbatim('nothing') } } as const
    const { session } = bench(fixtureSnapshot(), () => Promise.resolve(ok(denied)))
    await session.start()
    expect(await session.preview(CLOSE)).toEqual(denied)
  })

  it('says why there is no answer: no account, a failure, or no main', async () => {
    const failure = localFailure('notSupported', 'desk.preview', verbatim('not now'))
    const { session } = bench(fixtureSnapshot(), () => Promise.resolve(err(failure)))
    expect(await session.preview(CLOSE)).toEqual({ kind: 'failed', message: message('app.noAccount') })
    await session.start()
    expect(await session.preview(CLOSE)).toEqual({ kind: 'failed', message: failure.message })
    setActivePinia(createPinia())
    const gone = bench()
    await gone.session.start()
    expect(await gone.session.preview(CLOSE)).toEqual({ kind: 'failed', message: message('app.noAnswer') })
  })
})

describe('the fire drill', () => {
  const card = { kind: 'card', card: { at: 1, flatten: null, checks: [] } } as const
  type DrillResult = CommandResult<'drill'>

  function drilling() {
    const asked: { runId: string; answer: (answer: DrillResult) => void }[] = []
    const drill: Bridge['drill'] = ({ runId }) => new Promise((resolve) => asked.push({ runId, answer: resolve }))
    return { asked, ...bench(fixtureSnapshot(), lost, { drill }) }
  }

  it('is requested one at a time', async () => {
    const { session, asked } = drilling()
    await session.start()
    const first = session.drill()
    await session.drill()
    expect(asked.map(({ runId }) => runId)).toEqual(['run-1'])
    asked[0]?.answer(ok(card))
    await first
    expect(useDrillStore()).toMatchObject({ startedAt: null, refusal: null })
    void session.drill()
    expect(asked).toHaveLength(2)
  })

  it('says why it failed, until it is requested again', async () => {
    const { session, asked } = drilling()
    await session.start()
    const first = session.drill()
    asked[0]?.answer(ok({ kind: 'denied', message: verbatim('a drill is running') }))
    await first
    expect(useDrillStore().refusal).toEqual(verbatim('a drill is running'))
    void session.drill()
    expect(useDrillStore().refusal).toBeNull()
  })

  it('shows nothing of an account that is no longer open', async () => {
    const { session, asked, send } = drilling()
    await session.start()
    const first = session.drill()
    send({ ...fixtureSnapshot(), runId: 'run-2' })
    expect(useDrillStore().startedAt).toBeNull()
    void session.drill()
    asked[0]?.answer(ok({ kind: 'denied', message: verbatim('the account was closed') }))
    await first
    expect(useDrillStore()).toMatchObject({ refusal: null })
    expect(useDrillStore().startedAt).not.toBeNull()
  })
})

describe('the mode, and marking as seen', () => {
  it('asks main for the account on the screen, and says why it failed', async () => {
    const asked: unknown[] = []
    const failure = localFailure('closed', 'desk.setMode', verbatim('the disk is full'))
    const { session } = bench(fixtureSnapshot(), lost, {
      setMode: (args) => (asked.push(args), Promise.resolve(args.mode === 'halted' ? ok(null) : err(failure))),
    })
    expect(await session.setMode('halted')).toEqual(message('app.noAccount'))
    await session.start()
    expect(await session.setMode('halted')).toBeNull()
    expect(await session.setMode('active')).toEqual(verbatim('the disk is full'))
    expect(await session.markSeen('id-1')).toEqual(message('app.noAnswer'))
    expect(asked[0]).toEqual({ runId: 'run-1', mode: 'halted' })
  })

  it('removes the notice of an intent that was marked as seen, once that is saved', async () => {
    let kept = false
    const { session } = bench(fixtureSnapshot(), lost, {
      markSeen: () => (kept ? Promise.resolve(ok(null)) : lost()),
    })
    await session.start()
    void session.submit(CLOSE)
    await settled()
    await session.markSeen('plan-1')
    expect(useDeskStore().mine).toEqual(['plan-1'])
    kept = true
    expect(await session.markSeen('plan-1')).toBeNull()
    expect(useDeskStore().mine).toEqual([])
  })
})
