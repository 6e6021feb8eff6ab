import { mean } from '../number/moments.ts'
import { normalDensity, normalQuantile } from '../number/normal.ts'
import { mapParts, meanProduct } from './components.ts'
import { lossOf, type Loss } from './historical.ts'
import { bentQuantile, edgeworthTail, edgeworthTerms, shapeOf, type Shape } from './parametric.ts'

/**
 * Components of the modified VaR and ES (Boudt, Peterson and Croux 2008): the derivatives of `modifiedLoss` along each
 * part, from the co-moments of part and whole. They add up to its VaR and ES. NaN where the whole does not move; no more
 * meaningful than the whole's figure where the bending is not monotone.
 */
export function modifiedComponents(
  parts: ReadonlyMap<string, Float64Array>,
  whole: Float64Array,
  confidence: number,
): ReadonlyMap<string, Loss> {
  const shape = shapeOf(whole)
  const z = normalQuantile(1 - confidence)
  const h = bentQuantile(shape, z)
  const centred = whole.map((value) => (value - shape.mean) / shape.deviation)
  const squares = centred.map((value) => value ** 2)
  const cubes = centred.map((value) => value ** 3)
  return mapParts(parts, (part) => {
    const slope = slopeAlong(part, shape, centred, squares, cubes)
    const bent = bentSlope(shape, slope, z)
    const tail = edgeworthTail(shape, h)
    return {
      var: lossOf(slope.mean) - slope.deviation * h - shape.deviation * bent,
      es:
        lossOf(slope.mean) +
        (slope.deviation * tail + shape.deviation * tailSlope(shape, slope, h, bent)) / (1 - confidence),
    }
  })
}

/**
 * The change of each moment along a part, from d m2 = 2 E[x p], d m3 = 3 E[x p²], d m4 = 4 E[x p³] with the part centred;
 * p is the whole in standard deviations.
 */
function slopeAlong(
  part: Float64Array,
  { deviation: s, skewness, excessKurtosis }: Shape,
  centred: Float64Array,
  squares: Float64Array,
  cubes: Float64Array,
): Shape {
  const average = mean(part)
  const own = part.map((value) => (value - average) / s)
  const second = meanProduct(own, centred)
  return {
    mean: average,
    deviation: second * s,
    skewness: 3 * meanProduct(own, squares) - 3 * skewness * second,
    excessKurtosis: 4 * meanProduct(own, cubes) - 4 * (excessKurtosis + 3) * second,
  }
}

/** Change of the bent quantile. */
function bentSlope({ skewness: S }: Shape, { skewness: dS, excessKurtosis: dK }: Shape, z: number): number {
  return ((z ** 2 - 1) * dS) / 6 + ((z ** 3 - 3 * z) * dK) / 24 - ((2 * z ** 3 - 5 * z) * S * dS) / 18
}

/** Change of the Edgeworth tail, as the shape changes and as its bound does. */
function tailSlope(shape: Shape, { skewness: dS, excessKurtosis: dK }: Shape, h: number, dh: number): number {
  const { skewness: S, excessKurtosis: K } = shape
  const { skew, kurt, squared } = edgeworthTerms(h)
  const steeper = (S * h ** 2) / 2 + (K * (h ** 3 - h)) / 6 + (S ** 2 * (6 * h ** 5 - 36 * h ** 3 + 18 * h)) / 72
  return (
    -h * dh * edgeworthTail(shape, h) + normalDensity(h) * (dS * skew + dK * kurt + 2 * S * dS * squared + steeper * dh)
  )
}
