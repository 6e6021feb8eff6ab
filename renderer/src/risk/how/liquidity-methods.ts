/** How the figures of the Liquidity tab are computed. */
import { STRESSED_MARKET } from '#shared/risk/liquidity/stressed.ts'
import { OWN, type Method } from './method.ts'

/** Of costs: the same words wherever a price is held against another. */
const SIZE = 'Size: contracts × multiplier, or coins; the cost is in the margin coin, shown at its price.'
/** The venue names no unit of what it lists of contracts. */
const CONTRACT_UNITS =
  'Of a contract, quantities in the book and volume are taken to be contracts: the venue does not say.'

export const LIQUIDITY_METHODS = {
  exitPrice: {
    title: 'Average price out',
    formula: 'linear: Σ size × price / Σ size\ninverse: Σ contracts / Σ (contracts / price)',
    note: 'A long sells into the bids, a short buys from the asks.',
    source: OWN,
  },
  slippage: { title: 'Slippage', formula: 's (mid − average price) / mid × 10 000, in basis points', source: OWN },
  markGap: {
    title: 'Mark to mid',
    formula: 'linear: s × size × (mark − mid)\ninverse: s × size × (1 / mid − 1 / mark)',
    note: `The account is valued at the mark, orders trade in the book. The mark as it was when the book was read, within 2 s; otherwise none, for the gap may be a move of the price. ${SIZE}`,
    source: OWN,
  },
  spreadCost: {
    title: 'Spread',
    formula: 'linear: |mid − best price| × size\ninverse: |1 / best price − 1 / mid| × size',
    note: SIZE,
    source: OWN,
  },
  depthCost: {
    title: 'Through the book',
    formula:
      'linear: |best price − average price| × size in the book\ninverse: |1 / average price − 1 / best price| × size in the book',
    note: `Everything that goes to the same side of a book shares its average. ${SIZE}`,
    source: OWN,
  },
  impactCost: {
    title: 'Beyond the book',
    formula:
      'peak = σ(day) √(rest / volume of a day)\nrest at last price × (1 − s ⅔ peak)\ncost: from the best price to there, as through the book',
    note: `Not estimated above a tenth of the day’s volume. ${CONTRACT_UNITS}`,
    source: 'Square-root law: Donier & Bonart 2015',
  },
  closingFee: {
    title: 'Fee',
    formula: 'value out × fee rate',
    note: 'The rate of your own trades where there are any, else as the venue lists it. Else of contracts the most it tells of the position, which may be more than is charged; of Spot 0.1 % is assumed.',
    source: OWN,
  },
  exitCost: {
    title: 'Cost to close',
    formula: 'mark to mid + spread + through the book + beyond it + fee',
    note: 'All at market now. A part that is not known makes it not known, but mark to mid: it is left out, and that is said.',
    source: OWN,
  },
  exitPnl: {
    title: 'P&L if closed now',
    formula: 'P&L so far at the mark, fees and funding in it − cost to close',
    source: OWN,
  },
  depthShare: {
    title: 'Share of the book',
    formula: 'size / what the book holds within the band around mid',
    note: `≤: what was read of the book ends nearer than the band, so it may hold more. ${CONTRACT_UNITS}`,
    source: OWN,
  },
  clips: {
    title: 'Clips',
    formula: '⌈size / largest market order⌉, by volume and by value',
    note: 'On Spot no largest order is named: one.',
    source: OWN,
  },
  apiSeconds: {
    title: 'Seconds by the venue’s limits',
    formula: '⌊(cancels − 1) / limit⌋ × window + ⌊(orders − 1) / limit⌋ × window',
    note: 'Spot: 100 in 2 s. Contracts: 20 cancels in 2 s; for orders no limit is published, the same is assumed.',
    source: OWN,
  },
  participationSeconds: {
    title: 'Seconds by volume',
    formula: 'size / (10 % × volume of a day) × 86 400 s',
    note: CONTRACT_UNITS,
    source: 'Participation rate: Almgren & Chriss 2000',
  },
  stressedMarket: {
    title: 'Stressed market',
    formula: `each level of the book × ${STRESSED_MARKET.depthLeft}
σ(day) × σ(wildest 30 days in a row) / σ(all days), mean 0, at least 1
below 60 days: σ(day) × ${STRESSED_MARKET.volatilityFactor}`,
    note: 'Assumed. Mid, best price, volume of a day and the venue’s limits are taken to stay, and so do mark to mid, spread and times.',
    source: OWN,
  },
  liquidationValue: {
    title: 'Worth if closed now',
    formula: 'total equity − all costs to close',
    note: 'With costs that are not known left out it is the most there is to get. None while a position has no price.',
    source: OWN,
  },
  exitCovered: {
    title: 'Covered',
    formula: 'Σ value of exits with a known cost / Σ value of all',
    note: 'None while something held has no price or was not read.',
    source: OWN,
  },
} satisfies Record<string, Method>
