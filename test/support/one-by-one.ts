import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'

/** Of a venue that lists open orders one instrument at a time. */
export const ONE_BY_ONE: Dialect = {
  ...DEFAULT_DIALECT,
  openOrders: { spot: 'perInstrument', contract: 'perInstrument' },
}
