/** What became of a whole intent, why the desk did not take one on, and how the desk itself stands. */
export const intent = {
  'intent.lookUnread':
    'The last look at the account failed: whether anything is left is not known. Look on the venue’s own site or app.',
  'intent.noLook': 'Plimsoll has no record of a last look at the account: whether anything is left is not known.',
  'intent.stillPlacing':
    'Orders that were being placed again may still arrive: whether anything is left is not known. Look at Orders in a moment.',
  'intent.holdsUnread':
    'The account could not be read after the cancels: whether it still locks anything for other orders is not known.',
  'intent.stillOpen': '{count} order is still open: cancel it again. | {count} orders are still open: cancel again.',
  'intent.listedLate':
    '{count} more order to cancel is listed now: cancel again. | {count} more orders to cancel are listed now: cancel again.',
  'intent.leftToOthers':
    'Another running action already handles {count} order or position; its result is in the journal. | Another running action already handles {count} orders or positions; its result is in the journal.',
  'intent.noPositionRead': 'No position could be read.',
  'intent.somePositionsUnread': 'Not every position could be read.',
  'intent.leftUnknown': 'Whether anything is left is not known.',
  'intent.somethingLeft': 'The last look found something left. {why}',
  'intent.stillToDo':
    'The last look found {count} request still to send: not everything is done. | The last look found {count} requests still to send: not everything is done.',
  'intent.listedStill.long':
    'The venue still lists {volume} contracts of {contract} long, although Plimsoll’s orders closed some a moment ago: look at Positions again.',
  'intent.listedStill.short':
    'The venue still lists {volume} contracts of {contract} short, although Plimsoll’s orders closed some a moment ago: look at Positions again.',
  'intent.coinsListedStill':
    'The venue still lists {quantity} {asset}, although Plimsoll’s orders sold some a moment ago: look at Balances again.',
  'intent.refusedToSell': 'The venue refused to sell {assets}: that stays.',
  'intent.openBeyondCap':
    'Not fully closed within the cap: {names}. Nothing more is sent for these, so the cap you saw still holds. Flatten again for the rest.',
  'intent.locked': '{quantity} {asset} stays locked on Spot by orders that are still open.',
  'intent.lockedUnknown': 'An unknown amount of {asset} stays locked on Spot by orders that are still open.',

  'intent.chase.takenBack': 'Its order was cancelled elsewhere.',
  'intent.chase.slept': 'The computer slept in the meantime.',
  'intent.chase.stillCanceling': 'After {time} the venue is still cancelling its order.',
  'intent.chase.unread': 'The order or the book could not be read {times} times in a row.',
  'intent.chase.priceAway': 'The price moved {percent} % away from {price}.',
  'intent.chase.tooOften': 'The order was moved {times} times.',
  'intent.chase.tooLong': 'The chase reached its limit of {time}.',
  'intent.chase.rival': 'There was another request for this position, so the chase ended.',
  'intent.chase.placeUnknown': 'Whether its last order was placed is not known: nothing more was sent.',
  'intent.chase.stuck': 'Its order could not be moved.',
  'intent.chase.cancelUnknown':
    'Whether its order was cancelled is not known: nothing more was sent. Look at it on the venue’s own site or app.',
  'intent.chase.partUnknown':
    'Its order is gone; how much of it was filled could not be read: nothing more was sent. Look on the venue’s own site or app.',
  'intent.chase.notWritten': 'Nothing more was sent. {why}',
  'intent.chase.accountUnread': 'The position or the book could not be read.',
  'intent.chase.tooSmall': 'The smallest order is {volume}.',
  'intent.chase.gone': 'The rest of the position is closed already.',
  'intent.chase.orderStays': 'Its order was left at {price}.',
  'intent.chase.stays': '{left} of {volume} contracts stay open.',
  'intent.chase.fillUnread': 'How much of it was filled could not be read.',
  'intent.chase.leftMidway': 'Plimsoll was closed during the chase.',
  'intent.chase.lookedFor': 'Its last order is being looked for.',
  'intent.chase.waits': 'Its last order waits at {price}.',

  'intent.denied.recovering':
    'Plimsoll is still finding out how the orders of its last run ended; nothing was sent. Try again in a moment.',
  'intent.denied.closed':
    'Plimsoll has stopped trading for this account; nothing was sent. Open the account again, or restart Plimsoll.',
  'intent.denied.cancelledMeanwhile': 'Nothing is sent: all of these orders have been cancelled by now.',
  'intent.denied.inFlight':
    'Another request for this is under way or has no answer yet; its outcome will show when the venue has confirmed it.',
  'intent.denied.accountUnread': 'Nothing was sent: the account could not be read. {why}',
  'intent.denied.settling':
    'Waiting until Plimsoll knows everything that can be restored: {settled} of {of} cancels on Spot have ended. Nothing was sent.',
  'intent.denied.lookingForMore':
    'Waiting until Plimsoll knows everything that can be restored: the cancels have ended; Plimsoll is still looking for orders that are left. Nothing was sent.',
  'intent.denied.planOld':
    'The plan that was shown is too old, or was carried out already; nothing was sent. Look again.',
  'intent.denied.planChanged': 'The account has changed since the plan was shown; nothing was sent. Look again.',
  'intent.denied.chased':
    'This position is already being chased; nothing was sent. Cancel the order of that chase to end it, then ask again. You can close at market, capped or at a limit at any time.',
  'intent.readLate': 'No answer came within {time}.',
  'intent.venuePaused': 'The venue asked Plimsoll to slow down.',

  'intent.notFollowing': 'The state of this request does not allow it ({refusal}).',
  'intent.faulty': 'Plimsoll hit an internal error and stopped trading; restart it. ({cause})',
  'intent.accountClosed': 'The account is closed.',
  'intent.unproved':
    'Trading is off until the check has passed for this key: only exits are sent. Check the account in the list below.',
  'intent.noDrill':
    'Plimsoll has stopped trading for this account, so there was no fire drill. Open the account again, or restart Plimsoll.',

  'intent.modeUnread':
    'The trading mode of this account cannot be read ({why}). Until you choose one, Plimsoll sends exits but no order that adds risk, and does not keep a fire drill. The order limits are the usual ones.',
  'intent.limitsUnkept':
    'The limits hold until Plimsoll is closed: they cannot be stored ({why}). Check space and permissions, then set them again.',
  'intent.policyUnkept':
    'The choice to keep or sell Spot in a flatten lasts only until Plimsoll is closed: it cannot be stored ({why}). Check space and permissions, then choose it again.',
  'intent.modeUnkept.active':
    'The mode is active until Plimsoll is closed: it cannot be stored ({why}). Check space and permissions, then choose it again.',
  'intent.modeUnkept.reducing':
    'The mode is reducing until Plimsoll is closed: it cannot be stored ({why}). Check space and permissions, then choose it again.',
  'intent.modeUnkept.halted':
    'The mode is halted until Plimsoll is closed: it cannot be stored ({why}). Check space and permissions, then choose it again.',
  'intent.drillUnkept':
    'The newest fire drill is kept until Plimsoll is closed: it cannot be stored ({why}). Check space and permissions, then run it again.',
} as const
