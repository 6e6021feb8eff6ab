import { deviation, mean, total } from '../number/moments.ts'
import { normalDensity, normalQuantile } from '../number/normal.ts'
import { DAILY_DECAY, ewmaDeviation } from '../series/ewma.ts'
import { lossOf, type Loss } from './historical.ts'
import { ascendingOrder, mixed, quantilePlace, tailWeights } from './quantile.ts'

/*
 * The component of each part of a portfolio (the daily profits of an asset; they add up to the whole) in its VaR and ES:
 * the derivative along the part. By Euler's theorem the components add up to the figure of the whole. Divided by the
 * value of the part, a component is the marginal VaR: what one more unit adds.
 */

/** Components of the Gaussian VaR and ES: -m_i - z cov(i, whole) / s, divisor n. NaN where the whole does not move. */
export function gaussianComponents(
  parts: ReadonlyMap<string, Float64Array>,
  whole: Float64Array,
  confidence: number,
): ReadonlyMap<string, Loss> {
  const s = deviation(whole, 'n')
  const centre = mean(whole)
  const centred = whole.map((value) => (value - centre) / s)
  const { var: outward, es } = unitLoss(confidence)
  return mapParts(parts, (part) => {
    const average = mean(part)
    const along = meanProduct(part, centred)
    return { var: lossOf(average) + outward * along, es: lossOf(average) + es * along }
  })
}

/**
 * Components of the EWMA VaR and ES: as the Gaussian ones without a mean, with weights that fade by 0.94 a day, newest
 * last. NaN where the whole does not move.
 */
export function ewmaComponents(
  parts: ReadonlyMap<string, Float64Array>,
  whole: Float64Array,
  confidence: number,
): ReadonlyMap<string, Loss> {
  const s = ewmaDeviation(whole)
  const unit = unitLoss(confidence)
  return mapParts(parts, (part) => {
    let products = 0
    let weight = 0
    for (const [day, value] of part.entries()) {
      products = products * DAILY_DECAY + value * ((whole[day] as number) / s)
      weight = weight * DAILY_DECAY + 1
    }
    return { var: (unit.var * products) / weight, es: (unit.es * products) / weight }
  })
}

/** VaR and ES of a standard normal variable. */
function unitLoss(confidence: number): Loss {
  const z = normalQuantile(1 - confidence)
  return { var: -z, es: normalDensity(z) / (1 - confidence) }
}

/**
 * Components of the historical VaR and ES: the weighted loss of the part on the two days next to the quantile, and on
 * the days of the tail. Both add up exactly. Those of the VaR rest on two days and are noisy: prefer those of the ES.
 * Days of equal profit count in their order. NaN without days.
 */
export function historicalComponents(
  parts: ReadonlyMap<string, Float64Array>,
  whole: Float64Array,
  confidence: number,
): ReadonlyMap<string, Loss> {
  const share = 1 - confidence
  const order = ascendingOrder(whole)
  const { lower, upper, weight } = quantilePlace(order.length, share)
  const { full, each, rest } = tailWeights(order.length, share)
  const tail = new Float64Array(rest > 0 ? full + 1 : full)
  return mapParts(parts, (part) => {
    const at = (rank: number): number => part[order[rank] ?? -1] ?? NaN
    for (let rank = 0; rank < tail.length; rank++) tail[rank] = at(rank) * (rank < full ? each : rest)
    return {
      var: lossOf(mixed(at(lower), at(upper), weight)),
      es: lossOf(tail.length === 0 ? NaN : total(tail)),
    }
  })
}

/** The mean of a product, day by day. */
export function meanProduct(a: Float64Array, b: Float64Array): number {
  return mean(a.map((value, day) => value * (b[day] as number)))
}

/** A function of every part. */
export function mapParts<Result>(
  parts: ReadonlyMap<string, Float64Array>,
  of: (part: Float64Array) => Result,
): ReadonlyMap<string, Result> {
  return new Map([...parts].map(([name, part]) => [name, of(part)]))
}
