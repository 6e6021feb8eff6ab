/**
 * Panels of the accounts in windows of their own, for a second display. Each has the page, the sandbox and the preload
 * of the main window, but the gate lets it only read (`authority/gate.ts`). None is a child of the main window, which
 * would float above it and could cover the way out.
 */
import type { BrowserWindow } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import type { SettingsView } from '#shared/ipc/settings.ts'
import { MOST_POP_OUTS, PANEL_IDS, searchOf, type PanelId } from '#shared/ipc/panel.ts'
import { message } from '#shared/words/message.ts'
import type { Log } from '../../log/log.ts'
import { tell } from '../authority/ipc.ts'
import { keepPageAlive } from './page-recovery.ts'
import { bringForward, openWindow } from './window.ts'
import type { WindowState } from './window-state.ts'

const USUAL = { width: 760, height: 520 } as const
const SMALLEST = { width: 420, height: 240 } as const

/** `stateOf`: where the window of a panel was, and whether it was open. */
export function createPopOuts(
  preload: string,
  stateOf: (panel: PanelId) => WindowState,
  clock: Pick<Clock, 'mono' | 'after'>,
  log: Log,
) {
  const shown = new Map<PanelId, { readonly window: BrowserWindow; readonly beginAnew: () => void }>()
  const windows = (): readonly BrowserWindow[] =>
    [...shown.values()].flatMap(({ window }) => (window.isDestroyed() ? [] : [window]))

  function show(panel: PanelId, state: WindowState, takesFocus: boolean): void {
    const kind = { usual: USUAL, smallest: SMALLEST, search: searchOf(panel), hidesMenu: true, takesFocus }
    const window = openWindow({ preload, size: null, state, clock, log, kind })
    // The page is reloaded as often as the main one, counted on its own. After that its window is closed.
    const lost = (): void => {
      state.keepOpen(false)
      window.destroy()
    }
    const popOut = { window, beginAnew: keepPageAlive(window, clock, process, lost) }
    shown.set(panel, popOut)
    // Not when Plimsoll is left: that destroys the window, which is then open again at the next start.
    window.on('close', () => state.keepOpen(false))
    window.once('closed', () => shown.get(panel) === popOut && shown.delete(panel))
    state.keepOpen(true)
  }

  return {
    windows,
    /** Opens the window of `panel`, or brings it to the front. @returns why not; null: it is there. */
    open(panel: PanelId): Message | null {
      const open = shown.get(panel)
      if (open?.window.isDestroyed() === false) bringForward(open.window)
      else if (windows().length >= MOST_POP_OUTS) return message('main.tooManyPanels', { count: MOST_POP_OUTS })
      else show(panel, stateOf(panel), true)
      return null
    },
    /** Opens those that were open when Plimsoll was left. */
    reopen(): void {
      const kept = PANEL_IDS.map((panel) => ({ panel, state: stateOf(panel) })).filter(({ state }) => state.wasOpen())
      for (const { panel, state } of kept.slice(0, MOST_POP_OUTS)) show(panel, state, false)
    },
    hasFocus: (): boolean => windows().some((window) => window.isFocused()),
    tellSettings(settings: SettingsView): void {
      for (const window of windows()) tell(window, 'settingsChanged', settings)
    },
    /** Removes everything that they show. */
    beginAnew(): void {
      for (const { beginAnew } of shown.values()) beginAnew()
    },
    /** For leaving Plimsoll. */
    end(): void {
      for (const window of windows()) window.destroy()
    },
  }
}
