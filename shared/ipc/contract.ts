/**
 * Everything that may cross between the window and main, in one table: a command is a name, a strict argument schema
 * and a result type; an event is a name and a payload. Main's handlers and the preload are typed from it.
 */
import { z } from 'zod'
import { areasAt, type Addresses } from '../domain/addresses.ts'
import type { Failure } from '../domain/failure.ts'
import type { Result } from '../domain/result.ts'
import type { AccountView, Snapshot, SnapshotPush } from '../snapshot/snapshot.ts'
import { askedAction, typedAmount } from '../desk/action-schema.ts'
import type { DrillAnswer } from '../desk/drill.ts'
import { TRADING_MODES } from '../desk/guard.ts'
import type { RescueAnswer } from '../desk/rescue.ts'
import type { PreviewAnswer, SubmitAnswer } from '../desk/report.ts'
import type { Encoded } from '../domain/decimal.ts'
import { MOST_EVENTS } from '../events/event.ts'
import type { Message } from '../domain/message.ts'
import type { ProbeReport } from '../domain/probe.ts'
import type { PresetView } from '../domain/venue-preset.ts'
import type { OwnScenario } from '../risk/stress/report.ts'
import { ACCOUNT_LIMITS, PROFILE_MAX_LENGTH } from './account-limits.ts'

function typed(longest: number) {
  return z.string().trim().min(1).max(longest)
}

// A key travels in a header: anything else in it is a slip of the clipboard.
const PRINTABLE = /^[\x21-\x7e]+$/
const KEY_FAULT = 'a key holds letters, digits and signs only, no spaces'

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
  apiKey: typed(ACCOUNT_LIMITS.apiKey).regex(PRINTABLE, KEY_FAULT),
  apiSecret: typed(ACCOUNT_LIMITS.apiSecret).regex(PRINTABLE, KEY_FAULT),
  /** A venue profile as its file's text: how this venue differs from the usual. Read in main. */
  profile: profileText.optional(),
})

const TOLD_TWICE = 'a venue is picked by its name, or its addresses are typed, not both'
/** What a trader types to add an account. */
export const newAccountSchema = accountFields.refine(
  ({ preset, profile, ...addresses }) =>
    preset === undefined || (profile === undefined && areasAt(addresses).size === 0),
  TOLD_TWICE,
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
const nothing = z.strictObject({})

/** Argument schemas of every command: the one thing the gate in main parses with. */
export const commandSchemas = {
  'portfolio:get': nothing,
  'desk:preview': z.strictObject({ runId: z.uuid(), action: askedAction }),
  /** `planId`: carry out the plan that was looked at, as it was shown. */
  'desk:submit': z.strictObject({
    runId: z.uuid(),
    intentId: z.uuid(),
    action: askedAction,
    planId: z.uuid().optional(),
  }),
  /** The cheapest ways to bring a margin unit back to a rate, percent. Reads only. */
  'desk:rescue': z.strictObject({ runId: z.uuid(), unitId: z.string().min(1).max(128), targetPercent: typedAmount }),
  /** Proves the way out by reads and test orders. */
  'desk:drill': z.strictObject({ runId: z.uuid() }),
  'desk:setMode': z.strictObject({ runId: z.uuid(), mode: z.enum(TRADING_MODES) }),
  /** What needed a person was looked at by one: it is not shown as open any more. */
  'desk:markSeen': z.strictObject({ runId: z.uuid(), intentId: z.uuid() }),
  /** These events were seen by a person: they are not shown as new any more. */
  'event:markSeen': z.strictObject({ runId: z.uuid(), ids: z.array(z.uuid()).min(1).max(MOST_EVENTS).readonly() }),
  'scenario:list': nothing,
  /** Kept under the id the window gives it: saving again replaces it. */
  'scenario:save': ownScenarioSchema,
  'scenario:forget': z.strictObject({ scenarioId: z.uuid() }),
  /** The venues that can be picked by name. */
  'venue:list': nothing,
  'account:startDemo': nothing,
  'account:list': nothing,
  'account:add': newAccountSchema,
  'account:readProfile': z.strictObject({ text: profileText }),
  'account:exportProfile': z.strictObject({ accountId }),
  'account:open': z.strictObject({ accountId }),
  /** Probes the key again and opens the account; `takesPreset`: at the newest version of its preset. */
  'account:probe': z.strictObject({ accountId, takesPreset: z.boolean() }),
  'account:forget': z.strictObject({ accountId }),
} as const

export type CommandName = keyof typeof commandSchemas
export type CommandArgs<K extends CommandName> = z.infer<(typeof commandSchemas)[K]>

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

interface CommandValues {
  'portfolio:get': Snapshot
  'desk:preview': Encoded<PreviewAnswer>
  'desk:submit': SubmitAnswer
  'desk:rescue': Encoded<RescueAnswer>
  'desk:drill': DrillAnswer
  'desk:setMode': null
  'desk:markSeen': null
  'event:markSeen': null
  'scenario:list': readonly OwnScenario[]
  'scenario:save': readonly OwnScenario[]
  'scenario:forget': readonly OwnScenario[]
  'venue:list': readonly PresetView[]
  'account:startDemo': AccountView
  'account:list': readonly AccountView[]
  'account:add': AccountAdded
  'account:readProfile': VenueProfileView
  'account:exportProfile': string
  'account:open': AccountView
  'account:probe': AccountAdded
  'account:forget': null
}
export type CommandResult<K extends CommandName> = Result<CommandValues[K], Failure>

export interface EventPayloads {
  'portfolio:changed': SnapshotPush
}
export type EventName = keyof EventPayloads

type Ask<K extends CommandName> =
  CommandArgs<K> extends Record<string, never>
    ? () => Promise<CommandResult<K>>
    : (args: CommandArgs<K>) => Promise<CommandResult<K>>

/**
 * What the preload puts on `window.plimsoll`: named methods that return data, and one that returns how to stop
 * listening.
 */
export interface Bridge {
  readonly getPortfolio: Ask<'portfolio:get'>
  readonly preview: Ask<'desk:preview'>
  readonly submit: Ask<'desk:submit'>
  readonly rescue: Ask<'desk:rescue'>
  readonly drill: Ask<'desk:drill'>
  readonly setMode: Ask<'desk:setMode'>
  readonly markSeen: Ask<'desk:markSeen'>
  readonly markEventSeen: Ask<'event:markSeen'>
  readonly listScenarios: Ask<'scenario:list'>
  readonly saveScenario: Ask<'scenario:save'>
  readonly forgetScenario: Ask<'scenario:forget'>
  readonly listVenues: Ask<'venue:list'>
  readonly startDemo: Ask<'account:startDemo'>
  readonly listAccounts: Ask<'account:list'>
  readonly addAccount: Ask<'account:add'>
  readonly readProfile: Ask<'account:readProfile'>
  readonly exportProfile: Ask<'account:exportProfile'>
  readonly openAccount: Ask<'account:open'>
  readonly probeAccount: Ask<'account:probe'>
  readonly forgetAccount: Ask<'account:forget'>
  readonly onPortfolioChanged: (listener: (push: EventPayloads['portfolio:changed']) => void) => () => void
}
