/** What the tabs of the Risk screen share: price history, totals, doubtful prices, names of margin units. */
export const risk = {
  'risk.tab.stress': 'Stress',
  'risk.tab.var': 'VaR',
  'risk.tab.correlation': 'Correlation',
  'risk.tab.liquidity': 'Liquidity',
  'risk.tab.funding': 'Funding',
  'risk.try': '{name}: {what}',
  'risk.tryName': '{name}:',

  'risk.unit.cross': '{coin} cross',

  'risk.doubtful': 'price doubtful',
  'risk.restsOn': 'Based on doubtful prices: {names}.',
  'risk.doubt.jump': '{instrument}: its {field} went from {from} to {to}, and nothing else confirms it.',
  'risk.doubt.odd': '{instrument}: its {field} of {to} does not agree with its other prices.',
  'risk.doubt.markOffBook': '{instrument}: its mark {mark} is {gap} off its own book.',
  'risk.doubt.markOffIndex': '{instrument}: its mark {mark} is {gap} off its index.',
  'risk.doubt.markFrozen': '{instrument}: its mark stood still for {reads} reads while its book moved {moved}.',
  'risk.doubt.closedBook': '{instrument} is closed: its book is left over and gives no price.',
  'risk.price.mark': 'mark',
  'risk.price.book': 'best bid and ask',
  'risk.price.last': 'last price',
  'risk.price.index': 'index',

  'risk.hidden':
    '{band} percentage points: how far it may be off because prices moved since they were read (one standard deviation, from one-minute volatility and the age of the oldest price or position)',
  'risk.totals.everyPrice': 'every price',
  'risk.orders.atLeast': 'at least {number}',

  'risk.candles': 'Waiting for daily candles: {have} of {all} assets.',
  'risk.noDays': 'no days',
  'risk.days': '{count} day, {from} to {to} | {count} days, {from} to {to}',
  'risk.input.dailyReturns': 'Daily returns',
  'risk.input.own': 'Own history, by exposure',
  'risk.input.proxied': 'Estimated by beta',
  'risk.input.uncovered': 'Without history',
  'risk.input.gross': 'Gross exposure',
  'risk.oldDays.unknown': 'The newest day is {day}; its age is not known, because the venue’s clock was not read.',
  'risk.oldDays':
    'The newest day, {day}, ended {count} day ago: VaR, betas and correlations are as old as that. | The newest day, {day}, ended {count} days ago: VaR, betas and correlations are as old as that.',
  'risk.oldAsset': '{asset} {day}',
  'risk.oldAssets':
    'The newest day ended more than three days ago: {assets}. Their betas and correlations are as old as that.',
} as const
