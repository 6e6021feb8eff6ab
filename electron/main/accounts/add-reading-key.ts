import { areasAt } from '#shared/domain/addresses.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { hasPassed } from '#shared/domain/probe.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountAdded } from '#shared/ipc/contract.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import { ownersOf } from '../../venue/venue.ts'
import type { Credentials } from '../../venue/port.ts'
import type { StoredAccount } from './account-index.ts'
import type { AddAccountOptions } from './add-account.ts'
import { keyTailOf } from './credentials.ts'
import { placesOf } from './key-places.ts'
import { cancelled, probeAt, saveKey, twinOf } from './probe-key.ts'
import { readingIdOf, readingKeyOf } from './reading-key.ts'
import { overtaken } from './turns.ts'
import { venueNow, viewOfAccount } from './venue-profiles.ts'

const OPERATION = 'account.addReadingKey'

/** A stored account, and the key it trades with. */
interface Trading {
  readonly account: StoredAccount
  readonly credentials: Credentials
}

/**
 * Probes a key that only reads, stores it with the account, and has polls signed with it from now on. A refused key
 * leaves nothing behind but the report.
 */
export async function addReadingKey(
  { account, credentials }: Trading,
  apiKey: string,
  sealed: string,
  options: Omit<AddAccountOptions, 'mayLeave'>,
): Promise<Result<AccountAdded, Failure>> {
  const { vault, index } = options
  if (account.isWatchOnly) return refused(message('main.reading.watchOnly'))
  if (account.readingKeyTail !== undefined) return refused(message('main.reading.hasOne'))
  if (apiKey === credentials.apiKey) return refused(message('main.reading.same'))
  const named = { id: account.id, keyTail: keyTailOf(apiKey) }
  if (twinOf(named, venueNow(account), index, {}) !== undefined) return refused(message('main.alreadyHere'))
  const held = await vault.take(readingIdOf(account.id), apiKey, sealed)
  if (!held.ok) return held
  const done = await proveAndKeep({ account, credentials }, apiKey, options)
  if (!done.ok || done.value.account === null) await vault.forget(readingIdOf(account.id))
  return done
}

/** Forgets the reading key: from now on the account's own key reads. */
export async function removeReadingKey(
  account: StoredAccount,
  { vault, index, live }: Pick<AddAccountOptions, 'vault' | 'index' | 'live'>,
): Promise<Result<null, Failure>> {
  const forgotten = await vault.forget(readingIdOf(account.id))
  if (!forgotten.ok) return forgotten
  live.readWith(account.id, null)
  const changed = index.change(account.id, { readingKeyTail: undefined })
  return changed.ok ? ok(null) : changed
}

/**
 * Reading the positions of another account would make exits wrong. So in each area the venue must give the account the
 * same number for both keys, at the same time.
 */
async function proveAndKeep(
  { account, credentials }: Trading,
  apiKey: string,
  { vault, index, live, presets, cancel, isOver, ...asking }: Omit<AddAccountOptions, 'mayLeave'>,
): Promise<Result<AccountAdded, Failure>> {
  const venue = venueNow(account)
  const { addresses, dialect } = venue
  const reading = readingKeyOf(vault, account.id, apiKey)
  const { report, uids, found } = await probeAt(venue, reading.credentials, true, asking)
  if (isOver.aborted) return overtaken(OPERATION)
  if (cancel.aborted) return cancelled(OPERATION)
  if (!hasPassed(report)) return ok({ account: null, ...found })
  const { clock, shared, signal } = asking
  const owners = await ownersOf({ ...addresses, clock, dialect, shared, signal, credentials })
  if (!owners.ok) return owners
  const areas = [...areasAt(addresses).keys()]
  const unnumbered = areas.filter((area) => uids[area] === undefined || owners.value[area] === undefined)
  if (areas.some((area) => !unnumbered.includes(area) && uids[area] !== owners.value[area]))
    return refused(message('main.reading.otherAccount'))
  if (unnumbered.length > 0) return refused(message('main.reading.unnumbered', { areas: unnumbered.map(areaTitle) }))

  const known = { readingKeyTail: reading.keyTail, uids: { ...account.uids, ...uids } }
  const stored = { ...account, ...known }
  // Listed before it is saved, so that a key in the keychain is always visible here and can be forgotten.
  const listed = index.change(account.id, known)
  const saved = listed.ok ? await saveKey(readingIdOf(account.id), stored, { vault, cancel }) : listed
  if (!saved.ok) {
    const back = index.change(account.id, { readingKeyTail: undefined, uids: account.uids })
    return back.ok ? saved : back
  }
  live.readWith(account.id, { key: reading, places: placesOf(stored) })
  return ok({ account: viewOfAccount(stored, presets), ...found })
}

function refused(why: Message): Result<never, Failure> {
  return err(localFailure('invalidParameter', OPERATION, why))
}
