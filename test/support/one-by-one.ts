import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'

/** The dialect of a venue that lists open orders for one instrument per call. */
export const ONE_BY_ONE: Dialect = {
  ...DEFAULT_DIALECT,
  openOrders: { spot: 'perInstrument', contract: 'perInstrument' },
}
