/** The words of renderer/src/desk. */
export const desk = {
  'desk.warnings': 'Warnings',
  'desk.moreWarnings': '{count} more warning | {count} more warnings',
  'desk.fewerWarnings': 'Show fewer warnings',
} as const
