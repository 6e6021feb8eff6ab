/** An event of Electron that a listener may prevent. */
export function preventable<T extends object>(
  details: T,
): T & { readonly defaultPrevented: boolean; preventDefault(): void } {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      Object.assign(this, { defaultPrevented: true })
    },
  }
}
