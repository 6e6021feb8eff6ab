/** The words of renderer/src/app. */
export const app = {} as const
