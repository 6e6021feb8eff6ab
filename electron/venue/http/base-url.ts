import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** `https://` or `http://` and a host, without anything that two programs could read in different ways. */
const PLAIN = /^https?:\/\/[^\s\\/@?#\p{Cc}][^\s\\@?#\p{Cc}]*$/iu

/** The host as `URL` gives it: a name, an IPv4 address, or an IPv6 address that does not wrap an IPv4 one. */
const HOST = /^(?:[a-z\d._-]+|\[(?!::ffff:|64:ff9b:)[\da-f:]+\])$/

/**
 * Addresses where no venue can be: unspecified and link-local ones, metadata services of cloud machines (which give out
 * keys), multicast and broadcast.
 */
const NO_VENUE = [
  /^0\./,
  /^169\.254\./,
  /^(?:22[4-9]|23\d|24\d|25[0-5])\./,
  /^(?:100\.100\.100\.200|192\.0\.0\.192)$/,
  /^\[(?:::|fe[89ab].*|fd00:ec2:.*|ff.*)\]$/,
  /^metadata(?:\.google\.internal)?$/,
]

/**
 * The address of one area of a venue, without a trailing slash. Its path, if any, is a gateway's prefix and is not
 * signed. Only https, except for this machine; no user, query or fragment.
 */
export function checkBaseUrl(text: string, operation: string): Result<string, Failure> {
  const refuse = (why: Message): Result<never, Failure> => err(localFailure('invalidParameter', operation, why))
  const url = URL.parse(text)
  if (url === null) return refuse(message('failure.noAddress'))
  const host = url.hostname.replace(/\.$/, '')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(host))) {
    return refuse(message('failure.addressNotHttps'))
  }
  if (url.username !== '' || url.password !== '' || !PLAIN.test(text)) return refuse(message('failure.addressParts'))
  if (!HOST.test(host) || url.port === '0' || NO_VENUE.some((place) => place.test(host)))
    return refuse(message('failure.addressHost'))
  const port = url.port === '' ? '' : `:${url.port}`
  return ok(`${url.protocol}//${host}${port}${url.pathname.replace(/(?<!\/)\/+$/, '')}`)
}

/** The addresses of a venue, each as returned by `checkBaseUrl`. A venue has at least one area. */
export function checkAddresses(addresses: Addresses, operation: string): Result<Addresses, Failure> {
  const areas = areasAt(addresses)
  if (areas.size === 0) return err(localFailure('invalidParameter', operation, message('failure.anyAddress')))
  const checked = new Map<Area, string>()
  for (const [area, address] of areas) {
    const usable = checkBaseUrl(address, `${operation}.${area}BaseUrl`)
    if (!usable.ok) return usable
    checked.set(area, usable.value)
  }
  return ok({ spotBaseUrl: checked.get('spot') ?? null, contractBaseUrl: checked.get('contract') ?? null })
}
