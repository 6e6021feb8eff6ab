import type { DrillCheck, DrillCheckName } from '#shared/desk/drill.ts'

/** What each check of a fire drill looked at. */
export const CHECK_TITLES: Readonly<Record<DrillCheckName, string>> = {
  key: 'Key',
  clock: 'Clocks',
  spot: 'Spot account',
  contract: 'Contract account',
  testOrders: 'Test orders',
  contracts: 'Held contracts',
  sizes: 'Order sizes',
  budget: 'Call budget',
  plan: 'Flatten plan',
}

export const VERDICT_WORDS: Readonly<Record<DrillCheck['verdict'], string>> = {
  passed: 'Passed',
  warning: 'Warning',
  failed: 'Failed',
  skipped: 'Skipped',
}
