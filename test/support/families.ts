/** The interfaces a venue may speak, as the simulator does, and what its profile says of that. */
import { DIALECTS } from '#electron/simulator/testing/test-simulator.ts'
import type { SimDialect, SimOrder } from '#electron/simulator/testing/test-simulator.ts'
import { DEFAULT_DIALECT, PRESETS } from '#electron/venue/venue.ts'
import type { Dialect } from '#electron/venue/port.ts'

export interface Family {
  readonly family: string
  readonly sim: Partial<SimDialect>
  readonly dialect: Dialect
  /** Whether its interface serves an instrument: of the others a client sees no order and no position. */
  readonly serves: (spec: Spec) => boolean
}

type Spec = SimOrder['spec']

const bitrue = PRESETS.find(({ id }) => id === 'bitrue')
if (!bitrue) throw new Error('expected the preset of Bitrue')

export const USUAL: Family = { family: 'most venues', sim: {}, dialect: DEFAULT_DIALECT, serves: () => true }
export const BITRUE: Family = {
  ...{ family: 'Bitrue', sim: DIALECTS.bitrue, dialect: bitrue.dialect },
  // Inverse contracts stand under another root, which is another account.
  serves: (spec) => spec.area === 'spot' || !spec.inverse,
}
export const FAMILIES: readonly Family[] = [USUAL, BITRUE]
