/** Where a key may be used: the addresses of its account, kept with it in the keychain (ADR 0018). */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import type { Question } from '../authority/confirm.ts'
import type { StoredAccount } from './account-index.ts'

/** The places of `addresses` as the vault keeps them, one an area, each in a line: the same for the same places. */
export function placesOf(addresses: Addresses): string {
  return [...areasAt(addresses)].map(([area, address]) => `${area} ${placeOf(address)}`).join('\n')
}

/** This computer by any of its names. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The same for one place, however its address is spelled: case, punycode, usual port, IP in other digits, stops, slashes. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, hostname, port, pathname } = new URL(address)
  const host = hostname.replace(/\.$/, '')
  const path = pathname.split('/').filter((part) => part !== '')
  const origin = `${protocol}//${LOOPBACK.test(host) ? 'localhost' : host}${port === '' ? '' : `:${port}`}`
  return [origin, ...path].join('/')
}

/** Asks whether the key, kept for the places `before`, is to be used where the list of accounts says now. */
export function elsewhereQuestion(account: StoredAccount, before: string): Question {
  const { name, keyTail } = account
  const was = before === '' ? [message('main.confirm.wasUnknown')] : lines(before, 'main.confirm.was')
  return {
    what: message('main.confirm.elsewhere', { name }),
    lines: [
      ...was,
      ...lines(placesOf(account), 'main.confirm.wouldBe'),
      message('main.confirm.key', { tail: keyTail }),
    ],
    yes: 'main.confirm.elsewhereNow',
  }
}

function lines(places: string, code: 'main.confirm.was' | 'main.confirm.wouldBe'): readonly Message[] {
  const each = places.split('\n')
  return AREAS.flatMap((area) => {
    const line = each.find((one) => one.startsWith(`${area} `))
    return line === undefined ? [] : [message(code, { area: areaTitle(area), place: line.slice(area.length + 1) })]
  })
}
