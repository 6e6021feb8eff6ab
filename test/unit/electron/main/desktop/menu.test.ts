import { USUAL_SETTINGS } from '#shared/ipc/settings.ts'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { menuTemplate, type MenuNeeds } from '#electron/main/desktop/menu.ts'
import type { LockView } from '#shared/ipc/lock.ts'
import { SCREENS } from '#shared/ipc/place.ts'
import { PRIVACY_LEVELS, sayIn } from '#shared/words/say.ts'

type Item = MenuItemConstructorOptions
const NO_LOCK: LockView = { isLocked: false, settings: null, waysOut: true, fault: null }

function menu(change: Partial<MenuNeeds> = {}) {
  const locking = { lockNow: vi.fn(), unlock: vi.fn(), lock: NO_LOCK }
  const upkeep = { backUp: vi.fn(), restore: vi.fn(), saveDiagnostics: vi.fn() }
  const actions = {
    show: vi.fn(),
    changeSettings: vi.fn(),
    showDataFolder: vi.fn(),
    startAtLogin: vi.fn(),
    toggleMini: vi.fn(),
    ...locking,
    ...upkeep,
  }
  const state = {
    say: sayIn('en'),
    platform: 'linux',
    isPackaged: true,
    hasAccount: true,
    hasMini: false,
    settings: USUAL_SETTINGS,
  } as const
  const items = flat(menuTemplate({ ...state, startsAtLogin: false, ...actions, ...change }))
  const roles = items.flatMap(({ role }) => role ?? [])
  const item = (id: string): Item => items.find((each) => each.id === id)!
  const click = (id: string): void => (item(id).click as unknown as () => void)()
  return { ...actions, items, roles, item, click }
}

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}

describe('the menu', () => {
  it.each(['linux', 'win32', 'darwin'] as const)('has on %s the roles that a program needs', (platform) => {
    const { roles } = menu({ platform })
    expect(roles).toEqual(
      expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'resetZoom', 'zoomIn', 'zoomOut']),
    )
    expect(roles).toEqual(expect.arrayContaining(['togglefullscreen', 'minimize', 'close', 'quit', 'about']))
  })

  it.each(['backUp', 'restore', 'saveDiagnostics'] as const)('offers under Help to %s', (name) => {
    const { click, ...actions } = menu()
    click(name)
    expect(actions[name]).toHaveBeenCalledOnce()
  })

  it("begins with the application's menu on macOS", () => {
    const [first] = menuTemplate({
      ...menu(),
      ...{ say: sayIn('en'), platform: 'darwin', isPackaged: true },
      settings: USUAL_SETTINGS,
    } as never)
    expect((first?.submenu as Item[]).flatMap(({ role }) => role ?? [])).toEqual([
      ...['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit'],
    ])
  })

  it('has a reload and developer tools only if not packaged', () => {
    expect(menu().roles).not.toContain('reload')
    expect(menu().roles).not.toContain('toggleDevTools')
    expect(menu({ isPackaged: false }).roles).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
  })

  it.each([true, false])('opens and closes the mini strip, and shows whether it is open: %s', (hasMini) => {
    const { click, item, toggleMini } = menu({ hasMini, hasAccount: false })
    expect([item('mini').checked, item('mini').enabled]).toEqual([hasMini, true])
    click('mini')
    expect(toggleMini).toHaveBeenCalledOnce()
  })

  it('can start with the session if packaged, and undo that', () => {
    expect(menu({ isPackaged: false }).item('startAtLogin')).toBeUndefined()
    const off = menu()
    off.click('startAtLogin')
    expect(off.startAtLogin).toHaveBeenCalledExactlyOnceWith(true)
    const on = menu({ startsAtLogin: true })
    expect(on.item('startAtLogin').checked).toBe(true)
    on.click('startAtLogin')
    expect(on.startAtLogin).toHaveBeenCalledExactlyOnceWith(false)
  })

  it('shows plans and screens, and sends nothing by itself', () => {
    const { click, show } = menu()
    click('flatten')
    click('cancelAll')
    for (const screen of SCREENS) click(`screen.${screen}`)
    expect(show.mock.calls.map(([place]) => place as unknown)).toEqual([
      { kind: 'plan', way: 'flatten' },
      { kind: 'plan', way: 'cancelAll' },
      ...SCREENS.map((screen) => ({ kind: 'screen', screen })),
    ])
  })

  it("leaves the window's keys to the window, which knows whether text is being typed", () => {
    // The keys of the lock and of the mini strip type no text, and must work when the window hangs.
    const own = menu().items.filter(
      ({ id, role, accelerator }) => id !== 'lock' && id !== 'mini' && accelerator !== undefined && role === undefined,
    )
    expect(own.map(({ accelerator }) => accelerator)).toContain('CmdOrCtrl+Shift+F')
    expect(own.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true)
  })

  it('shows the keys that the trader chose', () => {
    const keys = { flatten: 'mod+g', lock: 'mod+shift+k', mini: 'mod+j', palette: 'mod+p' } as const
    const { item } = menu({ settings: { ...USUAL_SETTINGS, keys } })
    expect(['flatten', 'lock', 'mini', 'palette'].map((id) => item(id).accelerator)).toEqual([
      ...['CmdOrCtrl+G', 'CmdOrCtrl+Shift+K', 'CmdOrCtrl+J', 'CmdOrCtrl+P'],
    ])
  })

  it('leads to Find, with an account or without', () => {
    const { click, item, show } = menu({ hasAccount: false })
    expect(item('palette').enabled).toBe(true)
    click('palette')
    expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'palette' })
  })

  it('offers a way to open an account if none is open, and the ways out, which open one', () => {
    const { item } = menu({ hasAccount: false })
    expect(['flatten', 'cancelAll', 'screen.orders', 'screen.accounts'].map((id) => item(id).enabled)).toEqual([
      ...[true, true, false, true],
    ])
  })

  it("uses the trader's language, and lets it be chosen", () => {
    const settings = { ...USUAL_SETTINGS, language: 'zh' } as const
    const { item, items, click, changeSettings } = menu({ say: sayIn('zh'), settings })
    expect([item('flatten').label, item('copy').label]).toEqual(['全平…', '复制'])
    expect(['system', 'en', 'zh'].map((each) => item(`language.${each}`).checked)).toEqual([false, false, true])
    click('language.en')
    expect(changeSettings).toHaveBeenCalledExactlyOnceWith({ language: 'en' })
    expect(items.filter(({ type, label }) => type !== 'separator' && !label)).toEqual([])
  })
})

describe('the privacy of the screen', () => {
  it('is chosen in the menu, which shows the current choice', () => {
    const settings = { ...USUAL_SETTINGS, privacy: 'amounts', blanksBehind: true } as const
    const { item, click, changeSettings } = menu({ settings })
    const ids = [...PRIVACY_LEVELS.map((level) => `privacy.${level}`), 'blanksBehind']
    expect(ids.map((id) => item(id).checked)).toEqual([false, true, false, true])
    for (const id of ids) click(id)
    expect(changeSettings.mock.calls.map(([change]) => change as unknown)).toEqual([
      ...PRIVACY_LEVELS.map((privacy) => ({ privacy })),
      { blanksBehind: false },
    ])
  })
})

describe('the menu and the app lock', () => {
  const SETTINGS = { idleMinutes: 5, onSleep: true, waysOut: true } as const
  const lockOf = (isLocked: boolean, waysOut: boolean): LockView => ({
    isLocked,
    settings: SETTINGS,
    waysOut,
    fault: null,
  })

  it('sets up the lock, locks at will, and unlocks', () => {
    expect(menu().item('lock').label).toBe('Set up the app lock…')
    const { click, lockNow } = menu({ lock: lockOf(false, true) })
    click('lock')
    expect(lockNow).toHaveBeenCalledOnce()
    const locked = menu({ lock: lockOf(true, true) })
    locked.click('unlock')
    expect(locked.unlock).toHaveBeenCalledOnce()
  })

  it.each([true, false])('shows only the language and the ways out of ours while locked: %s', (waysOut) => {
    // The same at a start, before an account is open.
    const { items } = menu({ lock: lockOf(true, waysOut), hasAccount: false })
    const left = items.filter(({ click, enabled = true }) => click && enabled).map(({ id = '' }) => id)
    const languages = ['language.system', 'language.en', 'language.zh']
    const others = ['startAtLogin', 'unlock', ...languages, ...(waysOut ? ['cancelAll', 'flatten'] : [])]
    expect(left.sort()).toEqual(others.sort())
  })
})
