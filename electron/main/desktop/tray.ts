/** The tray, or menu bar on macOS. */
import { Menu, Tray } from 'electron'
import type { Severity } from '#shared/risk/severity.ts'
import { trayIcon } from './tray-image.ts'
import { trayView, type TrayNeeds, type TrayOf } from './tray-view.ts'

/** Shows the tray and returns a function to call with each snapshot; null: the desktop has no tray. */
export function openTray(needs: TrayNeeds & { readonly platform: NodeJS.Platform }): ((of: TrayOf) => void) | null {
  const isTemplate = needs.platform === 'darwin'
  let tray: Tray
  try {
    tray = new Tray(trayIcon('neutral', isTemplate))
  } catch {
    return null
  }
  // On Linux and macOS a click opens the menu.
  if (needs.platform === 'win32') tray.on('click', () => needs.show())
  let shown = { severity: 'neutral' as Severity, text: '' }
  return (of) => {
    if (tray.isDestroyed()) return
    const { severity, tip, menu, text } = trayView(of, needs)
    if (severity !== shown.severity) tray.setImage(trayIcon(severity, isTemplate))
    if (text !== shown.text) {
      tray.setToolTip(tip)
      tray.setContextMenu(Menu.buildFromTemplate(menu))
    }
    shown = { severity, text }
  }
}
