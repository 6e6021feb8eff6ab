/** What is not known of an account, and what goes on without Plimsoll. */
export const account = {
  'account.neverRead': 'Not read yet.',
  'account.noNewerRead': 'No newer read has come.',
  'account.notAgain': 'Could not be read again: {why}',
  'account.rowsUnread': '{count} row could not be read. | {count} rows could not be read.',
  'account.rowsUnreadOf': '{count} row could not be read: {names}. | {count} rows could not be read: {names}.',
  'account.lists': 'Not read yet: {names}.',
  'account.failing': 'Could not be read again: {names}.',
  'account.cut': 'More open orders than the venue lists at once: {names}.',
  'account.blind': 'Plimsoll does not know yet which instruments of {areas} have open orders.',

  'account.plansCut':
    'Under way: {count} plan. Plimsoll checks and sends nothing more for it. | Under way: {count} plans. Plimsoll checks and sends nothing more for them.',
  'account.unsent': '{count} waiting request will not be sent. | {count} waiting requests will not be sent.',
  'account.onTheirWay':
    'On the way: {count} request. Plimsoll waits a few seconds for the answer; what is not settled by then stays in its journal and is looked for when this account is opened again. | On the way: {count} requests. Plimsoll waits a few seconds for the answers; what is not settled by then stays in its journal and is looked for when this account is opened again.',
  'account.effectUnknown':
    'Effect not known: {count} request. Plimsoll looks again when this account is opened. | Effect not known: {count} requests. Plimsoll looks again when this account is opened.',
  'account.forHumans':
    'For you to look at on the venue’s own site: {count} request that Plimsoll could not settle. | For you to look at on the venue’s own site: {count} requests that Plimsoll could not settle.',
  'account.positionsNotRead': 'Positions: not known, the contract account was not read yet.',
  'account.held':
    '{count} position held, {bare} not fully covered by a stop-loss from Plimsoll. | {count} positions held, {bare} not fully covered by a stop-loss from Plimsoll.',
  'account.unconfirmed':
    'Not confirmed: {count} of these positions could not be read again. | Not confirmed: {count} of these positions could not be read again.',
  'account.morePositions': 'Some positions could not be read: there may be more.',
  'account.positionsUnknown': 'Positions: {why}',
  'account.looseStops':
    '{count} conditional order has no position; the venue may still have it. | {count} conditional orders have no position; the venue may still have them.',
  'account.openOrders': 'Open orders: {kinds}.',
  'account.onSpot': '{count} on Spot',
  'account.mayOpen': '{count} that may open or add to contract positions',
  'account.wouldClose': '{count} that would close them',
  'account.ordersUnread': 'Orders not read yet: {count} instrument. | Orders not read yet: {count} instruments.',
  'account.moreOrders': 'There may be more open orders: {why}',
  'account.asRead': 'All this as read {age} ago.',

  'account.slept': 'The computer slept or its clock was set: everything is read again.',
  'account.notBelieved': 'The reply is not plausible, so what was read before is shown: {why}',
  'account.emptied': 'No asset is listed, though some were held.',
  'account.doubt.marginInUse.cross': '{amount} {coin} of margin is in use, and no cross position of {coin} is listed.',
  'account.doubt.marginInUse.isolated':
    '{amount} {coin} of margin is in use, and no isolated position of {coin} is listed.',
  'account.doubt.isolatedEquity': 'Isolated positions are worth {amount} {coin}, and none is listed.',
  'account.doubt.unrealizedPnl': 'There is unrealised P&L of {amount} {coin}, and no position is listed.',
  'account.doubt.nothingListed': 'The contract account lists nothing, although orders were open there.',
  'account.doubt.coinGone': 'The {coin} account is no longer listed.',
  'account.doubt.vanished': '{position} is no longer listed, and neither margin nor balance has moved.',
  'account.unreadPosition': 'a position not read',
  'account.unreadPositionOf': 'a {coin} position not read',
} as const
