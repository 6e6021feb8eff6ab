/** The interfaces that a venue may have: how the simulator speaks each of them, and the dialect of its profile. */
import { DIALECTS } from '#electron/simulator/testing/test-simulator.ts'
import type { SimDialect, SimOrder } from '#electron/simulator/testing/test-simulator.ts'
import { DEFAULT_DIALECT, PRESETS } from '#electron/venue/venue.ts'
import type { Dialect } from '#electron/venue/port.ts'

export interface Family {
  readonly family: string
  readonly sim: Partial<SimDialect>
  readonly dialect: Dialect
  /** Whether the interface serves an instrument. A client sees no orders and no positions of other instruments. */
  readonly serves: (spec: Spec) => boolean
}

type Spec = SimOrder['spec']

const bitrue = PRESETS.find(({ id }) => id === 'bitrue')
if (!bitrue) throw new Error('expected the preset of Bitrue')

export const USUAL: Family = { family: 'most venues', sim: {}, dialect: DEFAULT_DIALECT, serves: () => true }
export const BITRUE: Family = {
  ...{ family: 'Bitrue', sim: DIALECTS.bitrue, dialect: bitrue.dialect },
  // Inverse contracts have another API root, which is a separate account.
  serves: (spec) => spec.area === 'spot' || !spec.inverse,
}
export const FAMILIES: readonly Family[] = [USUAL, BITRUE]
