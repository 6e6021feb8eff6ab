/** What main says, as a person would put it. Pure. */
import type { Failure } from '#shared/domain/failure.ts'
import type { Encoded } from '#shared/domain/decimal.ts'

/** `message` with every position called by its name: "long E-LINK-USDT cross" for "E-LINK-USDT:cross:long". */
export function withoutKeys(message: string): string {
  return message.replace(/(?:position )?([^\s:]+):(cross|isolated):(long|short)/g, '$3 $1 $2')
}

/** What became of a request and why it failed, as one sentence where the second is told as the reason of the first. */
export function inOneSentence(detail: string, failure: Encoded<Failure> | null): string {
  const reason = failure?.message ?? ''
  const what = detail.slice(0, -reason.length - 1)
  if (reason === '' || detail !== `${what} ${reason}` || !what.endsWith('.')) return detail
  return `${what.slice(0, -1)}: ${reason}${reason.endsWith('.') ? '' : '.'}`
}

/** A message that stands alone: with a capital and a full stop. */
export function asSentence(message: string): string {
  const text = message.trim()
  if (text === '') return ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
