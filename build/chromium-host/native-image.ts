import { refusingEmitter } from './refuse.ts'

const PNG_SIGNATURE = 0x89504e47

/** A captured picture; the only image this host knows is PNG. */
export class NativeImage extends refusingEmitter('NativeImage') {
  readonly #png: Buffer

  constructor(png: Buffer) {
    super()
    if (png.length < 24 || png.readUInt32BE(0) !== PNG_SIGNATURE) throw new Error('chromium-host: not a PNG')
    this.#png = png
  }

  toPNG(): Buffer {
    return this.#png
  }

  getSize(): { width: number; height: number } {
    return { width: this.#png.readUInt32BE(16), height: this.#png.readUInt32BE(20) }
  }
}
