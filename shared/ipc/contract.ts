/**
 * Everything that may cross between the window and main, in two tables. A row is all a channel needs besides its handler
 * in main: its name is the channel's and the bridge's, and the preload and every type are made from it.
 */
import { z } from 'zod'
import { areasAt, type Addresses } from '../domain/addresses.ts'
import type { Failure } from '../domain/failure.ts'
import type { Result } from '../domain/result.ts'
import type { AccountView, Snapshot, SnapshotPush } from '../snapshot/snapshot.ts'
import { askedAction, saying, typedAmount } from '../desk/action-schema.ts'
import type { DrillAnswer } from '../desk/drill.ts'
import { TRADING_MODES } from '../desk/guard.ts'
import type { RescueAnswer } from '../desk/rescue.ts'
import type { PreviewAnswer, SubmitAnswer } from '../desk/report.ts'
import type { Encoded } from '../domain/decimal.ts'
import { MOST_EVENTS } from '../events/event.ts'
import type { Message } from '../domain/message.ts'
import type { ProbeReport } from '../domain/probe.ts'
import type { PresetView } from '../domain/venue-preset.ts'
import type { OwnScenario } from '../risk/stress/scenario-report.ts'
import { LANGUAGE_CHOICES, type LanguageSetting } from '../words/say.ts'
import { message } from '../words/message.ts'
import type { AskedPlace } from './place.ts'
import { ACCOUNT_LIMITS, PROFILE_MAX_LENGTH } from './account-limits.ts'

function typed(longest: number) {
  return z.string().trim().min(1).max(longest)
}

// A key travels in a header: anything else in it is a slip of the clipboard.
const isPrintable = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

const profileText = z.string().max(PROFILE_MAX_LENGTH)
const presetId = z.string().regex(/^[a-z][a-z0-9]{1,31}$/)

/** The fields of a new account. The secret crosses IPC here, once, inwards; no result ever carries it. */
export const accountFields = z.strictObject({
  name: typed(ACCOUNT_LIMITS.name),
  /** A preset by its id: main looks up where the venue is and how it differs, and nothing typed says so too. */
  preset: presetId.optional(),
  /** null: the venue has no such area. */
  spotBaseUrl: typed(ACCOUNT_LIMITS.spotBaseUrl).nullable(),
  contractBaseUrl: typed(ACCOUNT_LIMITS.contractBaseUrl).nullable(),
  apiKey: typed(ACCOUNT_LIMITS.apiKey).refine(isPrintable, saying(message('main.keyFault'))),
  apiSecret: typed(ACCOUNT_LIMITS.apiSecret).refine(isPrintable, saying(message('main.keyFault'))),
  /** A venue profile as its file's text: how this venue differs from the usual. Read in main. */
  profile: profileText.optional(),
})

/** What a trader types to add an account. */
export const newAccountSchema = accountFields.refine(
  ({ preset, profile, ...addresses }) =>
    preset === undefined || (profile === undefined && areasAt(addresses).size === 0),
  saying(message('main.venueTwice')),
)
export type NewAccount = z.infer<typeof newAccountSchema>

/** A price can not fall by more than all of it, nor is a rise beyond tenfold a scenario. */
const move = z.number().min(-1).max(10)
/** A scenario of the trader's own, as the window asks to keep it. */
export const ownScenarioSchema = z.strictObject({
  id: z.uuid(),
  name: typed(60),
  moves: z.strictObject({ named: z.record(z.string().min(1).max(32), move), others: move }),
})
export type NewScenario = z.infer<typeof ownScenarioSchema>

const accountId = z.uuid()
const runId = z.uuid()
const nothing = z.strictObject({})

/** A key that was tried: the account it now is, or null when the venue refused it and nothing was kept or changed. */
export interface AccountAdded {
  readonly account: AccountView | null
  readonly report: ProbeReport
  /** The report to be handed on: nothing of the account's is in it. */
  readonly issueText: string
}

/** A venue profile as the window shows it. */
export interface VenueProfileView extends Addresses {
  readonly name: string
  /** How the venue differs from the usual, one plain line each. */
  readonly differences: readonly Message[]
}

/** A type that stands in a table. */
interface Is<T> {
  readonly type?: T
}
const is = <T>(): Is<T> => ({})

/** Calls a second that a window of ours never needs more of; the rest is dropped. */
const PER_SECOND = 25

/** What a command is asked with, what a good answer holds, and how often it may be asked. */
function command<Args extends z.ZodType, Value>(args: Args, value: Is<Value>, perSecond = PER_SECOND) {
  return { args, value, perSecond }
}

/** What the window may ask of main: the gate parses with these schemas and nothing else. */
export const COMMANDS = {
  getPortfolio: command(nothing, is<Snapshot>()),
  /** Shows the plan of an action. Its id, made by main, is good for one `submit` from the window that was shown it. */
  preview: command(z.strictObject({ runId, action: askedAction }), is<Encoded<PreviewAnswer>>()),
  /** The same without a look at the plan, and so without a wait: for what one click may do, and nothing else. */
  propose: command(z.strictObject({ runId, action: askedAction }), is<{ readonly planId: string }>()),
  /** Carries out what main showed or proposed under `planId`, once; a repeat gets the same answer. */
  submit: command(z.strictObject({ runId, planId: z.uuid() }), is<SubmitAnswer>()),
  /** Whether closes act on one click. The trader is asked by main; the answer says for how long from now, 0: they do not. */
  arm: command(z.strictObject({ runId, isOn: z.boolean() }), is<{ readonly forMs: number }>()),
  /** The cheapest ways to bring a margin unit back to a rate, percent. Reads only. */
  rescue: command(
    z.strictObject({ runId, unitId: z.string().min(1).max(128), targetPercent: typedAmount }),
    is<Encoded<RescueAnswer>>(),
  ),
  /** Proves the way out by reads and test orders. */
  drill: command(z.strictObject({ runId }), is<DrillAnswer>()),
  setMode: command(z.strictObject({ runId, mode: z.enum(TRADING_MODES) }), is<null>()),
  /** What needed a person was looked at by one: it is not shown as open any more. */
  markSeen: command(z.strictObject({ runId, intentId: z.uuid() }), is<null>()),
  /** These events were seen by a person: they are not shown as new any more. */
  markEventSeen: command(
    z.strictObject({ runId, ids: z.array(z.uuid()).min(1).max(MOST_EVENTS).readonly() }),
    is<null>(),
  ),
  listScenarios: command(nothing, is<readonly OwnScenario[]>()),
  /** Kept under the id the window gives it: saving again replaces it. */
  saveScenario: command(ownScenarioSchema, is<readonly OwnScenario[]>()),
  forgetScenario: command(z.strictObject({ scenarioId: z.uuid() }), is<readonly OwnScenario[]>()),
  /** The venues that can be picked by name. */
  listVenues: command(nothing, is<readonly PresetView[]>()),
  getLanguage: command(nothing, is<LanguageSetting>()),
  setLanguage: command(z.strictObject({ choice: z.enum(LANGUAGE_CHOICES) }), is<LanguageSetting>()),
  /** A place that main asked for is shown. */
  placeShown: command(z.strictObject({ id: z.uuid() }), is<null>()),
  startDemo: command(nothing, is<AccountView>()),
  listAccounts: command(nothing, is<readonly AccountView[]>()),
  addAccount: command(newAccountSchema, is<AccountAdded>()),
  readProfile: command(z.strictObject({ text: profileText }), is<VenueProfileView>()),
  exportProfile: command(z.strictObject({ accountId }), is<string>()),
  openAccount: command(z.strictObject({ accountId }), is<AccountView>()),
  /** Probes the key again and opens the account; `takesPreset`: at the newest version of its preset. */
  probeAccount: command(z.strictObject({ accountId, takesPreset: z.boolean() }), is<AccountAdded>()),
  forgetAccount: command(z.strictObject({ accountId }), is<null>()),
} as const

/** What main tells the window. */
export const EVENTS = {
  portfolioChanged: is<SnapshotPush>(),
  /** Chosen elsewhere than in the window. */
  languageChanged: is<LanguageSetting>(),
  placeAsked: is<AskedPlace>(),
} as const

export type CommandName = keyof typeof COMMANDS
export type CommandArgs<K extends CommandName> = z.infer<(typeof COMMANDS)[K]['args']>
export type CommandResult<K extends CommandName> = Result<TypeOf<(typeof COMMANDS)[K]['value']>, Failure>
export type EventName = keyof typeof EVENTS
export type EventPayload<K extends EventName> = TypeOf<(typeof EVENTS)[K]>
type TypeOf<W> = W extends Is<infer T> ? T : never

type Ask<K extends CommandName> =
  CommandArgs<K> extends Record<string, never>
    ? () => Promise<CommandResult<K>>
    : (args: CommandArgs<K>) => Promise<CommandResult<K>>

/**
 * What the preload puts on `window.plimsoll`: a method for each command, and for each event one that takes a listener and
 * returns how to stop listening.
 */
export type Bridge = { readonly [K in CommandName]: Ask<K> } & {
  readonly [K in EventName as `on${Capitalize<K>}`]: (listener: (payload: EventPayload<K>) => void) => () => void
}
