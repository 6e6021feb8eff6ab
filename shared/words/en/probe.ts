/** What a probe says it found, and what a trader does about it. */
export const probe = {
  'probe.addressUnusable': 'An address cannot be used.',
  'probe.addressRefused': '{address}: {why}',
  'probe.areaUnreached': '{area} cannot be reached.',
  'probe.keyNotAccepted': 'The venue does not accept the key.',
  'probe.nothingToAsk': 'There is no pair or contract to ask about.',
  'probe.noPair': 'There is no pair to ask about.',
  'probe.noAccount': 'No account can be read.',
  'probe.noOpenContract': 'There is no open contract to ask about.',
  'probe.noList': 'There is no list of instruments to check it against.',

  'probe.clockUnusable': '{address} cannot be used. {failure}',
  'probe.checkAddress': 'Check the address too.',
  'probe.clockAhead':
    '{area} answers in {trip}; its clock is {off} ahead of this machine’s, give or take {uncertainty}.',
  'probe.clockBehind':
    '{area} answers in {trip}; its clock is {off} behind this machine’s, give or take {uncertainty}.',
  'probe.clockWholeHours': 'The difference is whole hours: one of the two clocks shows local time as if it were UTC.',
  'probe.clockAdvice':
    'Requests carry the venue’s time and work anyway; set this machine’s clock, because the times shown come from it.',

  'probe.pairs': '{count} pair. | {count} pairs.',
  'probe.contracts': '{count} contract, {open} open for trading. | {count} contracts, {open} open for trading.',
  'probe.pairsUnread': 'The list of pairs cannot be read. {failure}',
  'probe.contractsUnread': 'The list of contracts cannot be read. {failure}',
  'probe.noContracts': 'The list of contracts cannot be read.',
  'probe.pairsEmpty': 'The venue lists no pair that could be read.',
  'probe.contractsEmpty': 'The venue lists no contract that could be read.',
  'probe.entriesUnread':
    '{count} entry could not be read ({path}: {reason}). | {count} entries could not be read ({path}: {reason}).',

  'probe.signedWithQuery': 'Requests are signed with their query, as usual.',
  'probe.signedWithoutQuery': 'Requests are signed without their query, as older venues require.',
  'probe.learnedWithQuery':
    'Requests are signed with their query, as usual; without it this venue refuses the signature. Plimsoll keeps this for the account.',
  'probe.learnedWithoutQuery':
    'Requests are signed without their query, as older venues require; with it this venue refuses the signature. Plimsoll keeps this for the account.',
  'probe.signatureUnclear': 'This cannot be determined. {failure}',
  'probe.signatureRefused':
    'The venue refuses the signature: the API secret is incomplete or does not belong to this key, or the key may not be used from your IP address. Copy both again from the venue’s site, and check what the key is allowed to do.',
  'probe.signatureRefusedBothWays':
    'The venue refuses the signature, with the query of a request and without: the API secret is incomplete, or does not belong to this key. Copy both again from the venue’s site.',

  'probe.spotAccount':
    '{count} asset held, {inOrders} of them partly in open orders. | {count} assets held, {inOrders} of them partly in open orders.',
  'probe.contractAccount':
    '{count} margin coin with equity, {positions}. | {count} margin coins with equity, {positions}.',
  'probe.spotAccountUnread': 'The Spot account cannot be read. {failure}',
  'probe.contractAccountUnread': 'The Contract account cannot be read. {failure}',
  'probe.noSpotAccount': 'The Spot account cannot be read.',

  'probe.rightsNotStated':
    'The venue does not report what a key may do. Check on its own site that this one cannot withdraw, and that it is bound to your IP address.',
  'probe.mayTrade': 'The venue says that trading on Spot is allowed.',
  'probe.mayNotTrade':
    'The venue says that this key, or its account, may not trade on Spot. Allow it on the venue’s own site, or use this key to watch only.',
  'probe.boundToIp': 'The key works only from the IP addresses registered for it.',
  'probe.notBoundToIp':
    'The key works from any IP address. On the venue’s own site, bind it to yours if yours does not change.',
  'probe.watchOnly': 'Not asked: this account is only watched.',
  'probe.watchMayTrade':
    'The venue says that this key, or its account, may trade. Watching does not need that permission: remove it from the key on the venue’s own site.',
  'probe.watchMayNotTrade': 'The venue says that trading is not allowed; watching does not need it.',
  'probe.mayWithdraw':
    'The venue says that this key, or its account, may withdraw. Plimsoll never does: remove that permission from the key on the venue’s own site.',
  'probe.mayNotWithdraw':
    'The venue says that withdrawing is not allowed; check on its own site that this holds for this key.',

  'probe.listsArea': 'One call lists all open {area} orders.',
  'probe.listsOneByOne': 'Plimsoll reads open {area} orders one instrument at a time.',
  'probe.listsBelieved':
    'The venue answers one call for all open {area} orders. Plimsoll trusts it until something contradicts it.',
  'probe.listsIncomplete':
    'The venue answers one call for all open {area} orders, but lists no order for the locked amounts of {names}: Plimsoll also reads orders one instrument at a time.',
  'probe.listsUnreadable':
    'The venue answers one call for all open {area} orders, but not all of them can be read: Plimsoll also reads orders one instrument at a time.',
  'probe.listsUnknown': 'Whether one call lists all open {area} orders is not known. {failure}',

  'probe.candles': '{area} calls 1-hour candles “{word}”.',
  'probe.candlesNotOffered': '{area} offers no candles: its charts stay empty. {failure}',
  'probe.candlesUnread': '{area} candles cannot be read. {failure}',
  'probe.candlesEmpty': '{area} has no hourly candles, by either name: its charts stay empty.',

  'probe.bookLevels': 'The {area} book of {name} came with {levels} levels; Plimsoll requested {asked}.',
  'probe.bookCap':
    '{area} books end after {levels} levels; Plimsoll requested {asked}. There may be more orders beyond that.',
  'probe.bookLimit':
    'Plimsoll can request at most {asked} levels of {area} books, which came with {levels}. It keeps this for the account.',
  'probe.noBook': '{area} gave an empty book of {name}. Plimsoll estimates no cost from it.',

  'probe.unlistedRefused': '{area} refuses the name of an instrument it does not list.',
  'probe.unlistedEmptyBook':
    '{area} answers with an empty book for an instrument it does not list. Here an empty book counts as no book.',
  'probe.unlistedBook':
    '{area} answers with a full book for an instrument it does not list. A book here does not prove which instrument it is for: compare prices with the venue’s own site before trading.',

  'probe.noOrderSaid': '{area} says so when no order has the id.',
  'probe.noOrderRefused':
    '{area} refuses the id of an order that does not exist, but not as unknown (code {code}). Only its lists then show what became of an order.',
  'probe.noOrderUnread':
    '{area} gives no order and no refusal for the id of an order that does not exist. Only its lists then show what became of an order.',
  'probe.noOrderInvented':
    '{area} shows an order for an id that no order has. What it says about a single order proves nothing: compare with the venue’s own site.',

  'probe.closedNone': 'The venue lists no closed contract.',
  'probe.closedWithoutBook': '{closed} closed; Plimsoll requested the book of {asked}, and there is none.',
  'probe.closedWithBook':
    '{closed} closed; Plimsoll requested the book of {asked}, and {names} still have one. Plimsoll does not use books and marks of closed contracts.',

  'probe.marksAgree': 'The marks of {contracts} agree with their books and indexes.',
  'probe.marksUnheld': 'There was nothing to compare the marks of {contracts} with.',
  'probe.markOffBook':
    'The mark of {name}, {mark}, is {off} off its own book at {other}: margin and liquidation there follow the mark, which may be far from the market.',
  'probe.markOffIndex':
    'The mark of {name}, {mark}, is {off} off its index at {other}: margin and liquidation there follow the mark, which may be far from the market.',

  'probe.row.candle': 'candles',
  'probe.row.trade': 'trades',
  'probe.row.order': 'orders',
  'probe.row.fill': 'fills',
  'probe.timesAgree': 'The times of {area} {rows} agree with the venue’s clock.',
  'probe.timesAhead':
    'Times of {area} {row} are {hours} ahead of the venue’s clock: they seem to be local times. Times and charts shown are off by as much.',
  'probe.timesBehind':
    'The newest {area} {row} are {hours} behind the venue’s clock: there has been no trade since, or they are local times.',
  'probe.timesUnknown': 'The venue showed no candle, trade or order to check against its clock.',

  'probe.callsAsked': '{answered} calls are answered. Not tried, because they would change something: {notAsked}.',
  'probe.callsMissing': 'Not offered here: {names}. What needs them does not work, or shows as not known.',
  'probe.callsSpare': 'Not offered, and not needed: {names}.',
  'probe.callsUnclear': 'It cannot be determined whether these are offered: {names}.',
  'probe.noClearAnswer': '{call} gave no clear answer ({how}).',
  'probe.venueCode': 'code {code}',
  'probe.httpStatus': 'HTTP {status}',

  'probe.test.contracts': 'Contract orders cannot be tested without placing one.',
  'probe.test.order': 'buy {quantity} {asset} at {price} {coin}, far below the market',
  'probe.test.noPrice': 'There is no price to test an order at. {failure}',
  'probe.test.noBook': 'There is no book of {name}, so no price to test at.',
  'probe.test.accepted': 'A test order ({order}) was accepted, so the key may trade on Spot.',
  'probe.test.nothingNew': 'Nothing was placed: the open orders show nothing new.',
  'probe.test.left': 'Plimsoll could not read whether the test left an order behind ({order}); look at the venue.',
  'probe.test.placed':
    'The venue placed the test order instead of only checking it: order {id}, {order}. Cancel it there, and do not trade here before the venue has explained it.',
  'probe.test.beyondTheKey':
    'A test order ({order}) was refused for its size or price, not for the key: the key may trade on Spot. Nothing was placed. {failure}',
  'probe.test.keyRefused':
    'The key may not trade on Spot; nothing was placed. {failure} Allow it on the venue’s own site, or use this key to watch only.',
  'probe.test.notOffered':
    'The venue has no test order; the first real one will show whether the key may trade. {failure}',
  'probe.test.refused': 'A test order ({order}) was refused, and nothing was placed. {failure}',
  'probe.test.unclear': 'It cannot be determined whether the key may trade. {failure}',
} as const
