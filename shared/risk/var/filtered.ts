import { DAILY_DECAY, ewmaDeviation } from '../series/ewma.ts'

/** Days that a volatility needs before its residual counts. */
export const BURN_IN = 30

/**
 * Filtered historical simulation (Hull and White 1998): every day after the thirtieth, scaled from the volatility
 * forecast for it (EWMA of the days strictly before) to the one for tomorrow, x_t σ_tomorrow / σ_t. A day before any move
 * is taken as it is. Days oldest first; 30 or fewer leave none.
 */
export function filtered(values: Float64Array): Float64Array {
  const tomorrow = ewmaDeviation(values)
  const scaled = values.slice(BURN_IN)
  let squares = 0
  let weight = 0
  for (const [index, value] of values.entries()) {
    const sigma = Math.sqrt(squares / weight)
    if (index >= BURN_IN && sigma > 0) scaled[index - BURN_IN] = (value / sigma) * tomorrow
    squares = squares * DAILY_DECAY + value * value
    weight = weight * DAILY_DECAY + 1
  }
  return scaled
}
