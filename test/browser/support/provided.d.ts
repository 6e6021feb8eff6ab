declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the program that runs the pages. */
    readonly browser: string
  }
}

export {}
