/** How each figure of the Risk screen is computed: its name, its formula, what the formula does not say, and whose it is. */
const SIZE = 'Size: contracts × multiplier, or coins; the cost is in the margin coin, shown at its price.'
/** The venue names no unit of what it lists of contracts. */
const CONTRACT_UNITS =
  'For contracts, quantities in the book and volume are assumed to be numbers of contracts: the venue does not say.'
const LIQUIDATED = 'A margin account is liquidated where its rate meets what is required.'
const RISK_METRICS = 'RiskMetrics 1996'
const EULER = 'Euler allocation: Tasche 1999'
const CHRISTOFFERSEN = 'Christoffersen 1998'
const WILDER = 'Wilder 1978'

export const how = {
  'how.ask': 'How is this computed? {title}',
  'how.madeFrom': 'Made from',
  'how.value': 'Value',
  'how.age': 'Age',
  /** Of a formula that takes no more than adding up. */
  'how.own': 'Arithmetic of this report',

  'how.exitPrice.title': 'Average price out',
  'how.exitPrice.formula': 'linear: Σ size × price / Σ size\ninverse: Σ contracts / Σ (contracts / price)',
  'how.exitPrice.note': 'A long sells into the bids, a short buys from the asks.',

  'how.slippage.title': 'Slippage',
  'how.slippage.formula': 's (mid − average price) / mid × 10 000, in basis points',

  'how.markGap.title': 'Mark to mid',
  'how.markGap.formula': 'linear: s × size × (mark − mid)\ninverse: s × size × (1 / mid − 1 / mark)',
  'how.markGap.note': `The account is valued at the mark, orders trade in the book. Only a mark read within 2 s of the book counts: otherwise the gap may be a move of the price. ${SIZE}`,

  'how.spreadCost.title': 'Spread',
  'how.spreadCost.formula': 'linear: abs(mid − best price) × size\ninverse: abs(1 / best price − 1 / mid) × size',
  'how.spreadCost.note': SIZE,

  'how.depthCost.title': 'Through the book',
  'how.depthCost.formula':
    'linear: abs(best price − average price) × size in the book\ninverse: abs(1 / average price − 1 / best price) × size in the book',
  'how.depthCost.note': `Everything that goes to the same side of a book shares its average. ${SIZE}`,

  'how.impactCost.title': 'Beyond the book',
  'how.impactCost.formula':
    'peak = σ(day) √(rest / volume of a day)\nrest at last price × (1 − 2s/3 · peak)\ncost: from the best price to there, as through the book',
  'how.impactCost.note': `Not estimated above a tenth of the day’s volume. ${CONTRACT_UNITS}`,
  'how.impactCost.source': 'Square-root law: Donier & Bonart 2015',

  'how.closingFee.title': 'Fee',
  'how.closingFee.formula': 'value out × fee rate',
  'how.closingFee.note':
    'The rate of your own trades where there are any, else the rate the venue lists. Where it lists none: for a contract the highest rate it gives for the position, which may be more than is charged; for Spot 0.1 %, assumed.',

  'how.exitCost.title': 'Cost to close',
  'how.exitCost.formula': 'mark to mid + spread + through the book + beyond it + fee',
  'how.exitCost.note':
    'All at market now. While any part is unknown, the cost is unknown. Only mark to mid may be left out, and the screen says so.',

  'how.exitPnl.title': 'P&L if closed now',
  'how.exitPnl.formula': 'P&L so far at the mark, fees and funding in it − cost to close',

  'how.depthShare.title': 'Share of the book',
  'how.depthShare.formula': 'size / what the book holds within the band around mid',
  'how.depthShare.note': `≤: the part of the book that was read ends inside the band, so the book may hold more. ${CONTRACT_UNITS}`,

  'how.clips.title': 'Orders needed',
  'how.clips.formula': 'ceil(size / largest market order), by volume and by value',
  'how.clips.note': 'On Spot the venue states no largest order: one order.',

  'how.apiSeconds.title': 'Seconds by the venue’s limits',
  'how.apiSeconds.formula': 'floor((cancels − 1) / limit) × window + floor((orders − 1) / limit) × window',
  'how.apiSeconds.note':
    'Spot: 100 in 2 s. Contracts: 20 cancels in 2 s; no limit is published for orders, so the same is assumed.',

  'how.participationSeconds.title': 'Seconds by volume',
  'how.participationSeconds.formula': 'size / (10 % × volume of a day) × 86 400 s',
  'how.participationSeconds.note': CONTRACT_UNITS,
  'how.participationSeconds.source': 'Participation rate: Almgren & Chriss 2000',

  'how.stressedMarket.title': 'Stressed market',
  'how.stressedMarket.formula':
    'each level of the book × {depthLeft}\nσ(day) × σ(wildest 30 days in a row) / σ(all days), mean 0, at least 1\nbelow 60 days: σ(day) × {volatilityFactor}',
  'how.stressedMarket.note':
    'Assumed. Mid, best price, the volume of a day and the venue’s limits stay as they are, and with them mark to mid, spread and times.',

  'how.liquidationValue.title': 'Worth if closed now',
  'how.liquidationValue.formula': 'total equity − all costs to close',
  'how.liquidationValue.note':
    'Unknown costs are left out, so it is the most you could get. Not known while a position has no price.',

  'how.exitCovered.title': 'Covered',
  'how.exitCovered.formula': 'Σ value of exits with a known cost / Σ value of all with a price',
  'how.exitCovered.note': 'Not known while a position has no price or something held was not read.',

  'how.historicalVar.title': 'VaR, historical',
  'how.historicalVar.formula':
    'x = P&L of today’s positions on each past day\nVaR = −quantile(x, 1 − confidence), between the two nearest days',
  'how.historicalVar.note':
    'One day, positions held as they are, every price revalued in full. It needs 100 days at 95 % and 250 at 99 %.',
  'how.historicalVar.source': 'Hyndman & Fan 1996, type 7',

  'how.historicalEs.title': 'Expected shortfall, historical',
  'how.historicalEs.formula':
    'ES = mean loss over the worst (1 − confidence) of days,\nthe last of them by its fraction',
  'how.historicalEs.note': 'What a day beyond VaR costs on average. It is never below VaR.',
  'how.historicalEs.source': 'Acerbi & Tasche 2002; Rockafellar & Uryasev 2002',

  'how.filteredHistorical.title': 'VaR, filtered historical',
  'how.filteredHistorical.formula':
    'z(t) = x(t) / σ(t), σ(t) from the days before t (EWMA 0.94)\nscenarios = z × σ of tomorrow; then as historical',
  'how.filteredHistorical.note': 'The past at today’s volatility.',
  'how.filteredHistorical.source': 'Hull & White 1998',

  'how.ewmaVar.title': 'VaR, EWMA',
  'how.ewmaVar.formula':
    'σ² = Σ w x², w falls by 0.94 a day, Σ w = 1, mean 0\nVaR = −z σ, ES = φ(z) σ / (1 − confidence)',
  'how.ewmaVar.source': RISK_METRICS,

  'how.gaussianVar.title': 'VaR, Gaussian',
  'how.gaussianVar.formula': 'VaR = −mean − z σ, ES = −mean + φ(z) σ / (1 − confidence)',
  'how.gaussianVar.note': 'Crypto assets have fatter tails than the normal distribution.',
  'how.gaussianVar.source': 'Jorion 2006',

  'how.cornishFisherVar.title': 'VaR, Cornish–Fisher',
  'how.cornishFisherVar.formula':
    'h = z + (z²−1)S/6 + (z³−3z)K/24 − (2z³−5z)S²/36\nVaR = −mean − σ h\nES = −mean + σ φ(h) (1 + S h³/6 + K (h⁴−2h²−1)/24\n     + S² (h⁶−9h⁴+9h²+3)/72) / (1 − confidence)',
  'how.cornishFisherVar.note':
    'S is skewness, K excess kurtosis. The ES is that of the Edgeworth density beyond h, and at least the VaR. Shown only where the corrected quantile still rises with z.',
  'how.cornishFisherVar.source': 'Cornish & Fisher 1938; ES: Boudt, Peterson & Croux 2008; validity: Maillard 2012',

  'how.varInterval.title': '95 % interval of the VaR',
  'how.varInterval.formula':
    'ranks l and u of the sorted days with\nB(l−1; n, 1−c) ≤ 2.5 % and B(u−1; n, 1−c) ≥ 97.5 %',
  'how.varInterval.note': 'With too few days for such a rank, that end is not known.',
  'how.varInterval.source': 'Order statistics: David & Nagaraja 2003',

  'how.varWithLiquidation.title': 'VaR with liquidation',
  'how.varWithLiquidation.formula':
    'as historical, but a margin account whose equity is down to its requirement\nat the end of the day is worth nothing',
  'how.varWithLiquidation.note':
    'A margin account already in liquidation is lost on every day; a debt stays a debt. The lows within a day are not in it: Stress tests them.',

  'how.worstDay.title': 'Worst day',
  'how.worstDay.formula': 'min over the same days of Σ position P&L at that day’s returns',

  'how.proxiedShare.title': 'Share estimated by beta',
  'how.proxiedShare.formula':
    'Σ abs(exposure) of assets with stand-in days / gross exposure\nmissing day = β × benchmark’s return + a residual of its own days',
  'how.proxiedShare.note':
    'With fewer than 60 days of its own an asset takes β 1.5 and at least 6 % of own volatility a day.',

  'how.componentEs.title': 'Component of the expected shortfall',
  'how.componentEs.formula': 'mean loss of the asset on the days that make up the ES',
  'how.componentEs.note': 'Adds up to the ES. Negative: the asset hedges.',
  'how.componentEs.source': EULER,

  'how.componentVar.title': 'Component of the VaR',
  'how.componentVar.formula': 'loss of the asset on the two days the VaR lies between, by their weights',
  'how.componentVar.note': 'Adds up to the VaR. It rests on two days: the ES components are steadier.',
  'how.componentVar.source': EULER,

  'how.marginalVar.title': 'Marginal VaR',
  'how.marginalVar.formula': '−mean(i) − z (Σ e)(i) / σ',
  'how.marginalVar.note': 'Change of the Gaussian VaR for one more unit of the reporting coin in this asset.',
  'how.marginalVar.source': EULER,

  'how.incrementalVar.title': 'Incremental VaR',
  'how.incrementalVar.formula': 'VaR of everything − VaR without this asset',
  'how.incrementalVar.note': 'Computed again without the asset; these do not add up.',
  'how.incrementalVar.source': 'Jorion 2006',

  'how.backtest.title': 'Backtest',
  'how.backtest.formula': 'each day’s VaR from the days before it only\nexception: P&L < −VaR',
  'how.backtest.note': 'With today’s positions on past days: it tests the model, not the trading.',
  'how.backtest.source': CHRISTOFFERSEN,

  'how.kupiec.title': 'Kupiec: the right number of exceptions',
  'how.kupiec.formula': 'LR = −2 ln((1−p)^(T−x) p^x / ((1−x/T)^(T−x) (x/T)^x)) ~ χ²(1)',
  'how.kupiec.source': 'Kupiec 1995',

  'how.christoffersen.title': 'Christoffersen: exceptions come independently',
  'how.christoffersen.formula':
    'LR from the counts of exceptions after exceptions ~ χ²(1)\nboth tests together: the sum ~ χ²(2)',
  'how.christoffersen.source': CHRISTOFFERSEN,

  'how.trafficLight.title': 'Traffic light',
  'how.trafficLight.formula': '250 days at 99 %: green 0–4 exceptions, yellow 5–9, red from 10',
  'how.trafficLight.source': 'Basel Committee 1996',

  'how.correlation.title': 'Correlation',
  'how.correlation.formula':
    'of simple daily returns, over the days all have;\nwith unequal histories each pair over the days both have',
  'how.correlation.note': 'At least 60 days of overlap, or none is shown.',
  'how.correlation.source': 'Pearson 1895',

  'how.shrinkage.title': 'Shrinkage',
  'how.shrinkage.formula': 'R* = (1 − d) R + d I, d = min(b²/d², 1) on standardised returns',
  'how.shrinkage.note': 'Few days make correlations look stronger than they are.',
  'how.shrinkage.source': 'Ledoit & Wolf 2004',

  'how.repair.title': 'Repair of the matrix',
  'how.repair.formula': 'nearest correlation matrix (Frobenius) without negative eigenvalues',
  'how.repair.note': 'Pairs over different days can contradict one another.',
  'how.repair.source': 'Higham 2002',

  'how.ewmaVolatility.title': 'Volatility of a day',
  'how.ewmaVolatility.formula': 'σ² = Σ w r², w falls by 0.94 a day, Σ w = 1, mean 0',
  'how.ewmaVolatility.source': RISK_METRICS,

  'how.hourlyVolatility.title': 'Volatility of the last hours, scaled to a day',
  'how.hourlyVolatility.formula': 'σ(day) = √24 σ(hour), w falls by 0.94^(1/24) an hour',
  'how.hourlyVolatility.note': 'Short memory: half of the weight lies in the last 270 hours.',
  'how.hourlyVolatility.source': RISK_METRICS,

  'how.annualVolatility.title': 'Volatility of a year',
  'how.annualVolatility.formula':
    'close: sd of ln(C/C(t−1)); Parkinson: ln(H/L)² / 4 ln 2;\nGarman–Klass: ½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²;\nRogers–Satchell: ln(H/C) ln(H/O) + ln(L/C) ln(L/O);\nYang–Zhang: σo² + k σc² + (1−k) σrs²;\neach × √365',
  'how.annualVolatility.note': 'From the last 30 days.',
  'how.annualVolatility.source': 'Parkinson 1980; Garman & Klass 1980; Rogers & Satchell 1991; Yang & Zhang 2000',

  'how.averageTrueRange.title': 'Average true range of a day',
  'how.averageTrueRange.formula': 'TR = max(H, C(t−1)) − min(L, C(t−1))\nATR = ATR(t−1) + (TR − ATR(t−1)) / 14',
  'how.averageTrueRange.source': WILDER,

  'how.beta.title': 'Beta',
  'how.beta.formula':
    'raw: OLS slope of daily returns on the benchmark’s\nused = w raw + (1 − w), w = 0.25 / (0.25 + se²)',
  'how.beta.note': 'At least 60 days; below that 1.5 is used. Cash is 0, the benchmark 1.',
  'how.beta.source': 'Vasicek 1973',

  'how.loadLine.title': 'Load line',
  'how.loadLine.formula': 'margin rate(x) = equity(x) / position value(x), every price × (1 + x), cash stays',
  'how.loadLine.note': LIQUIDATED,

  'how.loadLineCoin.title': 'Load line of one coin',
  'how.loadLineCoin.formula': 'margin rate(x) = equity(x) / position value(x), the coin × (1 + x), all others stay',
  'how.loadLineCoin.note': LIQUIDATED,

  'how.loadLineBeta.title': 'Load line by beta',
  'how.loadLineBeta.formula':
    'margin rate(x) = equity(x) / position value(x),\nbenchmark × (1 + x), every other price × (1 + x)^β, cash stays',
  'how.loadLineBeta.note': `${LIQUIDATED} With fewer than 60 days an asset’s β is assumed.`,

  'how.linePnl.title': 'P&L of a price move',
  'how.linePnl.formula':
    'P&L(x) = total equity(x) − total equity now, prices moved as on the load line\nwith liquidations: a margin account is worth nothing from the move at which it is liquidated',
  'how.linePnl.note':
    'Spot and contracts together; coins at their price after the move. With liquidations, a margin account that is in liquidation now counts in neither equity.',

  'how.ordersOnTheWay.title': 'Open orders on the way',
  'how.ordersOnTheWay.formula':
    'a buy fills where its price at x ≤ its limit, a sell where ≥; at the limit, no fee\nthen positions, equity and value go on with it',
  'how.ordersOnTheWay.note':
    'Its share of the order margin, by value, is added to the position. Orders that cannot be followed are left out.',

  'how.marginRate.title': 'Margin rate',
  'how.marginRate.formula': 'equity of the margin account / value of its positions at the mark',

  'how.scenarioPnl.title': 'P&L under a scenario',
  'how.scenarioPnl.formula':
    'Σ value after − value before, coin accounts at the price after\nfunding spike: −abs(Σ s × value) of each contract × rate × payments',
  'how.scenarioPnl.note':
    'Liquidations left out. In a funding spike prices stay and the larger side pays: {spike}, because the venue states no limit.',

  'how.scenarioWithLiquidation.title': 'P&L with liquidations',
  'how.scenarioWithLiquidation.formula':
    'as without, but a margin account that is liquidated at the low is worth nothing',
  'how.scenarioWithLiquidation.note':
    'An account loses no more than its equity; a debt stays a debt. Not known while a margin account is not modelled.',

  'how.dayMore.title': 'Venue down: one more day',
  'how.dayMore.formula':
    'close: (1 + x)^((n + 1) / n) − 1\nlow: (1 + low) × (1 + x)^(1 / n) − 1\nx: the close without it, n: days the scenario took',
  'how.dayMore.note':
    'Nothing can be traded, and prices move on from where they ended by an average day of the scenario. A scenario that never happened counts as one day, which then happens twice; so do moves by hand. A funding spike is paid for one more day.',

  'how.equityAfter.title': 'Equity after',
  'how.equityAfter.formula': 'equity before + P&L with liquidations',

  'how.stressGrid.title': 'Two-factor stress',
  'how.stressGrid.formula':
    'benchmark × (1 + x), every other coin × (1 + x)^m, cash stays\ncell = least margin rate of any margin account',
  'how.stressGrid.note':
    'Where margin accounts are liquidated, the cell says how many. Colour: how much of equity is required.',

  'how.liquidationDistance.title': 'Distance to liquidation',
  'how.liquidationDistance.formula': 'P* / P − 1\nP: mark, P*: the nearer of our liquidation price and the venue’s',
  'how.liquidationDistance.note': 'This price alone moves. In a cross account the others stay where they are.',

  'how.distanceInRanges.title': 'Distance in average true ranges',
  'how.distanceInRanges.formula': 'abs(P* − P) / ATR of a day',
  'how.distanceInRanges.note': 'The range is in the coin the contract is priced in.',
  'how.distanceInRanges.source': WILDER,

  'how.distanceInSigmas.title': 'Distance in daily σ',
  'how.distanceInSigmas.formula': 'abs(ln(P* / P)) / σ of a day (EWMA 0.94)',
  'how.distanceInSigmas.note': 'How many ordinary daily moves in one direction it takes.',
  'how.distanceInSigmas.source': RISK_METRICS,

  'how.touchProbability.title': 'Chance of a touch within a day',
  'how.touchProbability.formula': '2 Φ(−abs(ln(P* / P)) / σ of a day)',
  'how.touchProbability.note': 'Normal distribution, no drift. Real tails are fatter, so it is more likely than that.',
  'how.touchProbability.source': 'Reflection principle: Bachelier 1900',

  'how.nextFunding.title': 'Next funding',
  'how.nextFunding.formula': '−s × value at the mark × rate',
  'how.nextFunding.note': 'A positive rate: longs pay shorts.',

  'how.accruedFunding.title': 'Funding so far',
  'how.accruedFunding.formula': 'Σ what the venue counts for each held position × the price of its margin coin now',
  'how.accruedFunding.note': 'Since each position was opened. Positions that were closed are not in it.',
  'how.dailyFunding.title': 'Funding a day',
  'how.dailyFunding.formula': 'next payment × 24 / hours between payments',
  'how.dailyFunding.note': 'If the newest rate goes on. The venue does not say the interval: it is assumed.',

  'how.netFunding.title': 'Funding of an asset',
  'how.netFunding.formula': 'Σ funding a day over its longs and shorts',
  'how.netFunding.note':
    'While the rate of one of them is not known, the net is not known either: half a hedge is no hedge.',

  'how.fundingShare.title': 'Funding a day, of equity',
  'how.fundingShare.formula': 'Σ funding a day / total equity',

  'how.yearlyFunding.title': 'Funding a year, of the value',
  'how.yearlyFunding.formula': '−s × rate × 24 / hours × 365, simple',

  'how.yearlyFundingTotal.title': 'Funding in a year, at this pace',
  'how.yearlyFundingTotal.formula': 'Σ funding a day × 365, simple',
  'how.yearlyFundingTotal.note': 'If the newest rates and all positions went on.',

  'how.worstIfFilled.title': 'Worst if orders fill',
  'how.worstIfFilled.formula': 'each asset: the larger of abs(all buys filled) and abs(all sells filled); the sum',
  'how.worstIfFilled.note': 'An upper bound. Conditional orders are not in it.',

  'how.orderMargin.title': 'Margin of orders',
  'how.orderMargin.formula': 'Σ value at the limit / leverage + value at the limit × fee rate',
  'how.orderMargin.note':
    'Opening orders only. An order does not state its leverage: that of the position on its side is used, else that on the other side (the lowest of several). Without a position it is not known.',

  'how.stalenessBand.title': 'What its age may hide',
  'how.stalenessBand.formula': '± slope × σ(minute) × √(age in minutes)',
  'how.stalenessBand.source': 'Random walk: Bachelier 1900',
} as const
