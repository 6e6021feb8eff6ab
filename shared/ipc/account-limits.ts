/** The longest text of each field of a new account, characters. In its own file, for the form without the schema library. */
export const ACCOUNT_LIMITS = {
  name: 40,
  spotBaseUrl: 200,
  contractBaseUrl: 200,
  apiKey: 200,
  apiSecret: 200,
} as const

/** The longest text of a venue profile, characters. */
export const PROFILE_MAX_LENGTH = 65_536
