/**
 * Where, how and for what a key may be used, and the name its trader knows it by: the addresses, dialect and name of its
 * account, and whether that is only watched, kept with the key in the keychain (ADR 0018).
 */
import { hash } from 'node:crypto'
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import { describeDialect, dialectFields, dialectOf } from '../../venue/venue.ts'
import type { Question } from '../authority/confirm.ts'
import type { StoredAccount } from './account-index.ts'

const DIALECT = 'dialect'
const NAME = 'name'
const USE = 'use'

/**
 * Everything that decides what a key signs, where that is sent and whose key it seems to be, in the form that the vault
 * keeps: a line per address, the name, and a digest of the dialect, which may be too long for a keychain. An account that
 * is only watched has a line more, so keys that earlier versions stored for trading need no question. Equal for equal
 * places that are spoken to in the same way.
 */
export function placesOf({
  dialect = {},
  name,
  isWatchOnly,
  ...addresses
}: Addresses & Pick<StoredAccount, 'dialect' | 'name' | 'isWatchOnly'>): string {
  const lines = [...areasAt(addresses)].map(([area, address]) => `${area} ${placeOf(address)}`)
  const spoken = JSON.stringify(dialectFields(dialectOf(dialect)))
  const use = isWatchOnly === true ? [`${USE} watch`] : []
  return [...lines, `${NAME} ${JSON.stringify(name)}`, `${DIALECT} ${hash('sha256', spoken)}`, ...use].join('\n')
}

/** This computer under any of its names. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * A normal form of an address: equal for every spelling of one place (case, punycode, default port, other IP notation,
 * dots, slashes).
 */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, hostname, port, pathname } = new URL(address)
  const host = hostname.replace(/\.$/, '')
  const path = pathname.split('/').filter((part) => part !== '')
  const origin = `${protocol}//${LOOPBACK.test(host) ? 'localhost' : host}${port === '' ? '' : `:${port}`}`
  return [origin, ...path].join('/')
}

/**
 * Whether a probe made at the places `before` counts at `places`: the same venue, spoken to in the same way, and not only
 * watched before. The name does not count.
 */
export function isProbeOf(places: string, before: string): boolean {
  const isSameVenue = [...AREAS, DIALECT].every((name) => lineOf(places, name) === lineOf(before, name))
  return isSameVenue && (lineOf(places, USE) !== null || lineOf(before, USE) === null)
}

/** Asks whether the key, kept for the places `before`, may be used at the places that the list of accounts now has. */
export function elsewhereQuestion(account: StoredAccount, before: string): Question {
  const { name, keyTail } = account
  return {
    what: message('main.confirm.elsewhere', { name }),
    lines: [
      ...nameLines(account, before),
      ...(before === '' ? [message('main.confirm.wasUnknown')] : addressLines(before, 'main.confirm.was')),
      ...addressLines(placesOf(account), 'main.confirm.wouldBe'),
      ...dialectLines(account, before),
      ...useLines(account, before),
      message('main.confirm.key', { tail: keyTail }),
    ],
    yes: 'main.confirm.elsewhereNow',
  }
}

function addressLines(places: string, code: 'main.confirm.was' | 'main.confirm.wouldBe'): readonly Message[] {
  return AREAS.flatMap((area) => {
    const place = lineOf(places, area)
    return place === null ? [] : [message(code, { area: areaTitle(area), place })]
  })
}

/**
 * The name that the trader knows the key by, if it is not the account's name. Two accounts may have had their keys
 * swapped.
 */
function nameLines({ name }: StoredAccount, before: string): readonly Message[] {
  const was = lineOf(before, NAME)
  if (was === null) return before === '' ? [] : [message('main.confirm.nameUnknown')]
  return was === JSON.stringify(name) ? [] : [message('main.confirm.nameWas', { name: JSON.parse(was) as string })]
}

/** How the venue would be spoken to, if the key is not kept with that dialect. */
function dialectLines(account: StoredAccount, before: string): readonly Message[] {
  const was = lineOf(before, DIALECT)
  if (was === lineOf(placesOf(account), DIALECT)) return []
  const differences = describeDialect(dialectOf(account.dialect ?? {}))
  return [
    message(was === null ? 'main.confirm.dialectUnknown' : 'main.confirm.dialectChanged'),
    ...(differences.length === 0 ? [message('main.confirm.dialectUsual')] : differences),
  ]
}

function useLines({ isWatchOnly }: StoredAccount, before: string): readonly Message[] {
  const isWatched = isWatchOnly === true
  if (isWatched === (lineOf(before, USE) !== null)) return []
  return [message(isWatched ? 'main.confirm.watchedNow' : 'main.confirm.watchedBefore')]
}

/** What `places` says about an area, the name, the dialect or the use; null: nothing. */
function lineOf(places: string, name: string): string | null {
  const line = places.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : line.slice(name.length + 1)
}
