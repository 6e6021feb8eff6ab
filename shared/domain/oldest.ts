/** The oldest of these moments, in the order of a clock; those that are not known do not count. null with none. */
export function oldest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}
