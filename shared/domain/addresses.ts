import { AREAS, type Area } from './instrument.ts'

/** The addresses of a venue's areas. null: the venue has no such area. */
export interface Addresses {
  readonly spotBaseUrl: string | null
  readonly contractBaseUrl: string | null
}

/** The areas a venue has, each with its address. */
export function areasAt({ spotBaseUrl, contractBaseUrl }: Addresses): ReadonlyMap<Area, string> {
  const addresses = { spot: spotBaseUrl, contract: contractBaseUrl }
  return new Map(
    AREAS.flatMap((area) => {
      const address = addresses[area]
      return address === null ? [] : [[area, address]]
    }),
  )
}
