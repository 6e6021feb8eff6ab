/** What a plan does, what it warns of, and why the desk refuses one. */
export const plan = {
  'side.buy': 'buy',
  'side.sell': 'sell',
  'plan.position.long': '{contract} long',
  'plan.position.short': '{contract} short',
  'plan.quantity': '{quantity} {asset}',
  'plan.share': '{part} of {whole} contracts of {contract}',

  // What a leg does.
  'plan.takesBack': 'takes the order back',
  'plan.takesBackOrder': 'takes back: {side} {quantity}',
  'plan.takesBackOrderAt': 'takes back: {side} {quantity} at {price}',
  'plan.frees': 'frees {contracts}',
  'plan.sells': 'sells {size}',
  'plan.buys': 'buys {size}',
  'plan.aboutOf': 'about {part} of {whole}',
  'plan.trades': '{trade} {price}',
  'plan.priceUnknown': 'at market; at what price is not known',
  'plan.priceAbout': 'at about {price}',
  'plan.priceAtMark': 'at about {price} (at the mark)',
  'plan.priceAbove': 'at about {price} ({bps} bps above the mark)',
  'plan.priceBelow': 'at about {price} ({bps} bps below the mark)',
  'plan.waits': '{trade} at {bound} or better, waits until it is filled',
  'plan.takesAll': '{trade} at {bound} or better, takes all of it at once {price}',
  'plan.takesPart':
    '{trade} at {bound} or better, takes {taken} at once {price}; the other {rest} wait until they are filled',
  'plan.cappedUnknown': '{trade} at once at {bound} or better, gives up the rest; how much that is is not known',
  'plan.cappedNothing': 'finds nothing in the book at {bound} or better; about {contracts} may stay',
  'plan.cappedAll': '{trade} {price}, at worst at {bound}',
  'plan.cappedPart': '{trade} {price}, at worst at {bound}; about {contracts} may stay',
  'plan.boundRenewed': '{effect}; the bound is renewed when it is sent',
  'plan.chases':
    '{trade} at {price} (renewed when it is sent), follows the book until filled, gives up {percent} % away from there (now at {stop}); how long that takes is not known',
  'plan.withFee': '{effect}, fee about {fee} {coin}',
  'plan.withFeeAtMost': '{effect}, fee at most {fee} {coin}',
  'plan.onceFalls': '{trade} at market once the price falls to {trigger}',
  'plan.onceRises': '{trade} at market once the price rises to {trigger}',
  'plan.fromHere': '{price} ({away} from here)',
  'plan.places': '{trade} at {price}, waits in the book behind others',

  // What could not be read.
  'plan.venueSlow':
    'The venue asked to slow down: this plan is made from positions read {age} ago. Each is read again right before it is closed.',
  'plan.venueSlowUnaged':
    'The venue asked to slow down: this plan is made from positions read before that. Each is read again right before it is closed.',
  'plan.closesNothing': 'CLOSES NOTHING: no position could be read. None was read before.',
  'plan.closesNothingOf':
    'CLOSES NOTHING: no position could be read. When last read, at least {age} ago, {count} was held. | CLOSES NOTHING: no position could be read. When last read, at least {age} ago, {count} were held.',
  'plan.closingOrdersStay': '{count} closing order stays. | {count} closing orders stay.',
  'plan.unreadStayOpen': 'Some positions could not be read; those stay open.',
  'plan.doubtedStayOpen': '{why} What may be held stays open.',
  'plan.positionsUnread': 'Some positions could not be read.',
  'plan.listDoubted': 'The list of positions is not plausible: {why}',
  'plan.unheldLong': 'An order that closes {contract} long is open, and no such position is listed.',
  'plan.unheldShort': 'An order that closes {contract} short is open, and no such position is listed.',
  'plan.byLastKnown':
    'The account can not be read: this closes by sizes of {age} ago, never more, and only what no closing order had taken. Closing orders stay. Orders and fills will tell what became of it.',
  'plan.allByLastKnown':
    '{why} This closes by sizes of {age} ago, never more, and only what no closing order had taken. Closing orders stay. Orders and fills will tell what became of it.',
  'plan.someByLastKnown':
    '{why} By sizes of {age} ago, never more, and only what no closing order had taken, this closes: {names}. Closing orders stay. Orders and fills will tell what became of it.',
  'plan.ordersUnread': 'The open orders of {names} could not be read; some may stay.',
  'plan.ordersCut':
    '{instrument} has at least {count} open order: the venue lists no more at once. What it lists is cancelled round by round. | {instrument} has at least {count} open orders: the venue lists no more at once. What it lists is cancelled round by round.',
  'plan.balancesBlind': 'The Spot balances could not all be read: orders on pairs where none is known may stay.',
  'plan.blind.spot':
    'Plimsoll has not read yet which Spot pairs there are: orders there may stay. Try again in a moment.',
  'plan.blind.contract':
    'Plimsoll has not read yet which contracts there are: orders there may stay. Try again in a moment.',
  'plan.hidden.asset': '{amount} {unit} is locked on Spot by an order Plimsoll can not see.',
  'plan.hidden.margin': '{amount} {unit} of order margin is held on Contract by an order Plimsoll can not see.',
  'plan.hidden.buy': '{amount} contracts of {contract} are in buy orders that Plimsoll can not see.',
  'plan.hidden.sell': '{amount} contracts of {contract} are in sell orders that Plimsoll can not see.',
  'plan.hiddenUnknown.asset': 'An unknown amount of {unit} is locked on Spot by an order Plimsoll can not see.',
  'plan.hiddenUnknown.margin':
    'An unknown amount of {unit} of order margin is held on Contract by an order Plimsoll can not see.',
  'plan.hiddenUnknown.buy': 'An unknown amount of contracts of {contract} are in buy orders that Plimsoll can not see.',
  'plan.hiddenUnknown.sell':
    'An unknown amount of contracts of {contract} are in sell orders that Plimsoll can not see.',
  'plan.hidden.more': 'More is held back in {count} other place. | More is held back in {count} other places.',

  // What stays, or may go otherwise than meant.
  'plan.wayOutStays':
    '{count} order that closes what stays open stays too. | {count} orders that close what stays open stay too.',
  'plan.protectionsStay':
    '{count} protective order stays at the venue, which lists none: take it back on its own site or app. | {count} protective orders stay at the venue, which lists none: take them back on its own site or app.',
  'plan.pendingUnread': 'The volume in closing orders could not be read. By the orders known: {parts}.',
  'plan.pendingOf': '{volume} contracts of {contract}',
  'plan.unlisted': 'Not in the venue’s contract list: {names}. No order limits are known.',
  'plan.limitsUnread': 'Some order limits of {names} could not be read ({why}).',
  'plan.doubtfulUnbound':
    'The prices of {names} are doubtful, so no bound is set by them: each position is closed by a market order, at any price in the book.',
  'plan.pricelessUnbound':
    'No price of {names} is known to set a bound by: each position is closed by a market order, at any price in the book.',
  'plan.stays.others': '{parts} stay open: other closing orders have taken the rest.',
  'plan.stays.oneOrder': '{parts} stay open: it is one order, of at most {bound}.',
  'plan.stays.slices': '{parts} stay open: one plan has at most {bound} orders.',
  'plan.stays.small': '{parts} stay open: the smallest order is {bound}.',
  'plan.stays.dust': '{parts} stay open, fewer than the smallest order ({bound}).',
  'plan.notPlanned': '{parts} did not go into this plan: ask again for them.',
  'plan.notPlacedAgain':
    'Cancelled order that could not be placed again: {count}. | Cancelled orders that could not be placed again: {count}.',
  'plan.noSpotSold': 'This venue has no Spot. Nothing is sold.',
  'plan.balancesUnsold': 'The Spot balances could not be read; nothing is sold.',
  'plan.unreadUnsold': 'The account was not read yet; nothing is sold.',
  'plan.unsold': 'No pair sells {names} for cash; it stays.',
  'plan.dust': 'Too little to sell: {names}.',
  'plan.balanceUnread': 'A part of the balance of {names} could not be read; that part stays.',
  'plan.cashStays': 'Counts as cash and stays: {names}.',
  'plan.bookShort': 'The book of {names} is not known or not deep enough: what that costs is not counted.',
  'plan.bookUnsound': 'What trading {names} costs is not counted. {why}',
  'plan.limit.markUnknown': 'How far {price} is from the market can not be told: the mark of {contract} is not known.',
  'plan.limit.atOnce': 'An order of {contract} at {price} may be filled at once: the mark is {mark}.',
  'plan.limit.atOnceFar': 'An order of {contract} at {price} may be filled at once: it is {away}, and bounds nothing.',
  'plan.limit.far': 'An order of {contract} at {price} is {away}: it may wait for long, or never be filled.',
  'plan.limit.slip': 'Is it a slip?',
  'plan.away.shareAbove': '{share} above the mark of {mark}',
  'plan.away.shareBelow': '{share} below the mark of {mark}',
  'plan.away.timesAbove': '{times} times above the mark of {mark}',
  'plan.away.timesBelow': '{times} times below the mark of {mark}',
  'plan.liquidatedBefore.above':
    '{position} is liquidated at about {price} before this fires: only a trigger above that protects it.',
  'plan.liquidatedBefore.below':
    '{position} is liquidated at about {price} before this fires: only a trigger below that protects it.',
  'plan.protectedAlready':
    'Protective orders of Plimsoll’s for {share} are at the venue already: with this one they are for more than is held. Take them back there first.',
  'plan.lockedAlready':
    'Only {share} can still be closed by it while the other closing orders stand: the venue may refuse it whole when it fires. Cancel those, or protect {part}.',
  'plan.lockedWholly':
    'Only {share} can still be closed by it while the other closing orders stand: the venue may refuse it whole when it fires. Cancel those first.',
  'plan.protectsPart': 'Protects {share}: one order can not take the rest.',

  // Why there is no plan.
  'plan.nothingSent': 'Nothing was sent.',
  'plan.noStops': 'This venue takes no orders that wait for a price to close a position.',
  'plan.noOrderNamed': 'No order was named.',
  'plan.noOrders': 'The account has no such open orders to cancel.',
  'plan.noOrdersOf': '{instrument} has no such open orders to cancel.',
  'plan.noOpeningOrders': 'The account has no such open orders that do not close a position to cancel.',
  'plan.noOpeningOrdersOf': '{instrument} has no such open orders that do not close a position to cancel.',
  'plan.noPositionRead': 'The positions could not be read; nothing was sent.',
  'plan.noLongs': 'The account holds no long positions.',
  'plan.noShorts': 'The account holds no short positions.',
  'plan.alreadyFlat': 'There are no open orders to cancel and no positions to close.',
  'plan.noPositionNamed': 'No position was named; nothing was sent.',
  'plan.namedTwice': '{position} is named twice: give one size for each position.',
  'plan.maybeUnread': '{why} {position} may be one of them; nothing was sent. Try again in a moment.',
  'plan.notHeld': 'The account holds no {position}; nothing was sent.',
  'plan.frozen.liquidation': 'Frozen by the venue (liquidation): {names}. Only the venue can act.',
  'plan.frozen.delivery': 'Frozen by the venue (delivery): {names}. Only the venue can act.',
  'plan.notTraded': 'The venue does not trade {names} now.',
  'plan.sizeNoNumber': 'The size must be a number above zero, was "{typed}".',
  'plan.sizeNoStep': 'Orders of {contract} are multiples of {step} contracts, was {typed}.',
  'plan.sizeTooSmall': 'The smallest order of {contract} is {min} contracts, was {typed}.',
  'plan.sizeOverHeld': 'Of {contract} {held} contracts are held; was {typed}.',
  'plan.sizeOverLeft': 'Of {contract} only {left} are left: closing orders have taken the rest; was {typed}.',
  'plan.nothingClosable':
    'Nothing of {contract} can be closed now: {held} held, {pending} already in closing orders, smallest order {min}. Cancel its closing orders first, if there are any.',
  'plan.nothingClosableOf':
    'Nothing of {contract} can be closed now: {wanted} wanted, {held} held, {pending} already in closing orders, smallest order {min}. Cancel its closing orders first, if there are any.',
  'plan.unknownPart': 'an unknown part',
  'plan.priceNoNumber': 'The price of {contract} must be a number above zero, was "{typed}".',
  'plan.priceTooFine': 'Prices of {contract} have at most {digits} digits after the point, was {typed}.',
  'plan.noPriceThere':
    '{contract} has no price above zero there: prices have {digits} digits after the point. Nothing was sent; close at market.',
  'plan.fewDigits': 'few',
  'plan.capNoPercent':
    'The cap must be a number of percent above 0 and at most {most}, was "{typed}"; nothing was sent. Type one like 1.5.',
  'plan.stopNoPercent':
    'The stop must be a number of percent above 0 and at most {most}, was "{typed}"; nothing was sent. Type one like 1.5.',
  'plan.capDoubtful':
    'The prices of {contract} are doubtful, so there is nothing to hold the cap against; nothing was sent. Close at market, or at a limit of your own.',
  'plan.chaseDoubtful':
    'The prices of {contract} are doubtful, so there is nothing to hold the chase against; nothing was sent. Close at market, or at a limit of your own.',
  'plan.capPriceless':
    'The mark of {contract} is not known, so there is nothing to hold the cap against; nothing was sent. Try again in a moment, or close at market.',
  'plan.chasePriceless':
    'No price of {contract} is known to begin at; nothing was sent. Try again in a moment, or close at market.',
  'plan.nothingProtected': 'Nothing is protected: the smallest order of {contract} is {min} contracts, was {wanted}.',
  'plan.breakEvenUnknown':
    'Where {contract} comes out even can not be told: its opening price, fees, funding or mark price is not known, or the contract is not modelled. Give a price.',
  'plan.breakEvenNoPrice': '{contract} comes out even at {price}: no price the venue prints.',
  'plan.markUnknown':
    'The mark price of {contract} is not known, so whether it would fire at once can not be told; try again in a moment.',
  'plan.firesAtOnce.belowMark':
    'It would fire at once: the trigger must be below the mark price {price}, was {trigger}.',
  'plan.firesAtOnce.aboveMark':
    'It would fire at once: the trigger must be above the mark price {price}, was {trigger}.',
  'plan.firesAtOnce.belowLast':
    'It would fire at once: the trigger must be below the last price {price}, was {trigger}.',
  'plan.firesAtOnce.aboveLast':
    'It would fire at once: the trigger must be above the last price {price}, was {trigger}.',
  'plan.nothingCanceled': 'No order is known that this cancelled; nothing was sent.',
  'plan.notAgain.leftUnknown':
    'Order {order} of {instrument} can not be placed again: what was left of it is not known.',
  'plan.notAgain.contract':
    'Order {order} of {instrument} can not be placed again: an order of a contract does not tell its margin mode.',
  'plan.notAgain.noLimit': 'Order {order} of {instrument} can not be placed again: it was no limit order.',
  'plan.notAgain.stillOpen': 'Order {order} of {instrument} can not be placed again: it is still open.',
  'plan.notAgain.unlisted':
    'Order {order} of {instrument} can not be placed again: its pair is not in the venue’s list.',
  'plan.notAgain.nothingLeft':
    'Order {order} of {instrument} can not be placed again: nothing was left of it ({filled} were filled).',
  'plan.only.reducing':
    'Trading is reducing: only what makes a position or a holding smaller is sent. An order to {side} {instrument} is not sent; change the mode in Accounts.',
  'plan.only.halted':
    'Trading is halted: only exits are sent. An order to {side} {instrument} is not sent; change the mode in Accounts.',
  'plan.watching':
    'This account is only watched: Plimsoll sends nothing for it, exits neither. To act, remove it and connect it with a key that may trade.',
  'plan.only.watching': 'This account is only watched: {side} {instrument} is not sent.',
  'plan.only.unproved':
    'Trading is off until the probe has passed for this key: only exits are sent. An order to {side} {instrument} is not sent; probe the account in Accounts.',
  'plan.tooManyOrders': 'At most {most} orders go out in a minute; this would be number {now}.',
  'plan.tooLarge': 'An order may be at most {most}; the one for {instrument} is {quantity}.',
  'plan.worthTooMuch': 'An order may be worth at most {most} {coin}; the one for {instrument} is worth {value}.',
  'plan.worthUnknown':
    'An order may be worth at most {most} {coin}; what the one for {instrument} is worth is not known.',
  'plan.priceTooFar':
    'A price may be at most {percent} % worse than the market; {price} for {instrument} is {worse} worse than {market}.',
  'plan.marketUnknown':
    'A price may be at most {percent} % worse than the market; the market price of {instrument} is not known.',
} as const
