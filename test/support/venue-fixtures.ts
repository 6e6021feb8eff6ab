import { readFileSync, readdirSync } from 'node:fs'
import type { EndpointName } from '#electron/venue/port.ts'
import { readReply } from '#electron/venue/client/read-reply.ts'
import type { ReadReply } from '#electron/venue/client/read-reply.ts'

/**
 * Complete replies, one file for each endpoint and shape (endpoint.shape.json), each with the reading that it should
 * give.
 */
const REPLIES = new URL('../fixtures/venue/', import.meta.url)
const READINGS = new URL('../fixtures/venue-read/', import.meta.url)

interface VenueFixture {
  readonly name: string
  readonly endpoint: EndpointName
  readonly text: string
}

interface Reading {
  /** Amounts as text. */
  readonly value: unknown
  readonly quarantined: readonly (readonly [path: string, reason: string])[]
}

export const VENUE_FIXTURES: readonly VenueFixture[] = namesIn(REPLIES).map((name) => ({
  name,
  endpoint: name.split('.').slice(0, 2).join('.') as EndpointName,
  text: readFileSync(new URL(`${name}.json`, REPLIES), 'utf8'),
}))

export const READING_NAMES: readonly string[] = namesIn(READINGS)

/** The expected reading of the fixture with that name. */
export function readingOf(name: string): Reading {
  return JSON.parse(readFileSync(new URL(`${name}.json`, READINGS), 'utf8')) as Reading
}

/** Reads `text` as the reply to the request of the fixtures of `endpoint`. */
export function readAs(endpoint: EndpointName, text: string): ReadReply<EndpointName> {
  const orderId = endpoint.startsWith('spot.') ? '3176908865623394999' : '3302507625176983999'
  return readReply(endpoint, { ...ASKED, orderId }, Buffer.from(text))
}

const ASKED = {
  symbol: 'SOLUSDT',
  contract: 'E-ETH-USDT',
  interval: '60min',
  orderIds: ['3176908865623395001', '3176908865623395002', '3176908865623395009'],
}

function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted()
}
