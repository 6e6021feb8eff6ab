const at = (text: string): number => Date.parse(text)

/** Moments at which clocks somewhere change, a day ends, or a leap day ends. Wall clock ms. */
export const MOMENTS: readonly number[] = [
  '2026-02-15T01:59:59Z', // Africa/Casablanca, before Ramadan
  '2026-02-15T02:00:00Z',
  '2026-03-08T05:29:59.999Z', // America/St_Johns, spring
  '2026-03-08T05:30:00Z',
  '2026-03-22T02:00:00Z', // Africa/Casablanca, after Ramadan
  '2026-04-04T14:59:59Z', // Australia/Lord_Howe, half an hour back
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z', // and forth
  '2026-11-01T04:30:00Z', // America/St_Johns, autumn
  '2026-12-31T18:14:59Z', // the new year in Asia/Kathmandu
  '2026-12-31T18:15:00Z',
  '2028-02-29T23:59:59.999Z',
  '2028-03-01T00:00:00Z',
].map(at)

/** Zones that a trader may choose, whatever the zone of the system. */
export const CHOSEN = ['utc', 'Australia/Lord_Howe', 'America/St_Johns'] as const
