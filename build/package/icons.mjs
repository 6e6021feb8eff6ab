// Every icon, from build/icon.svg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { ROOT } from '../run.mjs'

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** Apple's four-letter type for a PNG of each size. */
const APPLE_TYPES = { 32: 'ic11', 64: 'ic12', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' }

/** An SVG as a square PNG of `size` pixels. */
function pngOf(svg, size) {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render().asPng()
}

/** Writes `icons/*.png`, `icon.ico` and `icon.icns` into `folder`. */
export function makeIcons(folder) {
  const svg = readFileSync(join(ROOT, 'build', 'icon.svg'), 'utf8')
  mkdirSync(join(folder, 'icons'), { recursive: true })
  for (const size of LINUX_SIZES) writeFileSync(join(folder, 'icons', `${size}x${size}.png`), pngOf(svg, size))
  writeFileSync(join(folder, 'icon.ico'), icoOf(WINDOWS_SIZES.map((size) => ({ size, png: pngOf(svg, size) }))))
  const apple = Object.entries(APPLE_TYPES).map(([size, type]) => ({ type, png: pngOf(svg, Number(size)) }))
  writeFileSync(join(folder, 'icon.icns'), icnsOf(apple))
}

/** A Windows icon: a table of the pictures, then the pictures. */
function icoOf(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const row = 6 + 16 * index
    // 256 is written as 0: the size is one byte.
    head.writeUInt8(size % 256, row)
    head.writeUInt8(size % 256, row + 1)
    head.writeUInt16LE(1, row + 4)
    head.writeUInt16LE(32, row + 6)
    head.writeUInt32LE(png.length, row + 8)
    head.writeUInt32LE(at, row + 12)
    at += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** An Apple icon: pictures, each behind its type and its length. */
function icnsOf(pictures) {
  const parts = pictures.flatMap(({ type, png }) => [header(type, png.length), png])
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([header('icns', length), ...parts])
}

function header(type, length) {
  const bytes = Buffer.alloc(8)
  bytes.write(type, 'latin1')
  bytes.writeUInt32BE(length + 8, 4)
  return bytes
}
