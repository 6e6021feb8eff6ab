/** Merges similar warnings of a plan and sorts them, worst first. */
import type { Fact, Message } from '../../domain/message.ts'
import { listed, type Code } from '../../words/message.ts'
import { MOST_NAMES } from '../compile/cancel-legs.ts'

/** These warnings come first, in this order; all others follow in the order in which they were found. */
const WORST_FIRST: readonly Code[] = [
  'plan.closesNothing',
  'plan.closesNothingOf',
  'plan.byLastKnown',
  'plan.allByLastKnown',
  'plan.someByLastKnown',
  'plan.venueSlow',
  'plan.venueSlowUnaged',
  'plan.unreadStayOpen',
  'plan.doubtedStayOpen',
  'plan.frozen.liquidation',
  'plan.frozen.delivery',
  'plan.notTraded',
  'plan.nothingClosable',
  'plan.stays.others',
  'plan.stays.slices',
  'plan.wayOutStays',
  'plan.blind.spot',
  'plan.blind.contract',
  'plan.balancesBlind',
  'plan.ordersUnread',
  'plan.hidden.asset',
  'plan.hidden.margin',
  'plan.hidden.buy',
  'plan.hidden.sell',
  'plan.hidden.more',
  'plan.ordersCut',
  'plan.noSpotSold',
  'plan.balancesUnsold',
  'plan.unreadUnsold',
  'plan.protectionsStay',
  'plan.protectionsTooLarge',
  'plan.closingCancelled',
  'plan.doubtfulUnbound',
  'plan.pricelessUnbound',
]

/** All `warnings`, merging those that differ only in their lists (names, parts of positions). */
export function grouped(warnings: readonly Message[]): readonly Message[] {
  return [...Map.groupBy(warnings, kindOf).values()].flatMap(([first, ...others]) =>
    first ? [joined(first, others)] : [],
  )
}

/** `warnings` merged as by `grouped`, worst first. */
export function worstFirst(warnings: readonly Message[]): readonly Message[] {
  return grouped(warnings).toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf(warning: Message): number {
  // A message made of several sentences ranks by its first one.
  const { sentences } = warning.facts
  const first = isList(sentences) ? sentences[0] : undefined
  const code = typeof first === 'object' && 'code' in first ? first.code : warning.code
  const at = WORST_FIRST.findIndex((each) => each === code)
  return at === -1 ? WORST_FIRST.length : at
}

function kindOf({ code, facts }: Message): string {
  if (code === 'sentences') return JSON.stringify(facts)
  return JSON.stringify([code, Object.entries(facts).map(([name, fact]) => [name, isList(fact) || fact])])
}

function joined({ code, facts }: Message, alike: readonly Message[]): Message {
  if (code === 'sentences') return { code, facts }
  const all = Object.entries(facts).map(([name, fact]) => {
    if (!isList(fact)) return [name, fact]
    const lists = [fact, ...alike.map((other) => other.facts[name]).filter(isList)]
    const items = new Map(lists.flat().map((item) => [JSON.stringify(item), item]))
    return [name, listed([...items.values()], MOST_NAMES)]
  })
  return { code, facts: Object.fromEntries(all) as Message['facts'] }
}

function isList(fact: Fact | undefined): fact is readonly Fact[] {
  return Array.isArray(fact)
}
