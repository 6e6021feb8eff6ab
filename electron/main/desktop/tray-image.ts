import { nativeImage } from 'electron'
import type { NativeImage } from 'electron'
import type { Severity } from '#shared/risk/severity.ts'
import { trayPixels } from './tray-icon.ts'

const SIZE = 16
const SCALES = [1, 1.5, 2, 3] as const

/** The icon at each screen scale factor. `isTemplate`: black, for the system to colour. */
export function trayIcon(severity: Severity, isTemplate: boolean): NativeImage {
  const image = nativeImage.createEmpty()
  for (const scaleFactor of SCALES) {
    const size = SIZE * scaleFactor
    image.addRepresentation({
      scaleFactor,
      width: size,
      height: size,
      buffer: trayPixels(severity, size, isTemplate),
    })
  }
  image.setTemplateImage(isTemplate)
  return image
}
