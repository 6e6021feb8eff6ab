/** Whether `text` has every word of `filter`, in any order and letter case. */
export function matchesWords(text: string, filter: string): boolean {
  const searched = text.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
