/** The coin that stands for the market: betas are to it. */
export const BENCHMARK = 'BTC'

/** The beta of a coin with too little history for an estimate. */
export const DEFAULT_BETA = 1.5
