/** The interfaces a venue may speak, as the simulator does, and what its profile says of that. */
import { DIALECTS } from '#electron/simulator/simulator.ts'
import type { SimDialect } from '#electron/simulator/simulator.ts'
import { DEFAULT_DIALECT, PRESETS } from '#electron/venue/client.ts'
import type { Dialect } from '#electron/venue/client.ts'

export interface Family {
  readonly family: string
  readonly sim: Partial<SimDialect>
  readonly dialect: Dialect
}

const bitrue = PRESETS.find(({ id }) => id === 'bitrue')
if (!bitrue) throw new Error('expected the preset of Bitrue')

export const BITRUE: Family = { family: 'Bitrue', sim: DIALECTS.bitrue, dialect: bitrue.dialect }
export const FAMILIES: readonly Family[] = [{ family: 'most venues', sim: {}, dialect: DEFAULT_DIALECT }, BITRUE]
