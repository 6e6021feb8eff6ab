/** The step that compares mark prices with the venue's own order books and indexes, by the rules of price-doubt.ts. */
import type { Position } from '#shared/domain/account.ts'
import { instrumentKey, type Contract } from '#shared/domain/instrument.ts'
import type { LookFact } from '#shared/domain/probe.ts'
import type { QuoteReading } from '#shared/domain/quote.ts'
import { NO_PRICES, observePrices, type PriceDoubt } from '#shared/risk/doubt/price-doubt.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Asker } from './asked.ts'
import { message } from '#shared/words/message.ts'
import { lookFinding, noClearAnswer, skipped, type Finding } from './finding.ts'

const MOST = 6
/** How many contracts with a position come first. The rest are widely traded ones. */
const MOST_HELD = 4
/** Widely traded everywhere. */
const MAJORS = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LINK']
/** A mark counts as off after this many rounds in a row. */
const ROUNDS = 3
const FEW = 5

export async function askMarks(
  client: Asker,
  contracts: readonly Contract[] | null,
  positions: readonly Position[],
): Promise<Finding> {
  if (contracts === null) return skipped(message('probe.noContracts'))
  const chosen = chooseMarks(contracts, positions)
  if (chosen.length === 0) return skipped(message('probe.noOpenContract'))
  const first = await Promise.all(chosen.map((contract) => readMark(client, contract)))
  const quotes = first.filter((each) => 'mark' in each)
  const [lost] = first.filter((each) => 'kind' in each)
  if (quotes.length === 0 && lost) return lookFinding([noClearAnswer(lost)])
  let doubt = observePrices(NO_PRICES, quotes, contracts, [])
  const unheld = quotes.filter((quote) => isUnheld(doubt, quote)).length
  let off = chosen.filter(({ name }) => isOff(doubt, name))
  for (let round = 1; round < ROUNDS && off.length > 0; round++) {
    const again = await Promise.all(off.map((contract) => readMark(client, contract)))
    doubt = observePrices(
      doubt,
      again.filter((each) => 'mark' in each),
      contracts,
      [],
    )
    off = off.filter(({ name }) => isOff(doubt, name))
  }
  const found = doubt.findings.flatMap((finding): LookFact[] =>
    finding.code === 'markOffBook' || finding.code === 'markOffIndex'
      ? [
          {
            code: 'markOff',
            name: finding.instrument,
            against: finding.code === 'markOffBook' ? 'book' : 'index',
            mark: finding.mark,
            other: finding.other,
          },
        ]
      : [],
  )
  const asked = quotes.length - new Set(found.map((fact) => ('name' in fact ? fact.name : ''))).size
  return lookFinding([
    ...found,
    ...(asked > unheld ? [{ code: 'marksAgree', asked: asked - unheld } as const] : []),
    ...(unheld > 0 ? [{ code: 'marksUnheld', count: unheld } as const] : []),
  ])
}

/** Contracts with positions first, then widely traded ones, then the order of the list. */
function chooseMarks(contracts: readonly Contract[], positions: readonly Position[]): readonly Contract[] {
  const open = contracts.filter(({ tradable, kind }) => tradable && kind !== 'test')
  const held = new Set(positions.map(({ contract }) => contract))
  const ranked = open.toSorted((one, other) => rankOf(one) - rankOf(other))
  const first = ranked.filter(({ name }) => held.has(name)).slice(0, MOST_HELD)
  return [...new Set([...first, ...ranked])].slice(0, MOST)
}

function rankOf({ baseAsset }: Contract): number {
  const rank = MAJORS.indexOf(baseAsset.toUpperCase())
  return rank === -1 ? MAJORS.length : rank
}

/** Mark, index and order book of the same moment. */
async function readMark(client: Asker, { name: contract }: Contract): Promise<QuoteReading | Failure> {
  const [index, depth] = await Promise.all([
    client.call('contract.index', { contract }),
    client.call('contract.depth', { contract, limit: FEW }),
  ])
  if (!index.ok) return index.error
  const { value: prices, sentAt: readAt } = index.value
  const book = depth.ok ? depth.value : null
  return {
    area: 'contract',
    instrument: contract,
    ...prices,
    last: null,
    bid: book?.value.bids[0]?.[0] ?? null,
    ask: book?.value.asks[0]?.[0] ?? null,
    readAt,
    indexAt: readAt,
    lastAt: book?.sentAt ?? null,
  }
}

function isOff({ histories }: PriceDoubt, contract: string): boolean {
  const anchor = histories.get(instrumentKey('contract', contract))?.anchor
  return !!anchor && anchor.offBook + anchor.offIndex > 0
}

/** Whether there was no mark, or nothing to compare the mark with. */
function isUnheld({ histories }: PriceDoubt, { instrument, index }: QuoteReading): boolean {
  const anchor = histories.get(instrumentKey('contract', instrument))?.anchor
  return !anchor || (index === null && anchor.high <= 0)
}
