import { areasAt } from '#shared/domain/addresses.ts'
import type { Message } from '#shared/domain/message.ts'
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'

/** The typed fields, in the order of the form. */
export const FORM_FIELDS = ['name', 'spotBaseUrl', 'contractBaseUrl', 'apiKey'] as const
export type FormField = (typeof FORM_FIELDS)[number]

/** What is wrong with each field and what to do; a valid field is absent. */
export type FormFaults = Partial<Record<FormField | 'venue', Message>>

/** This computer itself: the names for which main allows plain http. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Faults that the form can find before anything is sent; main checks again, and the venue has the last word. */
export function checkForm(form: NewAccount): FormFaults {
  const faults: FormFaults = {}
  for (const field of FORM_FIELDS) {
    const text = form[field]
    const fault = text === null ? null : faultOf(field, text.trim())
    if (fault !== null) faults[field] = fault
  }
  if (form.preset === undefined && areasAt(form).size === 0) faults.spotBaseUrl = message('accounts.fault.noAddress')
  return faults
}

/** What is wrong with the text of a field; null: nothing that can be seen here. */
export function faultOf(field: FormField, text: string): Message | null {
  if (text === '') return message('accounts.fault.missing', { field: message(`accounts.field.${field}`) })
  const most = ACCOUNT_LIMITS[field]
  if (text.length > most) return message('accounts.fault.tooLong', { most })
  if (field === 'spotBaseUrl' || field === 'contractBaseUrl') return urlFault(text)
  return field !== 'name' && /\s/.test(text) ? message('accounts.fault.space') : null
}

/** A key signs every call, so it only goes over TLS, except to this computer itself. */
function urlFault(text: string): Message | null {
  if (!URL.canParse(text)) return message('accounts.fault.notAddress')
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '') return message('accounts.fault.userName')
  if (search !== '' || hash !== '') return message('accounts.fault.query')
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  return isSafe ? null : message('accounts.fault.scheme')
}
