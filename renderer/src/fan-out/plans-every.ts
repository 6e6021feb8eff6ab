/**
 * How long the plans of several accounts are shown before they are made again. Longer than for one plan: each of them
 * reads its account, and a trader reads them one after the other.
 */
export const PLANS_EVERY_MS = 15_000
