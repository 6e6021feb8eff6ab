import { areasAt } from '#shared/domain/addresses.ts'
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'

/** The fields that are typed. */
export type FormField = Exclude<keyof NewAccount, 'preset' | 'profile'>
/** What is wrong with a field and what to do, by field; a field that is right is not in it. */
export type FormFaults = Partial<Record<FormField | 'venue', string>>

/** What each field is called, in the order of the form. */
export const FIELD_NAMES = {
  name: 'Name',
  spotBaseUrl: 'Spot base URL',
  contractBaseUrl: 'Contract base URL',
  apiKey: 'API key',
  apiSecret: 'API secret',
} as const satisfies Record<FormField, string>

/** This computer itself: the names main lets plain http through to. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Faults a form can see by itself, before anything is sent; main checks again, and the venue has the last word. */
export function checkForm(form: NewAccount): FormFaults {
  const faults: FormFaults = {}
  for (const field of Object.keys(FIELD_NAMES) as FormField[]) {
    const text = form[field]
    const fault = text === null ? null : faultOf(field, text.trim())
    if (fault !== null) faults[field] = fault
  }
  if (form.preset === undefined && areasAt(form).size === 0)
    faults.spotBaseUrl = 'Give the address of Spot, of Contract, or of both.'
  return faults
}

function faultOf(field: FormField, text: string): string | null {
  if (text === '') return `${FIELD_NAMES[field]} is missing.`
  if (text.length > ACCOUNT_LIMITS[field]) return `At most ${String(ACCOUNT_LIMITS[field])} characters.`
  if (field === 'spotBaseUrl' || field === 'contractBaseUrl') return urlFault(text)
  if (field !== 'name' && /\s/.test(text)) return 'There is a space or line break inside; paste it again.'
  return null
}

/** A key signs every call, so it only goes over TLS, except to this computer itself. */
function urlFault(text: string): string | null {
  if (!URL.canParse(text)) return 'Not an address. Write it out, as in https://api.example.com'
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '') return 'Leave the user name and password out of the address.'
  if (search !== '' || hash !== '') return 'Leave out everything from the ? or # on.'
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return null
  return 'The address must begin with https://'
}
