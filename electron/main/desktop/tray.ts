/** The tray, or menu bar on macOS. */
import { Menu, Tray, nativeImage } from 'electron'
import type { NativeImage } from 'electron'
import type { Severity } from '#shared/risk/severity.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { trayPixels } from './tray-icon.ts'
import { trayView, type TrayNeeds } from './tray-view.ts'

const SIZE = 16
const SCALES = [1, 1.5, 2, 3] as const

/** Shows the tray and returns a function to call with each snapshot; null where the desktop has no tray. */
export function openTray(
  needs: TrayNeeds & { readonly platform: NodeJS.Platform },
): ((snapshot: Snapshot, isAlarmed: boolean) => void) | null {
  let tray: Tray
  try {
    tray = new Tray(iconOf('neutral', needs.platform))
  } catch {
    return null
  }
  // On Linux and macOS a click opens the menu.
  if (needs.platform === 'win32') tray.on('click', () => needs.show())
  let shown = { severity: 'neutral' as Severity, text: '' }
  return (snapshot, isAlarmed) => {
    if (tray.isDestroyed()) return
    const { severity, tip, menu } = trayView(snapshot, isAlarmed, needs)
    if (severity !== shown.severity) tray.setImage(iconOf(severity, needs.platform))
    if (tip !== shown.text) {
      tray.setToolTip(tip)
      tray.setContextMenu(Menu.buildFromTemplate(menu))
    }
    shown = { severity, text: tip }
  }
}

/** The icon at each scale factor of screens. */
function iconOf(severity: Severity, platform: NodeJS.Platform): NativeImage {
  const isTemplate = platform === 'darwin'
  const image = nativeImage.createEmpty()
  for (const scaleFactor of SCALES) {
    const size = SIZE * scaleFactor
    image.addRepresentation({
      ...{ scaleFactor, width: size, height: size },
      buffer: trayPixels(severity, size, isTemplate),
    })
  }
  image.setTemplateImage(isTemplate)
  return image
}
