/** The parts of adding an account and of adding its reading key: a key is tried, saved, and never that of two accounts. */
import { areasAt } from '#shared/domain/addresses.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { StepProgress } from '#shared/domain/probe.ts'
import { err, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Vault } from '../../vault/client.ts'
import type { Credentials } from '../../venue/port.ts'
import { issueText, probeVenue, type SharedLimits } from '../../venue/venue.ts'
import { VERSIONS } from '../versions.ts'
import type { AccountIndex, StoredAccount } from './account-index.ts'
import { placeOf, placesOf } from './key-places.ts'
import type { AccountVenue } from './venue-profiles.ts'

export interface ProbeOptions {
  readonly clock: Clock
  readonly shared: SharedLimits
  /** Ends a probe early: the trader cancels, main opens an account for the way out, or Plimsoll closes. */
  readonly signal: AbortSignal
  /** Gets the steps of a probe as they begin and end. */
  readonly onProbe: (steps: readonly StepProgress[]) => void
}

/** Tries a key at a venue. `found`: what the trader is told about it. */
export async function probeAt(
  { addresses, dialect }: AccountVenue,
  credentials: Credentials,
  isWatchOnly: boolean,
  { clock, shared, signal, onProbe: onSteps }: ProbeOptions,
) {
  const probing = { ...addresses, credentials, clock, dialect, shared, signal, onSteps, isWatchOnly }
  const { report, dialect: learned, uids } = await probeVenue(probing)
  const probed = { ...addresses, report, dialect: learned, versions: VERSIONS, withheld: [credentials.apiKey] }
  return { report, dialect: learned, uids, found: { report, issueText: issueText(probed) } }
}

/** Why a probe has no result: the trader does not want it any more. */
export function cancelled(operation: string): Result<never, Failure> {
  return err(localFailure('closed', operation, message('main.cancelled')))
}

/**
 * Saves the key `keyId` of an account in the keychain, which may take a while. A cancel meanwhile takes the key back. If
 * the keychain does not give it back, it stays saved.
 */
export async function saveKey(
  keyId: string,
  account: StoredAccount,
  { vault, cancel }: { readonly vault: Vault; readonly cancel: AbortSignal },
): Promise<Result<null, Failure>> {
  const saved = await vault.save(keyId, placesOf(account))
  const isTakenBack = saved.ok && cancel.aborted && (await vault.forget(keyId)).ok
  return isTakenBack ? cancelled('vault.save') : saved
}

/**
 * A listed account that is the same one: by a key, or by the number that the venue gives it, in an area at the same
 * place. Two sessions on one account would not know what the other is doing.
 */
export function twinOf(
  { id, keyTail }: Pick<StoredAccount, 'id' | 'keyTail'>,
  { addresses }: AccountVenue,
  index: AccountIndex,
  uids: StoredAccount['uids'],
): StoredAccount | undefined {
  const listed = index.list()
  const places = areasAt(addresses)
  return (listed.ok ? listed.value : []).find((one) =>
    [...areasAt(one)].some(([area, address]) => {
      const own = places.get(area)
      if (one.id === id || own === undefined || placeOf(own) !== placeOf(address)) return false
      const isSameKey = one.keyTail === keyTail || one.readingKeyTail === keyTail
      return isSameKey || (one.uids?.[area] !== undefined && one.uids[area] === uids?.[area])
    }),
  )
}
