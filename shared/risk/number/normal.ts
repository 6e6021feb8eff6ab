/** The normal distribution, and chi-square tails from it, to full float64 precision far into the tails. */

/** e^(-x²/2) / √(2π). */
export function normalDensity(x: number): number {
  return minusSquareExp(x / Math.SQRT2) / Math.sqrt(2 * Math.PI)
}

/** Φ(x): probability that a standard normal variable is at most x. */
export function normalCdf(x: number): number {
  return erfc(-x / Math.SQRT2) / 2
}

/**
 * Φ⁻¹(p), for p from 0 (minus infinity) to 1 (infinity); NaN outside. A rational start (Hastings 1955, error under
 * 4.5e-4), then Halley's steps on Φ, each of which triples the digits.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return NaN
  // In the lower half Φ loses no digit; 1 - p is exact there.
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p === 0) return -Infinity
  if (p === 0.5) return 0
  return halleyStep(halleyStep(hastingsStart(p), p), p)
}

function hastingsStart(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return above / below - t
}

function halleyStep(x: number, p: number): number {
  const newton = (normalCdf(x) - p) / normalDensity(x)
  return x - newton / (1 + (x * newton) / 2)
}

/**
 * Probability that a chi-square variable of 1 or 2 degrees of freedom exceeds x: p-value of a likelihood ratio. A ratio
 * that rounding left just under zero has p = 1.
 */
export function chiSquareTail(x: number, degreesOfFreedom: 1 | 2): number {
  const positive = Math.max(0, x)
  return degreesOfFreedom === 1 ? erfc(Math.sqrt(positive / 2)) : Math.exp(-positive / 2)
}

/**
 * Complementary error function, relative error of a few units in the last place down to where it underflows (x = 26.5):
 * the series of erf near zero, the continued fraction above, where 1 - erf would lose its digits.
 */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x)
  return x < 0.5 ? 1 - erfSeries(x) : minusSquareExp(x) * erfcFraction(x)
}

/** erf(x) = 2/√π e^(-x²) Σ 2^n x^(2n+1) / (1·3·…·(2n+1)): every term positive, nothing cancels. */
function erfSeries(x: number): number {
  let term = x
  let total = x
  for (let n = 1; term > total * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    total += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total
}

/** e^(x²) erfc(x) = 1/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))), evaluated from the inside out. */
function erfcFraction(x: number): number {
  // What is cut off shrinks as e^(-2x√(2n)).
  const terms = Math.ceil(180 / Math.max(x * x, 0.25)) + 20
  let tail = x
  for (let n = terms; n >= 1; n--) tail = x + n / 2 / tail
  return 1 / (Math.sqrt(Math.PI) * tail)
}

/** e^(-x²): the rounding of a large x² would cost digits, so most of x is squared exactly. */
function minusSquareExp(x: number): number {
  const coarse = Math.round(x * 16) / 16
  const square = coarse * coarse
  return Number.isFinite(square) ? Math.exp(-square) * Math.exp(-(x - coarse) * (x + coarse)) : 0
}
