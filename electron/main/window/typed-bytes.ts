/**
 * Hands bytes that were typed, as they crossed from a page, to `use`, and wipes both copies whatever comes of it.
 * Anything but a list of bytes is empty.
 */
export async function useTyped<T>(given: unknown, use: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  const crossed: unknown[] = Array.isArray(given) ? given : []
  const bytes = Uint8Array.from(crossed, Number)
  try {
    return await use(bytes)
  } finally {
    bytes.fill(0)
    crossed.fill(0)
  }
}
