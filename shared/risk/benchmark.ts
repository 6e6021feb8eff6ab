/** The coin that stands for the market: betas are against it. */
export const BENCHMARK = 'BTC'

/** The beta of a coin that has too little history for one of its own. */
export const DEFAULT_BETA = 1.5
