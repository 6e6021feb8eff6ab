import { describe, expect, it } from 'vitest'
import { miniFrames } from '#electron/main/window/mini-page.ts'
import type { AppLock } from '#electron/main/lock/app-lock.ts'
import { MINI_FACTS, MINI_FRAME_MS } from '#shared/ipc/mini.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { sayIn, type Language, type Privacy } from '#shared/words/say.ts'
import { emptySnapshot, fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'

type Lock = Pick<AppLock, 'isLocked' | 'waysOut'>
const lockOf = (isLocked: boolean, waysOut = true): Lock => ({ isLocked: () => isLocked, waysOut: () => waysOut })

interface Given {
  readonly others?: readonly Snapshot[]
  readonly alarms?: number
  readonly language?: Language
  readonly privacy?: Privacy
  readonly lock?: Lock
}

function frames(
  snapshot: Snapshot,
  { others = [], alarms = 0, language = 'en', privacy = 'shown', lock = lockOf(false) }: Given = {},
) {
  return miniFrames({ snapshot, others, alarms }, { lock, say: sayIn(language, privacy) })
}
const first = (...given: Parameters<typeof frames>) => frames(...given)[0]!
const WAYS = { close: { look: '', says: ['Close'] }, flatten: { look: '', says: ['Flatten…'] } }

describe('the mini strip', () => {
  it('shows each fact with its value and its explanation', () => {
    const { safe, worth, exposed, note, ...others } = first(fixtureSnapshot())
    const money = '-?[\\d,]+'
    expect(safe!.says).toEqual([
      'Margin',
      expect.stringMatching(/^[A-Z]+, -[\d.]+ % to liq\.$/),
      expect.stringMatching(/^E-LINK-USDT long alone, rate [\d.]+ %, required [\d.]+ %$/),
    ])
    expect(others.true).toEqual({
      look: 'amber fresh',
      says: ['Data', expect.stringMatching(/^\d s old$/), 'live, 1 unconfirmed order'],
    })
    expect(worth!.says.join(': ')).toMatch(new RegExp(`^Equity: ${money}\\.\\d\\d USDT: \\d s old$`))
    expect(exposed!.says.join(': ')).toMatch(
      new RegExp(`^Exposure: net ${money} USDT: gross ${money}, [\\d.]+×, \\d s old$`),
    )
    expect([note, others]).toMatchObject([{ look: 'neutral', says: [''] }, WAYS])
  })

  it('shows no amount when amounts are hidden, but still shows percentages', () => {
    const { safe, worth, exposed } = first(fixtureSnapshot(), { privacy: 'amounts' })
    expect(safe!.says[1]).toMatch(/^[A-Z]+, -[\d.]+ % to liq\.$/)
    expect(worth!.says[1]).toBe('••• USDT')
    expect(exposed!.says.join(': ')).toMatch(/^Exposure: net ••• USDT: gross •••, [\d.]+×, \d s old$/)
  })

  it('ages by itself as updates would show it, then says that no updates arrive and shows no figure', () => {
    const snapshot = fixtureSnapshot()
    const shown = frames(snapshot)
    const facts = shown.slice(0, -1)
    expect(facts.length * MINI_FRAME_MS).toBe(3_000)
    for (const [nth, frame] of facts.entries()) {
      const later = { ...snapshot, mono: snapshot.mono + nth * MINI_FRAME_MS }
      expect(frame).toEqual(first(later))
    }
    const note = { look: 'red', says: ['Plimsoll’s core sends nothing; no figure is current.'] }
    expect(shown.at(-1)).toEqual({ ...WAYS, note })
  })

  it('is delayed and stale from the exact moment, not from the next update', () => {
    const snapshot = fixtureSnapshot()
    const readAt = snapshot.parts.risk.data!.provenance.margin.readAt!
    const looks = (aheadMs: number) => frames({ ...snapshot, mono: readAt + aheadMs }).map((each) => each.safe?.look)
    expect(first({ ...snapshot, mono: readAt + 600 }).true!.says[1]).toBe('2 s old')
    const late = 2 * snapshot.parts.risk.expectEveryMs!
    expect(looks(late - MINI_FRAME_MS).slice(0, 2)).toMatchObject(
      [/fresh/, /delayed/].map((it) => expect.stringMatching(it)),
    )
  })

  it('is never calm about old figures: each says so', () => {
    const snapshot = fixtureSnapshot()
    const old = first({ ...snapshot, mono: snapshot.mono + 60_000 })
    for (const name of MINI_FACTS) expect(old[name]!.look).toContain('stale')
    for (const name of ['true', 'worth', 'exposed'] as const) expect(old[name]!.says.join()).toMatch(/stale \d+ s/)
    expect(old.true!.look).toBe('red stale')
    const failed = withPart(snapshot, 'positions', { failure: readFailure('positions', 'too many requests') })
    expect(first(failed).safe!.look).toContain('stale')
  })

  it('shows no total before every part was read', () => {
    const snapshot = fixtureSnapshot()
    const health = { ...snapshot.parts.health.data!, phase: 'connecting' as const }
    const { worth, exposed } = first(withPart(snapshot, 'health', { data: health }))
    expect([worth!.says, exposed!.says]).toEqual([
      ['Equity', 'not read yet', ''],
      ['Exposure', 'not read yet', ''],
    ])
    expect(first(withPart(snapshot, 'risk', { data: null })).safe!.says).toEqual(['Margin', 'not computed yet', ''])
  })

  it('says in red that something happened that nobody has seen', () => {
    expect(first(fixtureSnapshot(), { alarms: 2 }).note).toEqual({ look: 'red', says: ['2 things to see'] })
  })

  it('names the account in front if there are several, and those behind it with trouble', () => {
    const snapshot = fixtureSnapshot()
    const called = (name: string, change: Partial<Snapshot> = {}): Snapshot => ({
      ...snapshot,
      ...change,
      account: { ...snapshot.account!, name },
    })
    const silent = called('Cove', { mono: snapshot.mono + 60_000 })
    const { safe, note } = first(called('Harbour'), { others: [silent], alarms: 1 })
    expect([safe!.says[0], note]).toEqual(['Harbour: Margin', { look: 'red', says: ['1 thing to see, Cove: ACT'] }])
  })

  it('says that no account is open, and keeps the way out, which opens one', () => {
    expect(frames({ ...emptySnapshot(), account: null })).toEqual([
      { ...WAYS, note: { look: '', says: ['No account is open'] } },
    ])
  })

  it('keeps reporting accounts behind when none is in front', () => {
    const snapshot = fixtureSnapshot()
    const behind = { ...snapshot, mono: snapshot.mono + 60_000, account: { ...snapshot.account!, name: 'Cove' } }
    const shown = frames({ ...emptySnapshot(), account: null }, { others: [behind], alarms: 1 })
    const note = { look: 'red', says: ['No account is open, 1 thing to see, Cove: ACT'] }
    expect([shown[0], shown.length]).toEqual([{ ...WAYS, note }, 7])
    expect(shown.at(-1)?.note?.look).toBe('red')
  })

  it.each([true, false])('says only that it is locked, with the way out if allowed: %s', (waysOut) => {
    const { flatten, ...others } = WAYS
    const note = { look: '', says: ['Plimsoll is locked'] }
    expect(frames(fixtureSnapshot(), { lock: lockOf(true, waysOut), alarms: 1 })).toEqual([
      { ...others, ...(waysOut && { flatten }), note },
    ])
  })

  it("uses the trader's language", () => {
    const { says } = first(fixtureSnapshot(), { language: 'zh' }).worth!
    expect(says).toEqual(['权益', expect.stringMatching(/USDT$/), expect.stringMatching(/^\d 秒前$/)])
  })
})
