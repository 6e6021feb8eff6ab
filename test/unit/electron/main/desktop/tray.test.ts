import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { sayIn, type Language, type Privacy } from '#shared/words/say.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { trayView } from '#electron/main/desktop/tray-view.ts'
import type { AppLock } from '#electron/main/lock/app-lock.ts'

type Lock = Pick<AppLock, 'isLocked' | 'waysOut'>
const OPEN: Lock = { isLocked: () => false, waysOut: () => true }

function view(
  snapshot: Snapshot,
  {
    isAlarmed = false,
    language = 'en',
    lock = OPEN,
    others = [],
    privacy = 'shown',
  }: { isAlarmed?: boolean; language?: Language; lock?: Lock; others?: readonly Snapshot[]; privacy?: Privacy } = {},
) {
  const show = vi.fn()
  const quit = vi.fn()
  const shown = trayView({ snapshot, others, isAlarmed }, { say: sayIn(language, privacy), show, quit, lock })
  const item = (id: string): MenuItemConstructorOptions => shown.menu.find((each) => each.id === id)!
  const click = (id: string): void => (item(id).click as unknown as () => void)()
  return { ...shown, show, quit, item, click }
}

describe('the tray', () => {
  it('shows the five facts in its menu and its tooltip', () => {
    const { tip, item } = view(fixtureSnapshot())
    const facts = [0, 1, 2, 3, 4].map((index) => item(`fact.${String(index)}`).label!)
    expect(facts.map((fact) => fact.split(':')[0])).toEqual(['Margin', 'Data', 'Equity', 'Exposure', 'Trading'])
    for (const fact of facts) expect(tip).toContain(fact)
  })

  it.each(['amounts', 'percentages'] as const)('shows no amounts when they are hidden: %s', (privacy) => {
    const shown = view(fixtureSnapshot()).tip
    const { tip, item } = view(fixtureSnapshot(), { privacy })
    expect(shown).toMatch(/\d,\d{3}/)
    expect(tip).not.toMatch(/\d,\d{3}|\d\.\d\d(?! [%]|×)/)
    expect([tip, item('fact.2').label].join('\n')).toContain('Equity: ••• USDT')
    expect(tip).toMatch(/rate [\d.]+ %/)
  })

  it('leads to plans, to the window and to quitting', () => {
    const { click, show, quit } = view(fixtureSnapshot())
    for (const id of ['show', 'flatten', 'cancelAll', 'quit']) click(id)
    expect(show.mock.calls).toEqual([[], [{ kind: 'plan', way: 'flatten' }], [{ kind: 'plan', way: 'cancelAll' }]])
    expect(quit).toHaveBeenCalledOnce()
  })

  it('says that no account is open, and keeps the ways out, which open one', () => {
    const { tip, severity, item } = view({ ...fixtureSnapshot(), account: null })
    expect([tip, severity, item('flatten').enabled]).toEqual(['Plimsoll: no account is open', 'neutral', true])
  })

  it('names the live accounts while none is in front', () => {
    const { tip, item } = view({ ...fixtureSnapshot(), account: null }, { others: [fixtureSnapshot()] })
    expect(tip.split('\n')[0]).toBe(view(fixtureSnapshot()).tip.split('\n')[0])
    expect(item('fact.0').label).toContain(fixtureSnapshot().account?.name)
  })

  it('is red while something happened that nobody has seen', () => {
    expect(view(fixtureSnapshot(), { isAlarmed: true })).toMatchObject({ severity: 'red' })
  })

  it('is never calm about old figures', () => {
    const snapshot = fixtureSnapshot()
    const health = { data: { ...snapshot.parts.health.data!, phase: 'blind' as const } }
    expect(view(withPart(snapshot, 'health', health)).severity).toBe('red')
    expect(view({ ...snapshot, mono: snapshot.mono + 60_000 }).severity).toBe('red')
  })

  it("uses the trader's language", () => {
    expect(view(fixtureSnapshot(), { language: 'zh' }).item('fact.2').label).toMatch(/^权益/)
  })
})

describe('the tray of a locked Plimsoll', () => {
  const lockOf = (waysOut: boolean): Lock => ({ isLocked: () => true, waysOut: () => waysOut })

  it("shows neither figures nor the account's name; its icon still shows the severity", () => {
    const { tip, menu, severity } = view(fixtureSnapshot(), { lock: lockOf(true), isAlarmed: true })
    expect([tip, severity]).toEqual(['Plimsoll is locked', 'red'])
    expect(menu.map(({ label = '' }) => label).join(' ')).not.toMatch(/\d/)
  })

  it.each([true, false])('has the ways out if allowed: %s', (waysOut) => {
    const { item, tip, text } = view(fixtureSnapshot(), { lock: lockOf(waysOut) })
    expect([item('flatten').enabled, item('cancelAll').enabled]).toEqual([waysOut, waysOut])
    // Drawn again when only this changes.
    const other = view(fixtureSnapshot(), { lock: lockOf(!waysOut) })
    const same = view(fixtureSnapshot(), { lock: lockOf(waysOut) })
    expect([other.tip === tip, other.text === text, same.text === text]).toEqual([true, false, true])
    // At a start no account is open yet. The way out opens one itself.
    const atStart = view({ ...emptySnapshot(), account: null }, { lock: lockOf(waysOut) })
    expect([atStart.item('flatten').enabled, atStart.item('cancelAll').enabled]).toEqual([waysOut, waysOut])
  })
})
