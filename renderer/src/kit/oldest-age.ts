/** The age of the oldest, ms; null while one of them is not known, and with none. */
export function oldestAge(ages: readonly (number | null)[]): number | null {
  const known = ages.filter((age) => age !== null)
  return known.length === 0 || known.length < ages.length ? null : Math.max(...known)
}
