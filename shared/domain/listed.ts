/** "a, b and 3 more": the first `most` by name, those that are left counted. Empty of none. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length - most
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${String(more)} more` : '')
}
