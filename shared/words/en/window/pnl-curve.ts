/** The profit and loss that a move of prices brings. */
export const pnlCurve = {
  'pnlCurve.title': 'P&L curve',
  'pnlCurve.chart': 'P&L curve. {finding}',
  'pnlCurve.axis': 'P&L, {coin}: + gain, − loss',
  'pnlCurve.lane': 'breach',
  'pnlCurve.ignoring': 'liquidations ignored',
  'pnlCurve.at': '{shock}: {pnl}',
  'pnlCurve.worstAt': 'worst {pnl} at {shock}',

  'pnlCurve.usual': '{move}: {fall} {coin}; {shock}: {rise} {coin}.',
  'pnlCurve.tried': '{move}: {pnl} {coin}.',
  'pnlCurve.worst': 'Worst between {from} and {to}: {pnl} {coin} at {shock}.',
  'pnlCurve.noLoss': 'No loss between {from} and {to}.',
  'pnlCurve.flat': 'No {move} gains or loses anything.',
  'pnlCurve.unknown': 'What a price move gains or loses is unknown. Not included: {names}.',
  'pnlCurve.ignored': 'Liquidations are ignored: where they begin is unknown for {names}.',

  'pnlCurve.caption': 'What a {move} gains or loses',
  'pnlCurve.column.left': 'P&L, with liquidations ({coin})',
  'pnlCurve.column.ignoring': 'P&L, liquidations ignored ({coin})',
  'pnlCurve.event': 'tried out',
} as const
