/** Why a call, a key or a file did not work, and what to do. */
export const failure = {
  'failure.venueWords': 'The venue’s words: {code} “{text}”.',
} as const
