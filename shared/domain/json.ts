/** What JSON `text` means; null: it is not JSON. The parser's own error is dropped, because it quotes the text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
