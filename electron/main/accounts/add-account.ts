import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { hasPassed } from '#shared/domain/probe.ts'
import type { ProbeReport } from '#shared/domain/probe.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountAdded, NewAccount } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import type { Vault } from '../../vault/client.ts'
import type { Credentials } from '../../venue/port.ts'
import type { VenuePreset } from '../../venue/venue.ts'
import type { AccountIndex, StoredAccount } from './account-index.ts'
import { credentialsOf, keyTailOf, type ReadingKey } from './credentials.ts'
import type { LiveAccounts, MayLeave } from './live-accounts.ts'
import { placesOf } from './key-places.ts'
import { cancelled, probeAt, saveKey, twinOf, type ProbeOptions } from './probe-key.ts'
import { moveReadingKey } from './reading-key.ts'
import { overtaken } from './turns.ts'
import { storedDialect, venueNow, venueOf, venueOfPreset, viewOfAccount } from './venue-profiles.ts'
import type { AccountVenue } from './venue-profiles.ts'

export interface AddAccountOptions extends ProbeOptions {
  readonly vault: Vault
  readonly index: AccountIndex
  readonly live: LiveAccounts
  readonly mayLeave: MayLeave
  readonly presets: readonly VenuePreset[]
  /** The trader has cancelled the probe. Then nothing of it may be kept. */
  readonly cancel: AbortSignal
  /** Aborts when main opens an account for the way out. */
  readonly isOver: AbortSignal
}

/** An account before its probe. */
type Unprobed = Pick<StoredAccount, 'id' | 'name' | 'colour' | 'keyTail' | 'isWatchOnly' | 'uids' | 'readingKeyTail'>

/**
 * Probes the venue with the key, stores the account and opens it. A refused key leaves nothing behind but the report, and
 * a cancelled probe nothing at all.
 */
export async function addAccount(
  added: NewAccount,
  sealed: string,
  options: AddAccountOptions,
): Promise<Result<AccountAdded, Failure>> {
  const { vault, index } = options
  const { name, apiKey, isWatchOnly } = added
  const venue = venueOf(added, options.presets)
  if (!venue.ok) return venue
  const account = { id: randomUUID(), name, keyTail: keyTailOf(apiKey), ...(isWatchOnly && { isWatchOnly }) }
  if (twinOf(account, venue.value, index, {}) !== undefined)
    return err(localFailure('invalidParameter', 'account.add', message('main.alreadyHere')))
  // Probed first and stored afterwards, so that a key that does not work leaves nothing behind.
  const held = await vault.take(account.id, apiKey, sealed)
  if (!held.ok) return held
  const credentials = credentialsOf(vault, account.id, apiKey)
  const probed = { account, venue: venue.value, credentials, reading: null, mustPass: false }
  const done = await probeAndEnter(probed, options, async (stored) => {
    // Listed before it is saved, so that a key in the keychain is always visible here and can be forgotten.
    const listed = index.add(stored)
    if (!listed.ok) return listed
    const saved = await saveKey(stored.id, stored, options)
    if (saved.ok) return saved
    const removed = index.remove(stored.id)
    return removed.ok ? saved : removed
  })
  if (!done.ok || done.value.account === null) await vault.forget(account.id)
  return done
}

/**
 * Probes the key of a stored account again and opens the account, as it is or with the newest version of its preset.
 * The newest probe decides whether the key counts as proved. If the venue cannot be reached or refuses the key, nothing
 * changes. Nothing changes either if less works with the newer preset than before: there is no way back to the older
 * version, and exits may depend on it.
 */
export function probeAgain(
  { account, credentials, reading }: Pick<Probed, 'credentials' | 'reading'> & { readonly account: StoredAccount },
  takesPreset: boolean,
  options: AddAccountOptions,
): Promise<Result<AccountAdded, Failure>> | Result<never, Failure> {
  const venue = takesPreset
    ? venueOfPreset(account.preset?.id ?? '', options.presets, 'account.probe')
    : ok(venueNow(account))
  if (!venue.ok) return venue
  const mustPass = takesPreset && account.probedAt !== undefined
  return probeAndEnter({ account, venue: venue.value, credentials, reading, mustPass }, options, async (stored) => {
    const listed = options.index.change(stored.id, stored)
    if (!listed.ok) return listed
    // The trader was asked before the preset's addresses were contacted.
    const bound = await options.vault.bind(stored.id, placesOf(stored))
    if (!bound.ok) {
      const { spotBaseUrl, contractBaseUrl, dialect, preset, uids, probedAt } = account
      const before = { spotBaseUrl, contractBaseUrl, dialect, preset, uids, probedAt }
      const back = options.index.change(account.id, before)
      return back.ok ? bound : back
    }
    await moveReadingKey(account, stored, options.vault)
    return ok(null)
  })
}

/** What is probed: an account whose key the vault holds, at a venue. */
interface Probed {
  readonly account: Unprobed
  readonly venue: AccountVenue
  readonly credentials: Credentials
  readonly reading: ReadingKey | null
  /** Whether the key must pass: any verdict but `healthy` then counts as a refusal. */
  readonly mustPass: boolean
}

/** Stores the account with `keep` and opens it, unless the venue refuses the key. */
async function probeAndEnter(
  { account, venue, credentials, reading, mustPass }: Probed,
  { index, live, mayLeave, presets, cancel, isOver, ...probing }: AddAccountOptions,
  keep: (stored: StoredAccount) => Promise<Result<null, Failure>>,
): Promise<Result<AccountAdded, Failure>> {
  const { report, dialect, uids, found } = await probeAt(venue, credentials, account.isWatchOnly === true, probing)
  // A probe that was given up halfway says nothing about the key.
  if (isOver.aborted) return overtaken('account.probe')
  if (cancel.aborted) return cancelled('account.probe')
  if (report.verdict === 'refused' || (mustPass && !hasPassed(report))) return ok({ account: null, ...found })
  const twin = twinOf(account, venue, index, uids)
  if (twin !== undefined)
    return err(localFailure('invalidParameter', 'account.add', message('main.sameAccount', { name: twin.name })))
  // A number seen earlier stays: an account without positions does not say it.
  const known = { ...account, uids: { ...account.uids, ...uids } }
  const stored = storedAs(known, { ...venue, dialect }, report, probing.clock)
  const view = viewOfAccount(stored, presets)
  const places = placesOf(stored)
  const done = { isKept: false }
  const entered = await live.enter(view, {
    credentials,
    reading,
    dialect,
    places,
    asker: 'page',
    isOver,
    signal: probing.signal,
    // Stored last, when nothing else stands in the way: what is on screen is left only for an account that is kept.
    async mayLeave() {
      const left = await mayLeave()
      if (!left.ok) return left
      const kept = await keep(stored)
      done.isKept = kept.ok
      // The keychain may take a minute, in which a plan may begin on the account.
      const isLive = live.answerable().some((session) => session.account.id === account.id)
      return kept.ok && isLive ? mayLeave() : kept
    },
  })
  // Once it is kept it is here, even if another account is in front, or its session continues as it was.
  return entered.ok || done.isKept ? ok({ account: view, ...found }) : entered
}

function storedAs(
  { uids = {}, ...account }: Unprobed,
  { addresses, dialect, preset }: AccountVenue,
  report: ProbeReport,
  clock: Clock,
): StoredAccount {
  // What the probe did not find is named too, so that it replaces what the list has.
  return {
    ...account,
    ...addresses,
    dialect: storedDialect(dialect),
    preset,
    uids: Object.keys(uids).length > 0 ? uids : undefined,
    probedAt: hasPassed(report) ? Math.round(clock.wall()) : undefined,
  }
}
