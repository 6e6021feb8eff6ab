/**
 * Where, how and for what a key may be used: the addresses, the dialect and the name of its account, and whether the
 * account is watch-only. These `places` are stored with the key in the keychain (ADR 0018).
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
 * Everything that decides what a key signs, where that is sent and whose key it seems to be. The vault stores it as
 * text: a line per address, the name, and a digest of the dialect, which may be too long for a keychain. Only a
 * watch-only account has a further line, so a key that an earlier version stored for trading raises no question. Two
 * texts are equal if both name the same places and the venue is spoken to in the same way.
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
 * An address in its normal form, which is the same for every spelling of one place (case, punycode, default port, other
 * IP notation, dots, slashes).
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
 * Whether a probe at the places `before` counts for `places`. It does if the venue is the same and is spoken to in the
 * same way, unless the key was only watched before and may trade now. The name does not count.
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
 * Says by which name the trader knows the key, if that is not the account's name. Two accounts may have had their keys
 * swapped.
 */
function nameLines({ name }: StoredAccount, before: string): readonly Message[] {
  const was = lineOf(before, NAME)
  if (was === null) return before === '' ? [] : [message('main.confirm.nameUnknown')]
  return was === JSON.stringify(name) ? [] : [message('main.confirm.nameWas', { name: JSON.parse(was) as string })]
}

/** Says how the venue would be spoken to, if the key is not kept with that dialect. */
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

/** The line of `places` about an area, the name, the dialect or the use; null: there is none. */
function lineOf(places: string, name: string): string | null {
  const line = places.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : line.slice(name.length + 1)
}
