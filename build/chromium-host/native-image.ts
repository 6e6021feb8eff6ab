import type * as Electron from 'electron'
import { record } from './record.ts'
import { notProvided, refusingEmitter } from './refuse.ts'

const PNG_SIGNATURE = 0x89504e47

/** Only what was captured has a picture; one that the app puts together is for the desktop, which is not drawn. */
export class NativeImage extends refusingEmitter('NativeImage') {
  readonly #png: Buffer | null

  readonly #scales: number[] = []

  constructor(png: Buffer | null) {
    super()
    this.#png = png
    if (png === null) return
    if (png.length < 24 || png.readUInt32BE(0) !== PNG_SIGNATURE) throw new Error('chromium-host: not a PNG')
  }

  toPNG(): Buffer {
    if (this.#png === null) throw notProvided('NativeImage.toPNG of an image that was not captured')
    return this.#png
  }

  getSize(): { width: number; height: number } {
    const png = this.toPNG()
    return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  }

  isEmpty(): boolean {
    return this.#png === null && this.#scales.length === 0
  }

  /** As Electron: a bitmap that is too short for its size is left out without a word. */
  addRepresentation({ scaleFactor = 1, width = 0, height = 0, buffer }: Electron.AddRepresentationOptions): void {
    if (buffer && width > 0 && buffer.length >= width * height * 4) this.#scales.push(scaleFactor)
  }

  setTemplateImage(isTemplate: boolean): void {
    record('NativeImage.setTemplateImage', isTemplate)
  }
}
