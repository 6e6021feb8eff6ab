import { BENCHMARK, DEFAULT_BETA } from '../benchmark.ts'
import type { Message } from '../../domain/message.ts'
import { message } from '../../words/message.ts'
import type { Moves, Scenario } from './scenario-report.ts'

/** In percent, as the sources print them; `low` where it is known; `others`: the move of most coins. */
interface Past {
  readonly id: string
  /** Its key in the catalogue. */
  readonly code: 'blackThursday' | 'deleveraging' | 'luna' | 'celsius' | 'ftx' | 'carryUnwind' | 'tariffs' | 'squeeze'
  /** Days from the first close to the last; absent: 1. */
  readonly days?: number
  readonly close: Readonly<Record<string, number>>
  readonly low: Readonly<Record<string, number>>
  readonly others: { readonly close: number; readonly low: number }
}

/**
 * Famous days. A single day counts from the close before it, several days from the close of the first; `low` is the
 * lowest price on the way. Sources: daily candles of Yahoo Finance, unless noted. Closes alone understate liquidations
 * by up to three times (10 October 2025: XRP closed 16 % lower and had been 46 % lower).
 */
const PAST: readonly Past[] = [
  {
    // Others and the lows: press of the day; the perpetual of BTC fell from 7,353 to 3,596 (LedgerPrime).
    id: '2020-03-12_black_thursday',
    code: 'blackThursday',
    close: { BTC: -37.17, ETH: -42.35, BNB: -41.9, XRP: -32.5, LINK: -45.9 },
    low: { BTC: -48.09, ETH: -51.15, BNB: -57.86 },
    others: { close: -42, low: -55 },
  },
  {
    // Others: the median of eight coins.
    id: '2021-05-19_deleveraging',
    code: 'deleveraging',
    close: { BTC: -13.77, ETH: -27.2, BNB: -33.27, SOL: -37.21, ADA: -26.01, DOGE: -30.03, LINK: -37.24 },
    low: { BTC: -28.5, ETH: -42.24, BNB: -44.2, SOL: -47.36, ADA: -48.69, DOGE: -54.16, LINK: -50.01 },
    others: { close: -34.03, low: -51.91 },
  },
  {
    // LUNA from 85 to 0.03 and UST to 0.2: press of May 2022.
    id: '2022-05_luna',
    code: 'luna',
    days: 8,
    close: { BTC: -26.83, ETH: -33.29, BNB: -33.07, SOL: -51.83, XRP: -40.41, LUNA: -99.9 },
    low: { BTC: -33.62, ETH: -40.55, BNB: -46.25, SOL: -58.98, XRP: -46.64, LUNA: -99.99, UST: -80 },
    others: { close: -46.14, low: -54.13 },
  },
  {
    id: '2022-06_celsius_3ac',
    code: 'celsius',
    days: 11,
    close: { BTC: -38.96, ETH: -45.23, BNB: -32.13, SOL: -19.35, XRP: -24.43 },
    low: { BTC: -43.16, ETH: -50.6, BNB: -36.44, SOL: -33.92, XRP: -28.73 },
    others: { close: -33.09, low: -38.42 },
  },
  {
    // FTT from 22 to 4.68 (FXStreet, 9 November 2022), later 2.30.
    id: '2022-11_ftx',
    code: 'ftx',
    days: 4,
    close: { BTC: -25.38, ETH: -32.42, BNB: -23.59, SOL: -62.08, XRP: -32.46, FTT: -78.7 },
    low: { BTC: -26.31, ETH: -33.46, BNB: -25.06, SOL: -65.99, XRP: -33.96, FTT: -90 },
    others: { close: -29.43, low: -32.11 },
  },
  {
    id: '2024-08-05_carry_unwind',
    code: 'carryUnwind',
    days: 4,
    close: { BTC: -17.39, ETH: -24.5, BNB: -19.22, SOL: -22.55, XRP: -17.94 },
    low: { BTC: -24.84, ETH: -33.7, BNB: -29.14, SOL: -34.03, XRP: -27.32 },
    others: { close: -20.99, low: -31.4 },
  },
  {
    // $19bn liquidated; DOGE about -50 % at its low, some books 70 to 90 % down (press of October 2025).
    id: '2025-10-10_tariff_liquidations',
    code: 'tariffs',
    close: { BTC: -6.98, ETH: -12.04, BNB: -11.86, SOL: -14.63, XRP: -15.91 },
    low: { BTC: -14.07, ETH: -20.8, BNB: -23.36, SOL: -21.23, XRP: -45.51 },
    others: { close: -20, low: -50 },
  },
  {
    // BTC 8 February 2021, ETH 3 January 2021, BNB 19 February 2021, SOL 9 September 2020, XRP 13 July 2023, DOGE 28
    // January 2021.
    id: 'up_squeeze_composite',
    code: 'squeeze',
    close: { BTC: 18.75, ETH: 25.95, BNB: 69.76, SOL: 47.28, XRP: 73.08, DOGE: 355.5 },
    low: { BTC: 18.75, ETH: 25.95, BNB: 69.76, SOL: 47.28, XRP: 88.39, DOGE: 356.8 },
    others: { close: 73, low: 88 },
  },
]

/** Market moves of the hypothetical scenarios, percent, both ways. */
const SIZES = [5, 10, 20, 30, 50] as const

/**
 * The worst day of funding. The venue's interface has no limit of the rate, so it is assumed: twice the 0.375 % per
 * payment that caps XBTUSD at BitMEX (75 % of initial less maintenance margin), every 8 hours.
 */
export const FUNDING_SPIKE = { rate: 0.0075, payments: 3 } as const

/**
 * How far perpetuals leave their coin in a bad hour, assumed: XBTUSD was several percent under Spot on 12 March 2020.
 */
const BASIS = 0.03

/** Every scenario that all accounts share: past days, uniform moves, broken pegs and correlations, worst funding. */
export const SCENARIOS: readonly Scenario[] = [
  ...PAST.map(pastScenario),
  ...eachMove((percent): Scenario => ({
    id: `uniform_${idOf(percent)}`,
    name: message('figure.scenario.uniform', { move: moveText(percent) }),
    about: message('figure.about.uniform'),
    ...straight({ named: {}, others: fraction(percent) }),
  })),
  {
    id: 'correlation_break',
    name: message('figure.scenario.correlationBreak'),
    about: message('figure.about.correlationBreak'),
    ...straight({ named: { BTC: 0 }, others: -0.3 }),
  },
  ...[-BASIS, BASIS].map((basis): Scenario => ({
    id: basis < 0 ? 'basis_down' : 'basis_up',
    name: message('figure.scenario.basis', { move: moveText(100 * basis) }),
    about: message('figure.about.basis'),
    ...straight({ named: {}, others: 0, basis }),
  })),
  ...['USDT', 'USDC'].map((coin): Scenario => ({
    id: `depeg_${coin.toLowerCase()}`,
    name: message('figure.scenario.depeg', { coin, move: moveText(-5) }),
    about: message('figure.about.depeg', { coin }),
    ...straight({ named: { [coin]: -0.05 }, others: 0 }),
  })),
  {
    id: 'funding_spike',
    name: message('figure.scenario.fundingSpike'),
    about: message('figure.about.fundingSpike', { spike: fundingSpike(FUNDING_SPIKE) }),
    ...straight({ named: {}, others: 0 }),
    funding: FUNDING_SPIKE,
  },
]

/** "3 payments of 0.75 %, assumed". */
export function fundingSpike({ rate, payments }: NonNullable<Scenario['funding']>): Message {
  return message('figure.fundingPayments', { count: payments, rate: { share: rate, places: 2 } })
}

/**
 * The market moves and every coin follows by its beta: (1 + x)^beta - 1, which stays above -100 %. `betas` are against
 * `market` (1 for itself); a coin that is not in it is taken at 1.5.
 */
export function betaScenarios(betas: Readonly<Record<string, number>>, market = BENCHMARK): readonly Scenario[] {
  return eachMove((percent) => ({
    id: `beta_${idOf(percent)}`,
    name: message('figure.scenario.beta', { market, move: moveText(percent) }),
    about: message('figure.about.beta', { market, otherwise: DEFAULT_BETA }),
    ...straight(betaMoves(fraction(percent), { ...betas, [market]: 1 })),
  }))
}

/** The moves of one market move under geometric betas. */
export function betaMoves(shock: number, betas: Readonly<Record<string, number>>): Moves {
  const follow = (beta: number): number => (1 + shock) ** beta - 1
  return {
    named: Object.fromEntries(Object.entries(betas).map(([asset, beta]) => [asset, follow(beta)])),
    others: follow(DEFAULT_BETA),
  }
}

function pastScenario({ id, code, days = 1, close, low, others }: Past): Scenario {
  return {
    id,
    name: message(`figure.scenario.${code}`),
    about: message(`figure.about.${code}`),
    days,
    close: { named: fractions(close), others: fraction(others.close) },
    // A coin without a known low was at least at its close.
    low: { named: fractions({ ...close, ...low }), others: fraction(others.low) },
  }
}

/** Prices go straight to their end: liquidations happen there. */
function straight(moves: Moves): Pick<Scenario, 'close' | 'low'> {
  return { close: moves, low: moves }
}

function eachMove(make: (percent: number) => Scenario): Scenario[] {
  return [...SIZES.toReversed().map((size) => make(-size)), ...SIZES.map(make)]
}

function idOf(percent: number): string {
  return `${percent < 0 ? 'down' : 'up'}_${Math.abs(percent).toString()}`
}

/** "−30 %". */
function moveText(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toString()} %`
}

function fractions(percents: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(percents).map(([asset, percent]) => [asset, fraction(percent)]))
}

function fraction(percent: number): number {
  return percent / 100
}
