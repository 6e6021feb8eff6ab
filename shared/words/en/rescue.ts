/** The ways back to a safe margin rate. */
export const rescue = {} as const
