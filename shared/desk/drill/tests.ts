/** What the venue said to test orders. */
import { ABSENT } from '../../domain/addresses.ts'
import { decimal, toText } from '../../domain/decimal.ts'
import { wordsOf } from '../../domain/failure.ts'
import { pairNamed } from '../compile/known.ts'
import type { DeskFacts } from '../facts.ts'
import { worthIn } from '../worth.ts'
import { testsOf } from './drill-facts.ts'
import type { DrillTest, Judged } from './drill-facts.ts'
import { count } from './words.ts'

/** The worst decides; the others are told only where they stop a part of it. */
export function judgeTests(tests: readonly DrillTest[], facts: DeskFacts): Judged {
  if (facts.areas?.includes('spot') === false) return { verdict: 'skipped', words: ABSENT.spot }
  if (facts.balances === null) return { verdict: 'failed', words: 'The Spot balances could not be read.' }
  const of = (outcome: DrillTest['outcome']): readonly DrillTest[] => tests.filter((test) => test.outcome === outcome)
  const [placed] = of('placed')
  if (placed) return { verdict: 'failed', words: `${PLACED} It was: ${sellOf(placed)}.` }
  const refused = of('refused')
  const matters = refused.filter((test) => !isDust(test, facts))
  if (matters.length > 0) return { verdict: 'failed', words: refusals(matters) }
  const [unclear] = of('unclear')
  if (unclear) return { verdict: 'warning', words: `${toldOf('No clear answer', unclear)} Look at the venue.` }
  const [unseen] = of('unseen')
  if (unseen) return { verdict: 'warning', words: `The venue accepted the test of ${sellOf(unseen)}. ${UNSEEN}` }
  if (of('unsupported').length > 0) return { verdict: 'skipped', words: UNSUPPORTED }
  const { untested } = testsOf(facts)
  const rest = untested.length === 0 ? '' : ` Not tested: ${untested.join(', ')}.`
  if (tests.length === 0) return { verdict: 'skipped', words: `There is nothing on Spot to test a sell with.${rest}` }
  if (refused.length > 0) {
    return { verdict: 'warning', words: `${refusals(refused)} It is worth too little to stand in the way.${rest}` }
  }
  const checked = `The venue checked ${count(tests.length, 'sell')} and placed none: ${tests.map(sellOf).join(', ')}.`
  return { verdict: 'passed', words: `${checked}${rest}` }
}

const PLACED =
  'The venue placed a test order instead of only checking it. Look at it there, and do not trade here before the venue has explained it.'
const UNSEEN =
  'It shows no single orders, so it could not be looked for whether one was placed: look at the venue. Nothing more was tested.'
const UNSUPPORTED = 'The venue has no test order: whether it takes a sell shows with the first real one.'

/** Reporting coin: venues take no order worth much less. */
const DUST = decimal(10)

function isDust({ instrument, quantity }: DrillTest, facts: DeskFacts): boolean {
  const worth = worthIn(facts)
  const rate = worth.rate(pairNamed(facts.instruments, instrument)?.quoteAsset ?? '')
  const price = worth.market('spot', instrument)
  return price !== null && rate !== null && price.times(quantity).times(rate).lt(DUST)
}

function refusals(refused: readonly DrillTest[]): string {
  return refused.map((test) => toldOf('Refused', test)).join(' ')
}

function toldOf(what: string, test: DrillTest): string {
  return `${what}: ${sellOf(test)}.${test.failure === null ? '' : ` ${wordsOf(test.failure)}`}`
}

function sellOf({ quantity, asset }: DrillTest): string {
  return `${toText(quantity)} ${asset}`
}
