import { DEFAULT_DIALECT, type VenuePreset } from '#electron/venue/venue.ts'

/** A preset without addresses: a test gives it those of its own venue. */
export const HARBOUR: VenuePreset = {
  id: 'harbour',
  name: 'Harbour',
  version: 1,
  covers: 'both',
  spotBaseUrl: null,
  contractBaseUrl: null,
  evidence: { date: '2026-09-22', kind: 'documented', sources: ['docs.harbour.example'] },
  quirks: [],
  dialect: DEFAULT_DIALECT,
}
