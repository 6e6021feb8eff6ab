// Trays that are not drawn: their menu's items are found by id and clicked.
import { NativeImage as Image, type NativeImage } from '../native-image.ts'
import { record, recording } from '../record.ts'
import { provided, refusingEmitter, throwsWhenDestroyed } from '../refuse.ts'
import type { Menu } from './menu.ts'

export const nativeImage = provided('nativeImage', { createEmpty: (): NativeImage => new Image(null) })

export class Tray extends refusingEmitter('Tray') {
  #isDestroyed = false
  /** For tests: what it shows. */
  menu: Menu | null = null
  toolTip = ''

  constructor(image: NativeImage) {
    super()
    if (image.isEmpty()) throw new TypeError('chromium-host: a tray with an empty image cannot be seen')
    record('new Tray')
    recording.trays.push(this)
  }

  setImage(image: NativeImage): void {
    record('Tray.setImage', image.isEmpty())
  }

  setToolTip(text: string): void {
    this.toolTip = text
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }

  destroy(): void {
    this.#isDestroyed = true
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}

throwsWhenDestroyed(Tray)
