/**
 * Whether the text has every word of `filter`, in any order and letter case. Without a filter the text is not made, as
 * that takes long for a thousand rows.
 */
export function matchesWords(textOf: () => string, filter: string): boolean {
  if (filter.trim() === '') return true
  const searched = textOf().toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
