/** What a judge must know of the venue's garbled answers before it blames Plimsoll for what was not done. */
import { ENTRY_KINDS, isOnTheWire } from '#electron/simulator/testing/untidy.ts'
import type { Mutation, MutationKind } from '#electron/simulator/testing/untidy.ts'
import type { Played } from './play.ts'
import type { Asked } from './witness.ts'

/** A fault later than this after a click did not hinder the action. */
const CONCERNS_MS = 20_000
/** What a close needs from the account: the row, its contract, its size and its mode. */
const NEEDED: ReadonlySet<string> = new Set([
  ...['account', 'marginCoin', 'positionVos', 'contractName', 'positions', 'positionType', 'side', 'volume'],
])
/** Fields that can forbid a close. */
const FORBIDDING: ReadonlySet<string> = new Set(['pendingCloseVolume', 'freezeLock'])
const LIES: ReadonlySet<MutationKind> = new Set(['zero', 'huge', 'twiceAsMuch', 'negative', 'otherType'])
const WHOLE_ENTRIES: ReadonlySet<MutationKind> = new Set(ENTRY_KINDS)

/** Whether everything that a close of a position needs was intact around `click`. */
export function canClose(played: Played, { at }: Asked): boolean {
  const { mutations } = played.story
  return !mutations.some((mutation) => mutation.from + played.beganAt <= at + CONCERNS_MS && hinders(mutation, played))
}

function hinders(mutation: Mutation, { places }: Played): boolean {
  const { endpoint, kind, from } = mutation
  // Both areas of the simulator are one host.
  if (kind === 'ban' || (kind === 'pause' && isOlder(from))) return true
  if (isOnTheWire(kind)) return !endpoint.startsWith('spot.')
  if (endpoint === 'contract.newOrder') return true
  const place = places.get(mutation)
  if (endpoint === 'contract.contracts') return place?.key === 'status' || place?.path === '.'
  if (endpoint !== 'contract.account') return false
  if (kind === 'stale') return true
  if (place === undefined) return false
  if (place.key === null || place.path === '.' || WHOLE_ENTRIES.has(kind) || NEEDED.has(place.key)) return true
  return FORBIDDING.has(place.key) && LIES.has(kind)
}

export function isBanned({ story }: Played): boolean {
  return story.mutations.some(({ kind }) => kind === 'ban')
}

/** A pause of the story before: the venue may have refused exits often, and the next waits for longer than a plan does. */
function isOlder(from: number): boolean {
  return from < 0
}

/** Whether pauses were the only faults until the answer to a click, and began in this story. */
export function isOnlyPaused({ story, beganAt }: Played, { answeredAt }: Asked): boolean {
  const before = story.mutations.filter(({ from }) => answeredAt === null || from + beganAt <= answeredAt)
  return before.length > 0 && before.every(({ kind, from }) => kind === 'pause' && !isOlder(from))
}

/** Whether the venue's answers were correct at the end, so that everything can be settled. */
export function comesToItsSenses({ story }: Played): boolean {
  return story.mutations.every(({ until }) => until !== null)
}
