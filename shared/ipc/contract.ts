/**
 * Everything that may cross between the window and main, in two tables. A channel is one row here and one handler in
 * main: the bridge, the preload and every type are derived from its row.
 */
import { z } from 'zod'
import { ACCOUNT_COLOURS } from '../domain/account-colour.ts'
import { areasAt, type Addresses } from '../domain/addresses.ts'
import type { Failure } from '../domain/failure.ts'
import type { Result } from '../domain/result.ts'
import type { AccountView, Snapshot } from '../snapshot/snapshot.ts'
import { SPOT_POLICIES } from '../desk/action.ts'
import { askedAction, saying, typedAmount } from '../desk/action-schema.ts'
import type { DrillAnswer } from '../desk/drill.ts'
import { TRADING_MODES } from '../desk/guard.ts'
import { orderLimits } from '../desk/order-limits.ts'
import type { RescueAnswer } from '../desk/rescue.ts'
import type { IntentReport, PreviewAnswer, SubmitAnswer } from '../desk/report.ts'
import { decimal, toText, type Encoded } from '../domain/decimal.ts'
import { MOST_EVENTS } from '../events/event.ts'
import type { Message } from '../domain/message.ts'
import type { ProbeReport, StepProgress } from '../domain/probe.ts'
import type { PresetView } from '../domain/venue-preset.ts'
import { REPORTING_COIN } from '../risk/reporting.ts'
import type { OwnScenario } from '../risk/stress/scenario-report.ts'
import { KEY_ACTIONS } from '../words/keys.ts'
import { NUMBER_FORMATS } from '../words/number-format.ts'
import { LANGUAGE_CHOICES, PRIVACY_LEVELS } from '../words/say.ts'
import { message } from '../words/message.ts'
import { lockChange, type LockView } from './lock.ts'
import { MENU_ITEMS } from './menu-items.ts'
import { PANEL_IDS } from './panel.ts'
import { LIST_NAMES, SCREENS, WAY_NAMES, type Place } from './place.ts'
import type { SettingsView } from './settings.ts'
import { LONGEST_SAVED, SAVED_KINDS } from './saved.ts'
import { ACCOUNT_LIMITS, PROFILE_MAX_LENGTH } from './account-limits.ts'

/** Characters of "mod+shift+f", and a few more. */
const LONGEST_KEY = 16

export const settingsFields = {
  language: z.enum(LANGUAGE_CHOICES),
  numbers: z.enum(NUMBER_FORMATS),
  privacy: z.enum(PRIVACY_LEVELS),
  blanksBehind: z.boolean(),
  reporting: z.strictObject({
    reportingCoin: z.string().regex(REPORTING_COIN),
    fixedRate: typedAmount.transform((text) => toText(decimal(text))).nullable(),
  }),
  keys: z.partialRecord(z.enum(KEY_ACTIONS), z.string().max(LONGEST_KEY)),
}
const settingsChange = z.strictObject(settingsFields).partial()

function typed(longest: number) {
  return z.string().trim().min(1).max(longest)
}

/** Native boxes show a name among our own lines: it must be one line and not reverse the text direction. */
function typedName(longest: number) {
  return z
    .string()
    .overwrite((text) => text.replaceAll(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
    .trim()
    .min(1)
    .max(longest)
}

// A key is sent in a header: any other character is a copying mistake.
const isPrintable = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

const profileText = z.string().max(PROFILE_MAX_LENGTH)
const presetId = z.string().regex(/^[a-z][a-z0-9]{1,31}$/)

/** The fields of a new account. Its secret is not among them: it never enters the page (ADR 0017). */
export const accountFields = z.strictObject({
  name: typedName(ACCOUNT_LIMITS.name),
  /** A preset by its id: it gives the addresses and the profile, so neither may be typed too. */
  preset: presetId.optional(),
  /** null: the venue has no such area. */
  spotBaseUrl: typed(ACCOUNT_LIMITS.spotBaseUrl).nullable(),
  contractBaseUrl: typed(ACCOUNT_LIMITS.contractBaseUrl).nullable(),
  apiKey: typed(ACCOUNT_LIMITS.apiKey).refine(isPrintable, saying(message('main.keyFault'))),
  /** The text of a venue profile. Main parses it. */
  profile: profileText.optional(),
  /** A watch-only account: Plimsoll sends no orders or cancels for it. This is permanent: to trade, add it again. */
  isWatchOnly: z.literal(true).optional(),
})

/** What a trader types to add an account. */
export const newAccountSchema = accountFields.refine(
  ({ preset, profile, ...addresses }) =>
    preset === undefined || (profile === undefined && areasAt(addresses).size === 0),
  saying(message('main.venueTwice')),
)
export type NewAccount = z.infer<typeof newAccountSchema>

/** A price move: from -100 % to +1,000 %. */
const move = z.number().min(-1).max(10)
/** A trader's own scenario, to be saved. */
export const ownScenarioSchema = z.strictObject({
  id: z.uuid(),
  name: typedName(60),
  moves: z.strictObject({ named: z.record(z.string().min(1).max(32), move), others: move }),
})
export type NewScenario = z.infer<typeof ownScenarioSchema>

/** A place that a window of one panel leads to. */
const place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), screen: z.enum(SCREENS) }),
  z.strictObject({ kind: z.literal('row'), list: z.enum(LIST_NAMES), key: z.string().min(1).max(256) }),
  z.strictObject({ kind: z.literal('keys') }),
  z.strictObject({ kind: z.literal('palette') }),
])

const accountId = z.uuid()
const runId = z.uuid()
const nothing = z.strictObject({})

/** The result of trying a key: the account, or null if the venue refused it and nothing was changed. */
export interface AccountAdded {
  readonly account: AccountView | null
  readonly report: ProbeReport
  /** The report for an issue, without anything about the account. */
  readonly issueText: string
}

/** A venue profile as the window shows it. */
export interface VenueProfileView extends Addresses {
  readonly name: string
  /** How the venue differs from the usual, one line each. */
  readonly differences: readonly Message[]
}

/** More than accounts are ever live: one plan each. */
const MOST_PLANS = 16
const planIds = z.array(z.uuid()).min(1).max(MOST_PLANS).readonly()

/** An intent of any account. */
export interface FollowedIntent {
  readonly accountId: string
  readonly report: Encoded<IntentReport>
}

/** A type in a table. */
interface Is<T> {
  readonly type?: T
}
const is = <T>(): Is<T> => ({})

/** Most calls per second of a command; the rest is dropped. */
const PER_SECOND = 25

/** Twice the size of a cancel of a thousand orders: characters of text, plus one for each value. */
const LARGEST = 262_144

/**
 * Limits for scenarios. Each call reads their whole file, so a page that keeps calling must not block main, even with a
 * hundred of the largest. A scenario may name some 100 coins.
 */
const SCENARIOS_PER_SECOND = 2
const LARGEST_SCENARIO = 1_024

/** Arguments, type of a good answer, most calls per second, and largest arguments. */
function command<Args extends z.ZodType, Value>(
  args: Args,
  value: Is<Value>,
  perSecond = PER_SECOND,
  largest = LARGEST,
) {
  return { args, value, perSecond, largest }
}

/** What the window may ask of main: the gate parses with these schemas and nothing else. */
export const COMMANDS = {
  getPortfolio: command(nothing, is<Snapshot>()),
  /** Makes the plan of an action. Its id is good for one `submit` from the window that was shown it. */
  preview: command(z.strictObject({ runId, action: askedAction }), is<Encoded<PreviewAnswer>>()),
  /** The same without showing the plan, so without a wait: only for what one click may do. */
  propose: command(z.strictObject({ runId, action: askedAction }), is<{ readonly planId: string }>()),
  /** Carries out the plan `planId` once; a repeat gets the same answer. */
  submit: command(z.strictObject({ runId, planId: z.uuid() }), is<SubmitAnswer>()),
  /**
   * The plan of a way out for a connected account, in front or not. Its id is good for one `submitWays`. `cap`: see
   * `wayOut`.
   */
  previewWay: command(
    z.strictObject({ accountId, way: z.enum(WAY_NAMES), cap: typedAmount.optional() }),
    is<Encoded<PreviewAnswer>>(),
  ),
  /**
   * Carries out these plans, each by the desk of its account. The trader is asked once about all that trade. A refused
   * one holds up no other; a repeat gets the same answers. `refused`: why nothing of a plan is sent; null: its desk
   * carries it out.
   */
  submitWays: command(
    z.strictObject({ planIds }),
    is<readonly { readonly planId: string; readonly refused: Message | null }[]>(),
  ),
  /** How these intents go, whichever account they are of. Main leaves out those it does not know. */
  getIntents: command(z.strictObject({ intentIds: planIds }), is<readonly FollowedIntent[]>()),
  /** Lets closes act on one click. Main asks the trader. The answer is for how long from now, ms; 0: refused. */
  arm: command(z.strictObject({ runId, isOn: z.boolean() }), is<{ readonly forMs: number }>()),
  /** The cheapest ways to bring a margin unit back to a rate, percent. Reads only. */
  rescue: command(
    z.strictObject({ runId, unitId: z.string().min(1).max(128), targetPercent: typedAmount }),
    is<Encoded<RescueAnswer>>(),
  ),
  /** Proves the way out by reads and test orders. */
  drill: command(z.strictObject({ runId }), is<DrillAnswer>()),
  setMode: command(z.strictObject({ runId, mode: z.enum(TRADING_MODES) }), is<null>()),
  /** Sets the limits on orders that add risk; main asks the trader before any is loosened. */
  setLimits: command(z.strictObject({ runId, limits: orderLimits }), is<null>()),
  /** Sets what a flatten does with Spot holdings. Each plan shows it before anything is sent. */
  setSpotPolicy: command(z.strictObject({ runId, spotPolicy: z.enum(SPOT_POLICIES) }), is<null>()),
  /** Marks an intent that needed a person as seen: it is not shown as open any more. */
  markSeen: command(z.strictObject({ runId, intentId: z.uuid() }), is<null>()),
  /** Marks events as seen: they are not shown as new any more. */
  markEventSeen: command(
    z.strictObject({ runId, ids: z.array(z.uuid()).min(1).max(MOST_EVENTS).readonly() }),
    is<null>(),
  ),
  listScenarios: command(nothing, is<readonly OwnScenario[]>(), SCENARIOS_PER_SECOND),
  /** Saved under the window's id: saving again replaces it. */
  saveScenario: command(ownScenarioSchema, is<readonly OwnScenario[]>(), SCENARIOS_PER_SECOND, LARGEST_SCENARIO),
  forgetScenario: command(z.strictObject({ scenarioId: z.uuid() }), is<readonly OwnScenario[]>(), SCENARIOS_PER_SECOND),
  listVenues: command(nothing, is<readonly PresetView[]>()),
  getSettings: command(nothing, is<SettingsView>()),
  changeSettings: command(settingsChange, is<SettingsView>()),
  /** The path of the profile's folder. */
  getDataFolder: command(nothing, is<string>()),
  /** Shows that folder in the system's file manager. */
  openDataFolder: command(nothing, is<null>(), 1),
  /** Asks the trader where to save `text`, and saves it there. The answer is the file; null: not saved. */
  saveText: command(
    z.strictObject({ what: z.enum(SAVED_KINDS), text: z.string().max(LONGEST_SAVED) }),
    is<string | null>(),
    1,
    LONGEST_SAVED + LARGEST,
  ),
  getLock: command(nothing, is<LockView>()),
  lock: command(nothing, is<null>()),
  /** Asks for the passphrase in a window of its own; both pages start again once it is unlocked. */
  unlock: command(nothing, is<LockView>()),
  /** The same, and then changes the lock. */
  changeLock: command(z.strictObject({ change: lockChange }), is<LockView>()),
  /** Opens the way out in native boxes, which show the plan first. */
  openWayOut: command(z.strictObject({ way: z.enum(WAY_NAMES) }), is<null>(), 1),
  /** Opens the panel in a window of its own, or brings that window to the front. */
  openPanel: command(z.strictObject({ panel: z.enum(PANEL_IDS) }), is<null>(), 2),
  /** Does what the application's menu does. */
  runMenuItem: command(z.strictObject({ item: z.enum(MENU_ITEMS) }), is<null>(), 2),
  /** For such a window, while it has the focus: brings the main window to the front, with `place` in it. */
  showPlace: command(z.strictObject({ place }), is<null>(), 2),
  startDemo: command(nothing, is<AccountView>()),
  listAccounts: command(nothing, is<readonly AccountView[]>()),
  /** null: it was cancelled, and nothing was kept. The same for the other two that probe. */
  addAccount: command(newAccountSchema, is<AccountAdded | null>()),
  /** Changes what is given. Main asks the trader before a name changes. `colour` null: none. */
  changeAccount: command(
    z.strictObject({
      accountId,
      name: accountFields.shape.name.optional(),
      colour: z.enum(ACCOUNT_COLOURS).nullable().optional(),
    }),
    is<AccountView>(),
  ),
  readProfile: command(z.strictObject({ text: profileText }), is<VenueProfileView>()),
  exportProfile: command(z.strictObject({ accountId }), is<string>()),
  openAccount: command(z.strictObject({ accountId }), is<AccountView>()),
  /** Probes the key again and opens the account; `takesPreset`: at the newest version of its preset. */
  probeAccount: command(z.strictObject({ accountId, takesPreset: z.boolean() }), is<AccountAdded | null>()),
  /** Gives the account a second key, which only reads. Main asks for its secret and probes it. */
  addReadingKey: command(z.strictObject({ accountId, apiKey: accountFields.shape.apiKey }), is<AccountAdded | null>()),
  /** Cancels every probe that was asked for so far. Without one it does nothing. */
  cancelProbe: command(nothing, is<null>()),
  removeReadingKey: command(z.strictObject({ accountId }), is<null>()),
  /** Ends its session; its key stays. */
  disconnectAccount: command(z.strictObject({ accountId }), is<null>()),
  forgetAccount: command(z.strictObject({ accountId }), is<null>()),
} as const

/** What main sends to the window. */
export const EVENTS = {
  /** A `SnapshotPush` as JSON: written once for all windows, and a page takes a text for much less than an object. */
  portfolioChanged: is<string>(),
  /** Settings changed outside the window. */
  settingsChanged: is<SettingsView>(),
  placeAsked: is<Place>(),
  /** A step of the running probe has begun or ended: all its steps, in the order of the report. */
  probeChanged: is<readonly StepProgress[]>(),
} as const

export type CommandName = keyof typeof COMMANDS
export type CommandArgs<K extends CommandName> = z.infer<(typeof COMMANDS)[K]['args']>
export type CommandResult<K extends CommandName> = Result<TypeOf<(typeof COMMANDS)[K]['value']>, Failure>
export type EventName = keyof typeof EVENTS
export type EventPayload<K extends EventName> = TypeOf<(typeof EVENTS)[K]>
type TypeOf<W> = W extends Is<infer T> ? T : never

/**
 * `window.plimsoll`, made by the preload: a method for each command, and for each event one that takes a listener and
 * returns a function that stops listening.
 */
export type Bridge = {
  readonly [K in CommandName]: CommandArgs<K> extends Record<string, never>
    ? () => Promise<CommandResult<K>>
    : (args: CommandArgs<K>) => Promise<CommandResult<K>>
} & {
  readonly [K in EventName as `on${Capitalize<K>}`]: (listener: (payload: EventPayload<K>) => void) => () => void
}
