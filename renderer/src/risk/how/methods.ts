/** How each figure of the Risk screen is computed, in one table. Figures name their entry; what went into them they say themselves. */

import { inEnglish } from '#shared/words/say.ts'
import { FUNDING_SPIKE, fundingSpike } from '#shared/risk/stress/listed-scenarios.ts'
import { LIQUIDITY_METHODS } from './liquidity-methods.ts'
import { OWN, type Method } from './method.ts'

/** One thing a figure is made from, as it stands. */
export interface HowInput {
  readonly label: string
  readonly text: string
  /** How old it is, ms; null where age means nothing: a choice, a constant, a whole history. */
  readonly ageMs: number | null
}

const EULER = 'Euler allocation: Tasche 1999'

const TABLE = {
  ...LIQUIDITY_METHODS,

  // VaR and expected shortfall
  historicalVar: {
    title: 'VaR, historical',
    formula:
      'x = P&L of today’s positions on each past day\nVaR = −quantile(x, 1 − confidence), between the two nearest days',
    note: 'One day, positions held as they are, every price revalued in full. It needs 100 days at 95 % and 250 at 99 %.',
    source: 'Hyndman & Fan 1996, type 7',
  },
  historicalEs: {
    title: 'Expected shortfall, historical',
    formula: 'ES = mean loss over the worst (1 − confidence) of days,\nthe last of them by its fraction',
    note: 'What a day beyond VaR costs on average. It is never below VaR.',
    source: 'Acerbi & Tasche 2002; Rockafellar & Uryasev 2002',
  },
  filteredHistorical: {
    title: 'VaR, filtered historical',
    formula:
      'z(t) = x(t) / σ(t), σ(t) from the days before t (EWMA 0.94)\nscenarios = z × σ of tomorrow; then as historical',
    note: 'The past at today’s volatility.',
    source: 'Hull & White 1998',
  },
  ewmaVar: {
    title: 'VaR, EWMA',
    formula: 'σ² = Σ w x², w falls by 0.94 a day, Σ w = 1, mean 0\nVaR = −z σ, ES = φ(z) σ / (1 − confidence)',
    source: 'RiskMetrics 1996',
  },
  gaussianVar: {
    title: 'VaR, Gaussian',
    formula: 'VaR = −mean − z σ, ES = −mean + φ(z) σ / (1 − confidence)',
    note: 'Tails of crypto assets are fatter than the normal ones.',
    source: 'Jorion 2006',
  },
  cornishFisherVar: {
    title: 'VaR, Cornish–Fisher',
    formula:
      'h = z + (z²−1)S/6 + (z³−3z)K/24 − (2z³−5z)S²/36\nVaR = −mean − σ h\n' +
      'ES = −mean + σ φ(h) (1 + S h³/6 + K (h⁴−2h²−1)/24\n     + S² (h⁶−9h⁴+9h²+3)/72) / (1 − confidence)',
    note: 'S is skewness, K excess kurtosis. The ES is that of the Edgeworth density beyond h, and at least the VaR. Shown only where the corrected quantile still rises with z.',
    source: 'Cornish & Fisher 1938; ES: Boudt, Peterson & Croux 2008; validity: Maillard 2012',
  },
  varInterval: {
    title: '95 % interval of the VaR',
    formula: 'ranks l and u of the sorted days with\nB(l−1; n, 1−c) ≤ 2.5 % and B(u−1; n, 1−c) ≥ 97.5 %',
    note: 'Where so few days have no such rank, that end is not known.',
    source: 'Order statistics: David & Nagaraja 2003',
  },
  varWithLiquidation: {
    title: 'VaR with liquidation',
    formula: 'as historical, every margin unit whose equity meets its requirement\nat the end of the day worth nothing',
    note: 'One in liquidation already is lost on every day; what owes goes on owing. The lows within a day are not in it: Stress tests them.',
    source: OWN,
  },
  worstDay: {
    title: 'Worst day',
    formula: 'min over the same days of Σ position P&L at that day’s returns',
    source: OWN,
  },
  proxiedShare: {
    title: 'Share stood in for',
    formula:
      'Σ |exposure| of assets with stand-in days / gross exposure\nmissing day = β × benchmark’s return + a residual of its own days',
    note: 'Below 60 days of its own an asset takes β 1.5 and at least 6 % of own volatility a day.',
    source: OWN,
  },
  componentEs: {
    title: 'Component of the expected shortfall',
    formula: 'mean loss of the asset on the days that make up the ES',
    note: 'Adds up to the ES. Negative: the asset hedges.',
    source: EULER,
  },
  componentVar: {
    title: 'Component of the VaR',
    formula: 'loss of the asset on the two days the VaR lies between, by their weights',
    note: 'Adds up to the VaR. It rests on two days: the ES components are steadier.',
    source: EULER,
  },
  marginalVar: {
    title: 'Marginal VaR',
    formula: '−mean(i) − z (Σ e)(i) / σ',
    note: 'Change of the Gaussian VaR for one more unit of the reporting coin in this asset.',
    source: EULER,
  },
  incrementalVar: {
    title: 'Incremental VaR',
    formula: 'VaR of everything − VaR without this asset',
    note: 'Computed anew without the asset; these do not add up.',
    source: 'Jorion 2006',
  },
  backtest: {
    title: 'Backtest',
    formula: 'each day’s VaR from the days before it only\nexception: P&L < −VaR',
    note: 'With today’s positions on past days: it tests the model, not the trading.',
    source: 'Christoffersen 1998',
  },
  kupiec: {
    title: 'Kupiec: the right number of exceptions',
    formula: 'LR = −2 ln((1−p)^(T−x) p^x / ((1−x/T)^(T−x) (x/T)^x)) ~ χ²(1)',
    source: 'Kupiec 1995',
  },
  christoffersen: {
    title: 'Christoffersen: exceptions come independently',
    formula: 'LR from the counts of exceptions after exceptions ~ χ²(1)\nboth tests together: the sum ~ χ²(2)',
    source: 'Christoffersen 1998',
  },
  trafficLight: {
    title: 'Traffic light',
    formula: '250 days at 99 %: green 0–4 exceptions, yellow 5–9, red from 10',
    source: 'Basel Committee 1996',
  },

  // Correlation, volatility, beta
  correlation: {
    title: 'Correlation',
    formula:
      'of simple daily returns, over the days all have;\nwith unequal histories each pair over the days both have',
    note: 'At least 60 days of overlap, or none is shown.',
    source: 'Pearson 1895',
  },
  shrinkage: {
    title: 'Shrinkage',
    formula: 'R* = (1 − d) R + d I, d = min(b²/d², 1) on standardised returns',
    note: 'Few days make correlations look stronger than they are.',
    source: 'Ledoit & Wolf 2004',
  },
  repair: {
    title: 'Repair of the matrix',
    formula: 'nearest correlation matrix (Frobenius) without negative eigenvalues',
    note: 'Pairs over different days can contradict one another.',
    source: 'Higham 2002',
  },
  ewmaVolatility: {
    title: 'Volatility of a day',
    formula: 'σ² = Σ w r², w falls by 0.94 a day, Σ w = 1, mean 0',
    source: 'RiskMetrics 1996',
  },
  hourlyVolatility: {
    title: 'Volatility of the last hours, scaled to a day',
    formula: 'σ(day) = √24 σ(hour), w falls by 0.94^(1/24) an hour',
    note: 'Short memory: half of the weight lies in the last 270 hours.',
    source: 'RiskMetrics 1996',
  },
  annualVolatility: {
    title: 'Volatility of a year',
    formula:
      'close: sd of ln(C/C₋₁); Parkinson: ln(H/L)² / 4 ln 2;\nGarman–Klass: ½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²;\n' +
      'Rogers–Satchell: ln(H/C) ln(H/O) + ln(L/C) ln(L/O);\nYang–Zhang: σo² + k σc² + (1−k) σrs²;\neach × √365',
    note: 'From the last 30 days.',
    source: 'Parkinson 1980; Garman & Klass 1980; Rogers & Satchell 1991; Yang & Zhang 2000',
  },
  averageTrueRange: {
    title: 'Average true range of a day',
    formula: 'TR = max(H, C₋₁) − min(L, C₋₁)\nATR = ATR₋₁ + (TR − ATR₋₁) / 14',
    source: 'Wilder 1978',
  },
  beta: {
    title: 'Beta',
    formula: 'raw: OLS slope of daily returns on the benchmark’s\nused = w raw + (1 − w), w = 0.25 / (0.25 + se²)',
    note: 'At least 60 days; below that 1.5 is used. Cash is 0, the benchmark 1.',
    source: 'Vasicek 1973',
  },

  // Stress
  loadLine: {
    title: 'Load line',
    formula: 'margin rate(x) = equity(x) / position value(x), every price × (1 + x), cash stays',
    note: 'A unit is liquidated where its rate meets what is required.',
    source: OWN,
  },
  loadLineCoin: {
    title: 'Load line of one coin',
    formula: 'margin rate(x) = equity(x) / position value(x), the coin × (1 + x), all others stay',
    note: 'A unit is liquidated where its rate meets what is required.',
    source: OWN,
  },
  loadLineBeta: {
    title: 'Load line by beta',
    formula:
      'margin rate(x) = equity(x) / position value(x),\nbenchmark × (1 + x), every other price × (1 + x)^β, cash stays',
    note: 'A unit is liquidated where its rate meets what is required. Below 60 days an asset’s β is assumed.',
    source: OWN,
  },
  ordersOnTheWay: {
    title: 'Open orders on the way',
    formula:
      'a buy fills where its price at x ≤ its limit, a sell where ≥; at the limit, no fee\nthen positions, equity and value go on with it',
    note: 'What it held of the order margin, by value, comes into the position. Orders that can not be followed are left out.',
    source: OWN,
  },
  marginRate: {
    title: 'Margin rate',
    formula: 'equity of the unit / value of its positions at the mark',
    source: OWN,
  },
  scenarioPnl: {
    title: 'P&L under a scenario',
    formula:
      'Σ value after − value before, coin accounts at the price after\n' +
      'funding spike: −|Σ s × value| of each contract × rate × payments',
    note: `Liquidations left out. Of a funding spike prices stay; the side held more of pays: ${inEnglish(fundingSpike(FUNDING_SPIKE))}, for the venue tells no limit.`,
    source: OWN,
  },
  scenarioWithLiquidation: {
    title: 'P&L with liquidations',
    formula: 'as without, every unit that is liquidated at the low worth nothing',
    note: 'An account loses no more than its equity; one that owes already goes on owing. None while a unit is not modelled.',
    source: OWN,
  },
  dayMore: {
    title: 'Venue down: a day more',
    formula:
      'close: (1 + x)^((n + 1) / n) − 1\nlow: (1 + low) × (1 + x)^(1 / n) − 1\nx: the close without it, n: days the scenario took',
    note:
      'Nothing can be traded, and prices go on from where they ended by an average day of the scenario. One that never was counts as ' +
      'one day, which then happens twice; so do moves by hand. A funding spike is paid for a day more.',
    source: OWN,
  },
  equityAfter: { title: 'Equity after', formula: 'equity before + P&L with liquidations', source: OWN },
  stressGrid: {
    title: 'Two-factor stress',
    formula: 'benchmark × (1 + x), every other coin × (1 + x)^m, cash stays\ncell = least margin rate of any unit',
    note: 'Of a unit that is liquidated there it is what the rate would go on to. Colour: by how much of equity is required.',
    source: OWN,
  },
  liquidationDistance: {
    title: 'Distance to liquidation',
    formula: 'P* / P − 1\nP: mark, P*: the nearer of our liquidation price and the venue’s',
    note: 'This price alone moves. In a cross account the others stay where they are.',
    source: OWN,
  },
  distanceInRanges: {
    title: 'Distance in average true ranges',
    formula: '|P* − P| / ATR of a day',
    note: 'The range is counted in the coin the contract is priced in.',
    source: 'Wilder 1978',
  },
  distanceInSigmas: {
    title: 'Distance in σ-days',
    formula: '|ln(P* / P)| / σ of a day (EWMA 0.94)',
    note: 'How many usual days’ moves, one way, it takes.',
    source: 'RiskMetrics 1996',
  },
  touchProbability: {
    title: 'Chance of a touch within a day',
    formula: '2 Φ(−|ln(P* / P)| / σ of a day)',
    note: 'Gaussian, no drift. Tails are fatter, so it is more likely than that.',
    source: 'Reflection principle: Bachelier 1900',
  },

  // Funding and orders
  nextFunding: {
    title: 'Next funding',
    formula: '−s × value at the mark × rate',
    note: 'A positive rate: longs pay shorts.',
    source: OWN,
  },
  dailyFunding: {
    title: 'Funding a day',
    formula: 'next payment × 24 / hours between payments',
    note: 'If the newest rate goes on. The venue does not say the interval: it is assumed.',
    source: OWN,
  },
  netFunding: {
    title: 'Funding of an asset',
    formula: 'Σ funding a day over its longs and shorts',
    note: 'Where the rate of one of them is not known, neither is the net: half a hedge is not one.',
    source: OWN,
  },
  fundingShare: {
    title: 'Funding a day, of equity',
    formula: 'Σ funding a day / total equity',
    source: OWN,
  },
  yearlyFunding: {
    title: 'Funding a year, of the value',
    formula: '−s × rate × 24 / hours × 365, simple',
    source: OWN,
  },
  yearlyFundingTotal: {
    title: 'Funding in a year, at this pace',
    formula: 'Σ funding a day × 365, simple',
    note: 'If the newest rates and all positions went on.',
    source: OWN,
  },
  worstIfFilled: {
    title: 'Worst if orders fill',
    formula: 'each asset: the larger of |all buys filled| and |all sells filled|; the sum',
    note: 'An upper bound. Condition orders are not in it.',
    source: OWN,
  },
  orderMargin: {
    title: 'Margin of orders',
    formula: 'Σ value at the limit / leverage + value at the limit × fee rate',
    note: 'Of the orders that open. They tell no leverage: it is that of the position on their side, else on the other, the least of several. Without a position it is not known.',
    source: OWN,
  },
  stalenessBand: {
    title: 'What its age may hide',
    formula: '± slope × σ(minute) × √(age in minutes)',
    source: 'Random walk: Bachelier 1900',
  },
} satisfies Record<string, Method>

export type MethodId = keyof typeof TABLE
export const METHODS: Readonly<Record<MethodId, Method>> = TABLE
