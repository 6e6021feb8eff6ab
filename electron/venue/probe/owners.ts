import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { SignedClient, type VenueClientOptions } from '../client/signed-client.ts'

/** The venue's number of the account of a key, in each area where the venue says it. Fails if an area is not read. */
export async function ownersOf(
  options: VenueClientOptions & { readonly signal: AbortSignal },
): Promise<Result<Readonly<Partial<Record<Area, string>>>, Failure>> {
  const client = new SignedClient(options)
  try {
    const uids: Partial<Record<Area, string>> = {}
    for (const area of client.areas) {
      const answer = await client.call(`${area}.account`, {}, { signal: options.signal })
      if (!answer.ok) return answer
      const uid = answer.value.rights?.uid ?? null
      if (uid !== null) uids[area] = uid
    }
    return ok(uids)
  } finally {
    await client.close()
  }
}
