/**
 * Whether the text has every word of `filter`, in any order and letter case. Text takes long to make for a thousand rows,
 * and mostly nothing is looked for.
 */
export function matchesWords(textOf: () => string, filter: string): boolean {
  if (filter.trim() === '') return true
  const searched = textOf().toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
