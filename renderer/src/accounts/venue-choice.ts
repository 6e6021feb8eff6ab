/** Which venues a search finds, and the hosts of each. */
import { areasAt } from '#shared/domain/addresses.ts'
import type { PresetView } from '#shared/domain/venue-preset.ts'

/** Used in place of a venue's id; no id looks like it. */
export const OTHER_VENUE = '#other'

/** The hosts of a venue, Spot first. */
export function hostsOf(venue: PresetView): readonly string[] {
  const hosts = [...areasAt(venue).values()].map((url) => (URL.canParse(url) ? new URL(url).host : url))
  return [...new Set(hosts)]
}

/** The venues with `search` in their name or a host; those whose name begins with it first. */
export function matching(venues: readonly PresetView[], search: string): readonly PresetView[] {
  const wanted = search.trim().toLowerCase()
  const begins = ({ name }: PresetView): boolean => name.toLowerCase().startsWith(wanted)
  const found = venues.filter((venue) =>
    [venue.name, ...hostsOf(venue)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return [...found.filter(begins), ...found.filter((venue) => !begins(venue))]
}
