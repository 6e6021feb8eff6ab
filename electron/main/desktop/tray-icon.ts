/** Draws the tray icon. Its shape shows the severity as well as its colour. Pure. */
import type { Severity } from '#shared/risk/severity.ts'

/** Whether the point is inside, in a square from -1 to 1 with y pointing down. */
type Shape = (x: number, y: number) => boolean

const ring: Shape = (x, y) => {
  const r = Math.hypot(x, y)
  return (r <= 0.78 && r >= 0.5) || (Math.abs(y) <= 0.13 && Math.abs(x) <= 0.98)
}
/** The mark inside a warning sign: a bar and a dot. */
const bang: Shape = (x, y) => Math.abs(x) <= 0.13 && (Math.abs(y + 0.05) <= 0.35 || Math.abs(y - 0.56) <= 0.13)
const triangle: Shape = (x, y) => y <= 0.85 && Math.abs(x) <= (y + 0.9) * 0.55 && !bang(x, y)
const octagon: Shape = (x, y) => {
  const [a, b] = [Math.abs(x), Math.abs(y)]
  return Math.max(a, b) <= 0.92 && a + b <= 1.3 && !bang(x, y + 0.1)
}

const SHAPES: Readonly<Record<Severity, Shape>> = { neutral: ring, amber: triangle, red: octagon }
/** Red, green, blue. They stand out on light and dark bars. */
const COLOURS = { neutral: [74, 144, 217], amber: [224, 146, 16], red: [222, 58, 58] } as const satisfies Record<
  Severity,
  readonly [number, number, number]
>

/** Sample points in each direction for the edge of a pixel. */
const FINE = 4

/** Pixels as blue, green, red, alpha, premultiplied. `isTemplate`: black, for the system to colour. */
export function trayPixels(severity: Severity, size: number, isTemplate: boolean): Buffer {
  const shape = SHAPES[severity]
  const [red, green, blue] = isTemplate ? [0, 0, 0] : COLOURS[severity]
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const share = coverage(shape, column, row, size)
      pixels.set(
        [blue, green, red, 255].map((value) => Math.round(value * share)),
        (row * size + column) * 4,
      )
    }
  }
  return pixels
}

function coverage(shape: Shape, column: number, row: number, size: number): number {
  const at = (pixel: number, step: number): number => ((pixel + (step + 0.5) / FINE) / size) * 2 - 1
  let inside = 0
  for (let i = 0; i < FINE; i += 1) for (let j = 0; j < FINE; j += 1) if (shape(at(column, i), at(row, j))) inside += 1
  return inside / (FINE * FINE)
}
