/** The oldest age, ms; null if one is not known, or without any. */
export function oldestAge(ages: readonly (number | null)[]): number | null {
  const known = ages.filter((age) => age !== null)
  return known.length === 0 || known.length < ages.length ? null : Math.max(...known)
}
