/** "No price, so not in it: WEN, DOT."; nothing where there is no name. */
export function said(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what}: ${names.join(', ')}.`
}
