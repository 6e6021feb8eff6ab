/** What became of each request of the desk. */
export const leg = {
  'leg.waitsTurn': 'Waiting for its turn.',
  'leg.sending': 'Sending.',
  'leg.sendingUnread': 'Sending, with the last known size: the position could not be read.',
  'leg.checking': 'The venue accepted it; checking.',
  'leg.armed':
    'The venue accepted it. No call lists such orders: only the venue’s own site or app shows whether it is there.',
  'leg.refused': 'The venue refused it. {why}',
  'leg.cancelRefused': 'The venue refused the cancel; checking whether the order is still open.',
  'leg.notSent': 'Nothing was sent. {why}',
  'leg.mayHaveHappened': 'It may or may not have happened; looking for it at the venue. {why}',
  'leg.closedBefore': 'Plimsoll, or this account in it, was closed before this was sent.',
  'leg.stoppedSending': 'Plimsoll stopped while this was being sent; looking for it at the venue.',

  'leg.mayCome.noAnswer':
    'No answer came. It may still take effect in the next few seconds; then Plimsoll looks at the venue to find out.',
  'leg.mayCome.error':
    'The venue answered with an error that does not say whether it was done. It may still take effect in the next few seconds; then Plimsoll looks at the venue to find out.',
  'leg.unlisted.noAnswer':
    'No answer came, and no call lists such orders: check on the venue’s own site or app whether it is there.',
  'leg.unlisted.error':
    'The venue answered with an error that does not say whether it was done, and no call lists such orders: check on the venue’s own site or app whether it is there.',
  'leg.untold': 'The venue does not say whether it has this order. Look at it on the venue’s own site or app.',

  'leg.barred.slept': 'The computer slept in between. Check the new plan and run it again.',
  'leg.barred.tooLong': 'It waited over a minute. Check the new plan and run it again.',
  'leg.batchRefused': 'The venue refused this order of the batch.',
  'leg.batchUnnamed': 'The reply does not name it.',
  'leg.anothersId': 'The venue answered with the id of another order.',

  'leg.cancel.done': 'The venue accepted the cancel, and the order is no longer open.',
  'leg.cancel.gone': 'The order is no longer open; whether it was cancelled or filled is not known.',
  'leg.cancel.underWay': 'The venue is cancelling the order.',
  'leg.cancel.slow': 'The venue has been cancelling the order for a minute. Look at it on the venue’s own site or app.',
  'leg.cancel.unclear':
    'The venue reports an order state that Plimsoll does not know. Look at it on the venue’s own site or app.',
  'leg.cancel.refused': 'The venue refused the cancel; the order is still open.',
  'leg.cancel.stillOpen':
    'The venue accepted the cancel a minute ago; the order is still open. Look at it on the venue’s own site or app.',
  'leg.cancel.noEffect': 'The cancel took no effect; the order is still open. Cancelling again is safe.',
  'leg.cancel.filled': 'The order was filled before the cancel arrived.',
  'leg.cancel.ended': 'The order is {status}.',
  'leg.cancel.endedPart': 'The order is {status}. {executed} of {quantity} had been filled.',
  'leg.cancel.endedBefore': 'The order was {status} already.',
  'leg.cancel.endedBeforePart': 'The order was {status} already. {executed} of {quantity} had been filled.',

  'leg.status.new': 'open',
  'leg.status.partlyFilled': 'partly filled',
  'leg.status.filled': 'filled',
  'leg.status.canceling': 'being cancelled',
  'leg.status.canceled': 'cancelled',
  'leg.status.rejected': 'rejected',
  'leg.status.expired': 'expired',
  'leg.status.unknown': 'in a state Plimsoll does not know',

  'leg.close.goneBefore': 'The position is closed already, by another order that filled first.',
  'leg.close.turned.long':
    'Not sent: something else reversed the position. {contract} is long {volume} now. Look at it, then close it if you want it closed.',
  'leg.close.turned.short':
    'Not sent: something else reversed the position. {contract} is short {volume} now. Look at it, then close it if you want it closed.',
  'leg.close.unexpected': 'Not sent, because the part before it was not closed as planned. Close again to go on.',
  'leg.close.bookEmpty':
    'Not sent: the order before it left nothing in the book at {price} or better. Close again to go on.',
  'leg.close.lags':
    'Not sent: the venue still lists {listed} contracts; the orders before it left {left}. Close again in a moment.',
  'leg.close.locked': 'Not sent: {locked} of {held} contracts are in closing orders. Close again to go on.',
  'leg.close.takenFirst':
    'Not sent: {taken} of {held} contracts were closed by another order that filled first. Close again for the rest.',
  'leg.close.unread': 'Not sent: the position could not be read. {why} Close again to go on.',
  'leg.close.someUnreadable': 'Some positions in the answer could not be read.',
  'leg.close.waits': 'It waits at {price}; {executed} of {volume} contracts closed.',
  'leg.close.stillOpen':
    'The closing order is still open ({executed} of {volume} done). Look at it on the venue’s own site or app.',
  'leg.close.done': '{volume} contracts closed.',
  'leg.close.part': '{executed} of {volume} contracts closed; the rest of the order is {status}.',
  'leg.close.nothing': 'The venue ended the order with nothing closed; it is {status}.',
  'leg.close.cappedPart':
    '{executed} of {volume} contracts were closed; at {price} or better the book had no more. Still open: {rest}.',
  'leg.close.cappedNothing':
    'None of {volume} contracts were closed: at {price} or better the book had nothing. They stay open.',
  'leg.close.restLocked':
    '{volume} contracts closed; {rest} of the position stay open: {locked} locked in closing orders. Cancel those, then close again.',
  'leg.close.restStays':
    '{volume} contracts closed; {rest} of the position stay open. Close again for the rest; less than the smallest order cannot be closed.',
  'leg.close.workingUntold':
    'The venue has an open closing order of this size, but does not say whether it is this one.',
  'leg.close.working': 'The venue is working a closing order of this size.',
  'leg.close.found': 'Found at the venue; checking.',
  'leg.close.unseen': 'The venue accepted the order and does not show its outcome.',
  'leg.close.undecided': 'Whether this order took effect cannot be determined.',
  'leg.close.shortLists': 'The venue’s lists may not reach back to when it was sent.',
  'leg.close.alike': 'It may be one of these orders: {orders}.',
  'leg.close.evidence':
    'Closable contracts: {closableBefore} before, {closable} now. In closing orders: {lockedBefore} before, {locked} now. Compare with the venue’s order history.',
  'leg.close.noEvidence': 'The position could not be read. Compare with the venue’s order history.',
  'leg.close.absent':
    'It did not happen: the venue has no such order and the position is as before. Closing again is safe.',
  'leg.close.absentCapped':
    'Nothing was closed: the order took no effect, or the book had nothing at {price} or better. Closing again is safe.',
  'leg.waitsNoMore':
    'The order is no longer listed, and the venue gives no answer about it: whether it was filled or cancelled is not known. Look on the venue’s own site or app.',

  'leg.chase.moved': 'Moved to {price}.',
  'leg.chase.now': 'The order is {status}; {executed} of {volume} contracts closed.',
  'leg.chase.ended': 'The order was {status}; {executed} of {volume} contracts closed.',
  'leg.chase.lookedFor': 'Checking whether it still waits.',

  'leg.spot.soldBefore':
    'Not sent: the sales before it left {left} {asset}; the list of balances may not show that yet. Sell again in a moment.',
  'leg.spot.locked':
    'Not sent: only {free} of {quantity} {asset} is free; open orders still lock {locked} {asset}. Sell again to go on.',
  'leg.spot.lockedUnknown':
    'Not sent: only {free} of {quantity} {asset} is free; open orders still lock an unknown amount of {asset}. Sell again to go on.',
  'leg.spot.waits': 'It waits at {price}; {executed} of {quantity} done.',
  'leg.spot.stillOpen':
    'The order is still open: {executed} of {quantity} done, and it is {status}. Look at it on the venue’s own site or app.',
  'leg.spot.done': '{executed} of {quantity} done.',
  'leg.spot.part': '{executed} of {quantity} done; the rest of the order is {status}.',
  'leg.spot.nothing': 'The venue ended the order with nothing done; it is {status}.',
  'leg.spot.unseen': 'The venue accepted the order and does not show it. Look at it on the venue’s own site or app.',
  'leg.spot.absent':
    'It did not happen: the venue knows no order with its id, and nothing was traded since. Requesting it again is safe.',
  'leg.spot.forgotten':
    'The venue knows no order with its id, but may have forgotten one that was filled: whether it happened is not known. Look at it on the venue’s own site or app.',
} as const
