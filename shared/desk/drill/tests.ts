/** Judges the venue's answers to test orders. */
import { decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { failureMessage, message } from '../../words/message.ts'
import { pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import { worthIn } from '../worth.ts'
import { judged, sellOf, testsOf, type DrillTest, type Judged } from './drill-facts.ts'

/** The worst outcome decides. */
export function judgeTests(tests: readonly DrillTest[], facts: DeskFacts): Judged {
  if (facts.areas?.includes('spot') === false) return judged('skipped', message('noArea.spot'))
  if (facts.balances === null) return judged('failed', message('drill.balancesUnread'))
  const of = (outcome: DrillTest['outcome']): readonly DrillTest[] => tests.filter((test) => test.outcome === outcome)
  const [placed] = of('placed')
  if (placed) return judged('failed', message('drill.testPlaced', { sell: sellOf(placed) }))
  const refused = of('refused')
  const matters = refused.filter((test) => !isDust(test, facts))
  if (matters.length > 0) return judged('failed', ...matters.flatMap(refusal))
  const [unclear] = of('unclear')
  if (unclear) return judged('warning', ...problemOf('drill.testUnclear', unclear), message('drill.lookAtVenue'))
  const [unseen] = of('unseen')
  if (unseen) return judged('warning', message('drill.testUnseen', { sell: sellOf(unseen) }))
  if (of('unsupported').length > 0) return judged('skipped', message('drill.noTestOrder'))
  const { untested } = testsOf(facts)
  const rest = untested.length === 0 ? [] : [message('drill.untested', { sells: untested })]
  if (tests.length === 0) return judged('skipped', message('drill.nothingToTest'), ...rest)
  if (refused.length > 0) return judged('warning', ...refused.flatMap(refusal), message('drill.dust'), ...rest)
  return judged('passed', message('drill.tested', { count: tests.length, sells: tests.map(sellOf) }), ...rest)
}

/** In `MARKET_COIN`. Venues refuse orders worth much less than this. */
const DUST = decimal(10)

function isDust({ instrument, quantity }: DrillTest, facts: DeskFacts): boolean {
  const worth = worthIn(facts)
  const rate = worth.marketRate(pairNamed(facts.instruments, instrument)?.quoteAsset ?? '')
  const price = worth.market('spot', instrument)
  return price !== null && rate !== null && price.times(quantity).times(rate).lt(DUST)
}

function refusal(test: DrillTest): readonly Message[] {
  return problemOf('drill.testRefused', test)
}

function problemOf(code: 'drill.testRefused' | 'drill.testUnclear', test: DrillTest): readonly Message[] {
  const why = test.failure === null ? [] : [failureMessage(test.failure)]
  return [message(code, { sell: sellOf(test) }), ...why]
}
