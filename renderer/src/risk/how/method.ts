/** How one figure is computed, as it is said on the screen. */
export interface Method {
  readonly title: string
  /** In plain text, one step a line. */
  readonly formula: string
  /** What the formula does not say: assumptions and limits. */
  readonly note?: string
  /** Whose formula it is, by author and year. */
  readonly source: string
}

/** Where it takes no more than adding up. */
export const OWN = 'Arithmetic of this report'
