import type { NewAccount } from '#shared/ipc/contract.ts'

export type FormField = keyof NewAccount
/** What is wrong with a field and what to do, by field; a field that is right is not in it. */
export type FormFaults = Partial<Record<FormField, string>>

/** What each field is called, in the order of the form. */
export const FIELD_NAMES = {
  name: 'Name',
  spotBaseUrl: 'Spot base URL',
  contractBaseUrl: 'Contract base URL',
  apiKey: 'API key',
  apiSecret: 'API secret',
} as const satisfies Record<FormField, string>

const LONGEST: Readonly<Record<FormField, number>> = {
  name: 40,
  spotBaseUrl: 200,
  contractBaseUrl: 200,
  apiKey: 200,
  apiSecret: 200,
}
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Faults a form can see by itself, before anything is sent; main checks again, and the venue has the last word. */
export function checkForm(form: NewAccount): FormFaults {
  const faults: FormFaults = {}
  for (const field of Object.keys(FIELD_NAMES) as FormField[]) {
    const fault = faultOf(field, form[field].trim())
    if (fault !== null) faults[field] = fault
  }
  return faults
}

function faultOf(field: FormField, text: string): string | null {
  if (text === '') return `${FIELD_NAMES[field]} is missing.`
  if (text.length > LONGEST[field]) return `At most ${String(LONGEST[field])} characters.`
  if (field === 'spotBaseUrl' || field === 'contractBaseUrl') return urlFault(text)
  if (field !== 'name' && /\s/.test(text)) return 'There is a space or line break inside; paste it again.'
  return null
}

/** A key signs every call, so it only goes over TLS, except to this computer itself. */
function urlFault(text: string): string | null {
  if (!URL.canParse(text)) return 'Not an address. Write it out, as in https://api.example.com'
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'Leave the user name and password out of the address.'
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))) return null
  return 'The address must begin with https://'
}
