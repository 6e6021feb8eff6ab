/** The words of renderer/src/kit. */
export const kit = {
  'kit.notConfirmed': 'not confirmed',
} as const
