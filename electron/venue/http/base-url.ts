import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * The address of one area of a venue, without a slash at its end. Its path, if any, is a gateway's prefix and is not
 * signed. https only, except for this machine itself; no user, query or fragment.
 */
export function checkBaseUrl(text: string, operation: string): Result<string, Failure> {
  const refuse = (why: Message): Result<never, Failure> => err(localFailure('invalidParameter', operation, why))
  const url = URL.parse(text)
  if (url === null) return refuse(message('failure.noAddress'))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) {
    return refuse(message('failure.addressNotHttps'))
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return refuse(message('failure.addressParts'))
  }
  return ok(`${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`)
}

/** The addresses of a venue, each as `checkBaseUrl` gives it. A venue has at least one area. */
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
