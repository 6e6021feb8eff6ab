/** The step that finds out whether one call lists the open orders of a whole area. */
import type { Balance } from '#shared/domain/account.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import { asListed } from '#shared/domain/order.ts'
import { withoutOrder } from '#shared/desk/held-back.ts'
import { areaTitle, listed, failureMessage, message } from '#shared/words/message.ts'
import type { AccountRead } from '#shared/domain/coherence.ts'
import type { Dialect } from '../profile/dialect.ts'
import { servesNone } from '../client/classify-failure.ts'
import type { Asker } from './asked.ts'
import { failureOf, passed, skipped, warned, type Finding } from './finding.ts'

/** What earlier steps read; null: unreadable, or no such area. */
interface ProbedAccount {
  readonly pairs: readonly Pair[] | null
  readonly contracts: readonly Contract[] | null
  readonly balances: readonly Balance[] | null
  readonly account: AccountRead | null
}

/**
 * Orders of this many instruments are proof: a venue that lists one instrument at a time may answer for the first one.
 */
const PROOF = 2
/** Further names are only counted. */
const MOST_NAMED = 3

/** Asks each area whose account could be read, unless the profile already has the answer. */
export async function askLists(client: Asker, probed: ProbedAccount): Promise<Finding<Dialect['openOrders']>> {
  const { openOrders } = client.dialect()
  const areas = [
    ...(probed.balances === null ? [] : (['spot'] as const)),
    ...(probed.account === null ? [] : (['contract'] as const)),
  ]
  if (areas.length === 0) return skipped(message('probe.noAccount'))
  const findings = await Promise.all(
    areas.map(async (area) => ({
      area,
      ...(openOrders[area] === 'unknown'
        ? await askList(client, area, probed)
        : listingFinding(area, openOrders[area])),
    })),
  )
  const found = Object.fromEntries(findings.map(({ area, value }) => [area, value ?? 'unknown']))
  const messages = findings.flatMap((finding) => finding.found)
  const isDoubtful = findings.some(({ outcome }) => outcome === 'warned')
  const value = { ...openOrders, ...found }
  const facts = findings.flatMap((finding) => finding.facts)
  return isDoubtful ? warned(messages, value, ...facts) : passed(messages, value, ...facts)
}

const NONE: AccountRead = { marginAccounts: [], positions: [] }

async function askList(
  client: Asker,
  area: Area,
  probed: ProbedAccount,
): Promise<Finding<Dialect['openOrders'][Area]>> {
  const title = areaTitle(area)
  const answer = await client.call(`${area}.openOrders`, {})
  if (!answer.ok && servesNone(answer.error)) return listingFinding(area, 'perInstrument')
  if (!answer.ok)
    return warned(
      message('probe.listsUnknown', { area: title, failure: failureMessage(answer.error) }),
      'unknown',
      failureOf(answer.error),
    )
  const unproved = { code: 'openOrders', area, how: 'unknown' } as const
  const { value, isCut, quarantined } = answer.value
  const { pairs, contracts, balances, account } = probed
  const instruments = area === 'spot' ? pairs : contracts
  const held = instruments && { instruments, balances, ...(account ?? NONE) }
  const orders = asListed(value, instruments ?? [])
  const missing = held ? withoutOrder(area, orders, held) : []
  if (missing.length > 0 || isCut === true || quarantined.length > 0) {
    const doubt =
      missing.length > 0
        ? message('probe.listsIncomplete', { area: title, names: listed(missing, MOST_NAMED) })
        : message('probe.listsUnreadable', { area: title })
    return passed(doubt, 'unknown', unproved)
  }
  if (new Set(orders.map(({ instrument }) => instrument)).size >= PROOF) return listingFinding(area, 'wholeArea')
  return passed(message('probe.listsBelieved', { area: title }), 'unknown', unproved)
}

function listingFinding(area: Area, how: Dialect['openOrders'][Area]): Finding<Dialect['openOrders'][Area]> {
  const code = how === 'wholeArea' ? 'probe.listsArea' : 'probe.listsOneByOne'
  return passed(message(code, { area: areaTitle(area) }), how, { code: 'openOrders', area, how })
}
