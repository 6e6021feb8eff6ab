/**
 * Hands typed bytes that came from a page to `use`. Both copies are wiped afterwards, even if `use` fails. Anything but
 * a list of bytes counts as empty.
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
