/** A message that stands alone: with a capital and a full stop. */
export function asSentence(message: string): string {
  const text = message.trim()
  if (text === '') return ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
