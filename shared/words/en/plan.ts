/** What a plan does, what it warns of, why the desk refuses one, and the ways back to a safe margin rate. */
export const plan = {
  'side.buy': 'buy',
  'side.sell': 'sell',
  'plan.position.long': '{contract} long',
  'plan.position.short': '{contract} short',
  'plan.quantity': '{quantity} {asset}',
  'plan.share': '{part} of {whole} contracts of {contract}',

  // What a leg does.
  'plan.takesBack': 'cancels the order',
  'plan.takesBackOrder': 'cancels the order to {side} {quantity}',
  'plan.takesBackOrderAt': 'cancels the order to {side} {quantity} at {price}',
  'plan.frees': 'frees {contracts}',
  'plan.sells': 'sells {size}',
  'plan.buys': 'buys {size}',
  'plan.aboutOf': 'about {part} of {whole}',
  'plan.trades': '{trade} {price}',
  'plan.priceUnknown': 'at market; the price is not known',
  'plan.priceAbout': 'at about {price}',
  'plan.priceAtMark': 'at about {price} (at the mark)',
  'plan.priceAbove': 'at about {price} ({bps} bps above the mark)',
  'plan.priceBelow': 'at about {price} ({bps} bps below the mark)',
  'plan.waits': '{trade} at {bound} or better, waits until it is filled',
  'plan.takesAll': '{trade} at {bound} or better, takes all of it at once {price}',
  'plan.takesPart':
    '{trade} at {bound} or better, takes {taken} at once {price}; the other {rest} wait until they are filled',
  'plan.cappedUnknown': '{trade} at once at {bound} or better and cancels the rest; how much fills is not known',
  'plan.cappedNothing': 'finds nothing in the book at {bound} or better; about {contracts} may stay',
  'plan.cappedAll': '{trade} {price}, at worst at {bound}',
  'plan.cappedPart': '{trade} {price}, at worst at {bound}; about {contracts} may stay',
  'plan.boundRenewed': '{effect}; the limit price is updated when the order is sent',
  'plan.chases':
    '{trade} at {price} (updated when it is sent), follows the best price until filled, gives up {percent} % away from there (now at {stop}); how long that takes is not known',
  'plan.withFee': '{effect}, fee about {fee} {coin}',
  'plan.withFeeAtMost': '{effect}, fee at most {fee} {coin}',
  'plan.onceFalls': '{trade} at market once the price falls to {trigger}',
  'plan.onceRises': '{trade} at market once the price rises to {trigger}',
  'plan.fromHere': '{price} ({away} from here)',
  'plan.places': '{trade} at {price}, waits in the book behind others',

  // What could not be read.
  'plan.venueSlow':
    'The venue asked Plimsoll to slow down: this plan uses positions read {age} ago. Each position is read again right before it is closed.',
  'plan.venueSlowUnaged':
    'The venue asked Plimsoll to slow down: this plan uses positions read before that. Each position is read again right before it is closed.',
  'plan.closesNothing': 'CLOSES NOTHING: no position could be read, and none was read before.',
  'plan.closesNothingOf':
    'CLOSES NOTHING: no position could be read. The last read, at least {age} ago, showed {count} position. | CLOSES NOTHING: no position could be read. The last read, at least {age} ago, showed {count} positions.',
  'plan.closingOrdersStay': '{count} closing order stays. | {count} closing orders stay.',
  'plan.unreadStayOpen': 'Some positions could not be read; those stay open.',
  'plan.doubtedStayOpen': '{why} If you hold a position, it stays open.',
  'plan.positionsUnread': 'Some positions could not be read.',
  'plan.listDoubted': 'The list of positions is not plausible: {why}',
  'plan.unheldLong': 'An order to close a long in {contract} is open, but the venue lists no such position.',
  'plan.unheldShort': 'An order to close a short in {contract} is open, but the venue lists no such position.',
  'plan.byLastKnown':
    'The account cannot be read. This closes the sizes known {age} ago, never more, and nothing that closing orders already held. Closing orders stay. Orders and fills will show the result.',
  'plan.allByLastKnown':
    '{why} This closes the sizes known {age} ago, never more, and nothing that closing orders already held. Closing orders stay. Orders and fills will show the result.',
  'plan.someByLastKnown':
    '{why} This closes the sizes known {age} ago, never more, and nothing that closing orders already held: {names}. Closing orders stay. Orders and fills will show the result.',
  'plan.ordersUnread': 'The open orders of {names} could not be read, so some may stay open.',
  'plan.ordersCut':
    '{instrument} has at least {count} open order: the venue lists no more at once. Plimsoll cancels the listed orders round by round. | {instrument} has at least {count} open orders: the venue lists no more at once. Plimsoll cancels the listed orders round by round.',
  'plan.balancesBlind': 'Not all Spot balances could be read: orders on pairs without a known order may stay.',
  'plan.blind.spot': 'Plimsoll has not read the list of Spot pairs yet: orders there may stay. Try again in a moment.',
  'plan.blind.contract':
    'Plimsoll has not read the list of contracts yet: orders there may stay. Try again in a moment.',
  'plan.hidden.asset': '{amount} {unit} is locked on Spot by an order Plimsoll cannot see.',
  'plan.hidden.margin': '{amount} {unit} of order margin is held on Contract by an order Plimsoll cannot see.',
  'plan.hidden.buy': '{amount} contracts of {contract} are in buy orders that Plimsoll cannot see.',
  'plan.hidden.sell': '{amount} contracts of {contract} are in sell orders that Plimsoll cannot see.',
  'plan.hiddenUnknown.asset': 'An unknown amount of {unit} is locked on Spot by an order Plimsoll cannot see.',
  'plan.hiddenUnknown.margin':
    'An unknown amount of {unit} of order margin is held on Contract by an order Plimsoll cannot see.',
  'plan.hiddenUnknown.buy': 'An unknown number of contracts of {contract} is in buy orders that Plimsoll cannot see.',
  'plan.hiddenUnknown.sell': 'An unknown number of contracts of {contract} is in sell orders that Plimsoll cannot see.',
  'plan.hidden.more': 'More is locked in {count} other place. | More is locked in {count} other places.',

  // What stays, or may go otherwise than meant.
  'plan.wayOutStays':
    '{count} closing order stays, because its position stays open. | {count} closing orders stay, because their positions stay open.',
  'plan.closingCancelled':
    '{count} closing order is cancelled: it holds contracts that this closes. | {count} closing orders are cancelled: they hold contracts that this closes.',
  'plan.protectionsTooLarge':
    'This leaves {names} with conditional orders for more contracts than you hold; the venue may refuse them when they fire. Cancel them on its own site or app, and place new ones.',
  'plan.protectionsStay':
    '{count} conditional order stays at the venue, which lists none: cancel it on its own site or app. | {count} conditional orders stay at the venue, which lists none: cancel them on its own site or app.',
  'plan.pendingUnread': 'The volume in closing orders could not be read. The known orders show: {parts}.',
  'plan.pendingOf': '{volume} contracts of {contract}',
  'plan.unlisted': 'Not in the venue’s contract list: {names}. No order limits are known.',
  'plan.limitsUnread': 'Some order limits of {names} could not be read ({why}).',
  'plan.doubtfulUnbound':
    'The prices of {names} are doubtful, so Plimsoll sets no limit price: each position is closed by a market order, at any price in the book.',
  'plan.pricelessUnbound':
    'No price of {names} is known, so Plimsoll sets no limit price: each position is closed by a market order, at any price in the book.',
  'plan.stays.others': '{parts} stay open, because other closing orders already hold them.',
  'plan.stays.oneOrder': '{parts} stay open: this is a single order of at most {bound}.',
  'plan.stays.slices': '{parts} stay open: one plan has at most {bound} orders.',
  'plan.stays.small': '{parts} stay open: the smallest order is {bound}.',
  'plan.stays.dust': '{parts} stay open, fewer than the smallest order ({bound}).',
  'plan.notPlanned': '{parts} are not in this plan: ask for them again.',
  'plan.untouched': 'Not reduced: {names}.',
  'plan.notPlacedAgain':
    'Cancelled order that could not be placed again: {count}. | Cancelled orders that could not be placed again: {count}.',
  'plan.noSpotSold': 'This venue has no Spot. Nothing is sold.',
  'plan.balancesUnsold': 'The Spot balances could not be read; nothing is sold.',
  'plan.unreadUnsold': 'The account was not read yet; nothing is sold.',
  'plan.unsold': 'No pair sells {names} for cash; it stays.',
  'plan.dust': 'Too little to sell: {names}.',
  'plan.balanceUnread': 'A part of the balance of {names} could not be read; that part stays.',
  'plan.cashStays': 'Counts as cash and stays: {names}.',
  'plan.bookShort': 'The book of {names} is unknown or not deep enough, so the cost leaves that part out.',
  'plan.costly':
    'The book of {names} is thin: a market order would trade more than {percent} % worse than the price now. A cap, a limit or smaller parts may cost less.',
  'plan.bookUnsound': 'The cost of trading {names} is not counted. {why}',
  'plan.limit.markUnknown': 'It is not known how far {price} is from the market: the mark of {contract} is not known.',
  'plan.limit.atOnce': 'An order for {contract} at {price} may be filled at once: the mark is {mark}.',
  'plan.limit.atOnceFar':
    'An order for {contract} at {price} may be filled at once: it is {away}, so this limit gives you no price protection.',
  'plan.limit.far': 'An order for {contract} at {price} is {away}: it may wait a long time, or never be filled.',
  'plan.limit.slip': 'Is that a typo?',
  'plan.away.shareAbove': '{share} above the mark of {mark}',
  'plan.away.shareBelow': '{share} below the mark of {mark}',
  'plan.away.timesAbove': 'about {times} times the mark of {mark}',
  'plan.away.timesBelow': 'about 1/{times} of the mark of {mark}',
  'plan.liquidatedBefore.above':
    '{position} is liquidated at about {price} before this fires: only a trigger above that protects it.',
  'plan.liquidatedBefore.below':
    '{position} is liquidated at about {price} before this fires: only a trigger below that protects it.',
  'plan.protectedAlready':
    'Plimsoll already placed conditional orders for {share}. With this one they cover more than you hold. Cancel the earlier ones on the venue’s own site first.',
  'plan.lockedAlready':
    'Other closing orders hold part of this position, so this order can close only {share}, and the venue may refuse all of it when it fires. Cancel the others, or protect only {part}.',
  'plan.lockedWholly':
    'Other closing orders hold part of this position, so this order can close only {share}, and the venue may refuse all of it when it fires. Cancel the others first.',
  'plan.noStopFor': 'No stop for {position}. {why}',
  'plan.protectsPart': 'Protects {share}: one order cannot take the rest.',

  // Why there is no plan.
  'plan.nothingSent': 'Nothing was sent.',
  'plan.noStops': 'This venue takes no stop-loss or take-profit orders for positions.',
  'plan.noOrderNamed': 'No order was named.',
  'plan.noOrders': 'The account has no such open orders to cancel.',
  'plan.noOrdersOf': '{instrument} has no such open orders to cancel.',
  'plan.noOpeningOrders': 'The account has no such open orders to cancel, apart from orders that close a position.',
  'plan.noOpeningOrdersOf': '{instrument} has no such open orders to cancel, apart from orders that close a position.',
  'plan.noPositionRead': 'The positions could not be read; nothing was sent.',
  'plan.noLongs': 'The account holds no long positions.',
  'plan.noShorts': 'The account holds no short positions.',
  'plan.noPositions': 'The account holds no positions.',
  'plan.alreadyFlat': 'There are no open orders to cancel and no positions to close.',
  'plan.noPositionNamed': 'No position was named; nothing was sent.',
  'plan.namedTwice': '{position} is named twice: give one size for each position.',
  'plan.maybeUnread': '{why} {position} may be one of them; nothing was sent. Try again in a moment.',
  'plan.notHeld': 'The account does not hold {position}; nothing was sent.',
  'plan.frozen.liquidation': 'Frozen by the venue (liquidation): {names}. Only the venue can act.',
  'plan.frozen.delivery': 'Frozen by the venue (delivery): {names}. Only the venue can act.',
  'plan.notTraded': 'The venue does not trade {names} now.',
  'plan.sizeNoNumber': 'The size must be a number above zero, not "{typed}".',
  'plan.sizeNoStep': 'Orders of {contract} are multiples of {step} contracts, not {typed}.',
  'plan.sizeTooSmall': 'The smallest order of {contract} is {min} contracts; you gave {typed}.',
  'plan.sizeOverHeld': 'You hold {held} contracts of {contract}; you gave {typed}.',
  'plan.sizeOverLeft':
    'Only {left} contracts of {contract} are left, because closing orders have taken the rest; you gave {typed}.',
  'plan.nothingClosable':
    'Nothing of {contract} can be closed now: {held} held, {pending} already in closing orders, smallest order {min}. Cancel its closing orders first, if there are any.',
  'plan.nothingClosableOf':
    'Nothing of {contract} can be closed now: {wanted} wanted, {held} held, {pending} already in closing orders, smallest order {min}. Cancel its closing orders first, if there are any.',
  'plan.unknownPart': 'an unknown part',
  'plan.priceNoNumber': 'The price of {contract} must be a number above zero, not "{typed}".',
  'plan.priceTooFine': 'Prices of {contract} have at most {digits} decimal places; you gave {typed}.',
  'plan.noPriceThere':
    'Rounded to the {digits} decimal places of {contract}, that price is zero. Nothing was sent; close at market.',
  'plan.fewDigits': 'few',
  'plan.distanceNoPercent':
    'The distance must be a percentage above 0 and at most {most}, not "{typed}"; nothing was sent. Type a number such as 1.5.',
  'plan.stopNoPercent':
    'The give-up distance must be a percentage above 0 and at most {most}, not "{typed}"; nothing was sent. Type a number such as 1.5.',
  'plan.distanceDoubtful':
    'The prices of {contract} are doubtful, so there is nothing to measure the distance from. Close at market, or at a limit of your own.',
  'plan.chaseDoubtful':
    'The prices of {contract} are doubtful, so there is nothing to measure the chase against; nothing was sent. Close at market, or at a limit of your own.',
  'plan.distancePriceless':
    'The mark of {contract} is not known, so there is nothing to measure the distance from. Try again in a moment, or close at market.',
  'plan.chasePriceless':
    'No price of {contract} is known to start the chase at; nothing was sent. Try again in a moment, or close at market.',
  'plan.nothingProtected':
    'Nothing is protected: the smallest order of {contract} is {min} contracts; this one would be {wanted}.',
  'plan.breakEvenUnknown':
    'The break-even price of {contract} cannot be determined: its entry price, fees, funding or mark price is not known, or the contract is not modelled. Give a price.',
  'plan.breakEvenNoPrice': '{contract} breaks even at {price}, which is not a price this venue accepts.',
  'plan.markUnknown':
    'The mark price of {contract} is not known, so it is not known whether the order would fire at once; try again in a moment.',
  'plan.firesAtOnce.belowMark':
    'It would fire at once: the trigger must be below the mark price {price}, not {trigger}.',
  'plan.firesAtOnce.aboveMark':
    'It would fire at once: the trigger must be above the mark price {price}, not {trigger}.',
  'plan.firesAtOnce.belowLast':
    'It would fire at once: the trigger must be below the last price {price}, not {trigger}.',
  'plan.firesAtOnce.aboveLast':
    'It would fire at once: the trigger must be above the last price {price}, not {trigger}.',
  'plan.nothingCanceled': 'Plimsoll knows of no order that this cancelled; nothing was sent.',
  'plan.notAgain.leftUnknown':
    'Order {order} of {instrument} cannot be placed again: how much of it was left is not known.',
  'plan.notAgain.contract':
    'Order {order} of {instrument} cannot be placed again: a contract order does not show its margin mode.',
  'plan.notAgain.noLimit': 'Order {order} of {instrument} cannot be placed again: it was not a limit order.',
  'plan.notAgain.stillOpen': 'Order {order} of {instrument} cannot be placed again: it is still open.',
  'plan.notAgain.unlisted':
    'Order {order} of {instrument} cannot be placed again: its pair is not in the venue’s list.',
  'plan.notAgain.nothingLeft':
    'Order {order} of {instrument} cannot be placed again: nothing was left of it ({filled} were filled).',
  'plan.only.reducing':
    'Trading mode Reducing: only exits and Spot sells are sent. An order to {side} {instrument} is not sent; change the mode in Accounts.',
  'plan.only.halted':
    'Trading mode Halted: only exits are sent. An order to {side} {instrument} is not sent; change the mode in Accounts.',
  'plan.watching':
    'This account is only watched: Plimsoll sends nothing for it, not even exits. To act, remove it and connect it with a key that may trade.',
  'plan.only.watching': 'This account is only watched: an order to {side} {instrument} is not sent.',
  'plan.only.unproved':
    'Trading is off until the check has passed for this key: only exits are sent. An order to {side} {instrument} is not sent; check the account in Accounts.',
  'plan.tooManyOrders':
    'Plimsoll sends at most {most} orders a minute, as set in Accounts; this would be number {now}.',
  'plan.worthTooMuch':
    'An order may be worth at most {most} {coin}, as set in Accounts; the one for {instrument} is worth {value}.',
  'plan.worthUnknown':
    'An order may be worth at most {most} {coin}, as set in Accounts; the value of the one for {instrument} is not known.',
  'plan.priceTooFar':
    'A price may be at most {percent} % worse than the market, as set in Accounts; {price} for {instrument} is {worse} worse than {market}.',
  'plan.marketUnknown':
    'A price may be at most {percent} % worse than the market, as set in Accounts; the market price of {instrument} is not known.',

  'rescue.cross': 'the cross account of {coin}',
  'rescue.isolated': 'the isolated position {position}',
  'rescue.partlyRead': 'Some positions could not be read: the margin rates here leave them out.',
  'rescue.venueDiffers':
    'The margin rate differs from the venue’s: the venue says {venue}, Plimsoll’s figures give {own}. The ways are ranked by Plimsoll’s.',
  'rescue.noneReaches': 'None of these reaches {target} %: take several of them, or flatten.',
  'rescue.noneClosable': 'Nothing of it can be closed now. Margin can be added on the venue’s own site.',
  'rescue.noneBetters':
    'With the books as they are, closing makes the margin rate worse, or no better. Margin can be added on the venue’s own site.',
  'rescue.costsMore': 'With the books as they are, closing all of it costs more than {unit} has.',
  'rescue.mayCostMore': 'Where no position is left and no cost is shown, the cost may be more than {unit} has.',
  'rescue.isolatedShare':
    'Closing a part of an isolated position releases its margin in proportion: its rate does not change. Only closing all of it helps.',
  'rescue.hedged':
    'Longs and shorts of {names} hedge each other: closing one alone raises the rate and leaves the other unhedged. See the net exposure after.',
  'rescue.costUnknown':
    'Where no cost is shown, the book or the fee rate is not known, or the book is not sound or not deep enough. The rate after leaves that cost out.',
  'rescue.orderMarginUnknown':
    'Open orders hold {amount} {coin} of margin; not all of them are known, so what cancelling releases is not counted: it may help.',
  'rescue.fewPairs': 'Plimsoll looked for pairs only among the positions that gain most.',
  'rescue.targetNoNumber': 'The target margin rate must be a number above zero.',
  'rescue.accountUnread': 'The positions and margin accounts could not be read; try again in a moment.',
  'rescue.noUnit': 'The account has no margin account {unit} now.',
  'rescue.noPosition': 'There is no position in {unit}: it has no margin rate.',
  'rescue.rateUnknown': 'The margin rate of {unit} is not known. {why}',
  'rescue.noEquity':
    'There is no equity left in {unit}: closing a part of a position cannot restore the margin rate. Close what can be closed, or flatten.',
  'rescue.reachedAlready': 'The margin rate of {unit} is {rate} already, at or above {target}.',
} as const
