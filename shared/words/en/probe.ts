/** What a probe says it found, and what a trader does about it. */
export const probe = {
  'probe.addressUnusable': 'An address can not be used.',
  'probe.addressRefused': '{address}: {why}',
  'probe.areaUnreached': '{area} can not be reached.',
  'probe.keyNotAccepted': 'The venue does not accept the key.',
  'probe.nothingToAsk': 'There is no pair or contract to ask about.',
  'probe.noPair': 'There is no pair to ask about.',
  'probe.noAccount': 'No account can be read.',
  'probe.noOpenContract': 'There is no open contract to ask about.',
  'probe.noList': 'There is no list of instruments to hold it against.',

  'probe.clockUnusable': '{address} can not be used. {failure}',
  'probe.checkAddress': 'Check the address too.',
  'probe.clockAhead':
    '{area} answers in {trip}; its clock is {off} ahead of this machine’s, give or take {uncertainty}.',
  'probe.clockBehind':
    '{area} answers in {trip}; its clock is {off} behind this machine’s, give or take {uncertainty}.',
  'probe.clockWholeHours': 'That is whole hours: one of the two tells local time as if it were UTC.',
  'probe.clockAdvice':
    'Requests carry the venue’s time and work all the same; set this machine’s clock, times shown come from it.',

  'probe.pairs': '{count} pair. | {count} pairs.',
  'probe.contracts': '{count} contract, {open} open for trading. | {count} contracts, {open} open for trading.',
  'probe.pairsUnread': 'The list of pairs can not be read. {failure}',
  'probe.contractsUnread': 'The list of contracts can not be read. {failure}',
  'probe.noContracts': 'The list of contracts can not be read.',
  'probe.pairsEmpty': 'The venue lists no pair that could be read.',
  'probe.contractsEmpty': 'The venue lists no contract that could be read.',
  'probe.entriesUnread':
    '{count} entry could not be read ({path}: {reason}). | {count} entries could not be read ({path}: {reason}).',

  'probe.signedWithQuery': 'Requests are signed with their query, as usual.',
  'probe.signedWithoutQuery': 'Requests are signed without their query, as older venues want it.',
  'probe.learnedWithQuery':
    'Requests are signed with their query, as usual; without it this venue refuses the signature. This is kept for the account.',
  'probe.learnedWithoutQuery':
    'Requests are signed without their query, as older venues want it; with it this venue refuses the signature. This is kept for the account.',
  'probe.signatureUnclear': 'It can not be told. {failure}',
  'probe.signatureRefused':
    'The venue refuses the signature: the API secret is not complete or does not belong to this key, or the key may not be used from this address. Copy both again from the venue’s site, and look at what the key is allowed to do.',
  'probe.signatureRefusedBothWays':
    'The venue refuses the signature, with the query of a request and without: the API secret is not complete, or does not belong to this key. Copy both again from the venue’s site.',

  'probe.spotAccount':
    '{count} asset held, {inOrders} of them partly in open orders. | {count} assets held, {inOrders} of them partly in open orders.',
  'probe.contractAccount':
    '{count} margin coin with equity, {positions}. | {count} margin coins with equity, {positions}.',
  'probe.spotAccountUnread': 'The Spot account can not be read. {failure}',
  'probe.contractAccountUnread': 'The Contract account can not be read. {failure}',
  'probe.noSpotAccount': 'The Spot account can not be read.',

  'probe.rightsUntold':
    'The venue does not tell what a key may do. Look on its own site that this one can not withdraw.',
  'probe.mayTrade': 'The venue says that trading on Spot is allowed.',
  'probe.mayNotTrade':
    'The venue says that this key, or its account, may not trade on Spot. Allow it on the venue’s own site, or use this key to watch only.',
  'probe.watchOnly': 'Not asked: this account is only watched.',
  'probe.watchMayTrade':
    'The venue says that this key, or its account, may trade. To watch it needs no such permission: take it from the key on the venue’s own site.',
  'probe.watchMayNotTrade': 'The venue says that trading is not allowed; to watch, it need not be.',
  'probe.mayWithdraw':
    'The venue says that this key, or its account, may withdraw. Plimsoll never does: take that permission from the key on the venue’s own site.',
  'probe.mayNotWithdraw':
    'The venue says that withdrawing is not allowed; check on its own site that this holds for this key.',

  'probe.listsArea': 'One call lists all open {area} orders.',
  'probe.listsOneByOne': 'Open {area} orders are asked for one instrument at a time.',
  'probe.listsBelieved':
    'One call for all open {area} orders is answered. It is believed for as long as nothing speaks against it.',
  'probe.listsIncomplete':
    'One call for all open {area} orders is answered, but lists no order for what is held back of {names}: they are asked for one by one too.',
  'probe.listsUnreadable':
    'One call for all open {area} orders is answered, but does not list all of them readably: they are asked for one by one too.',
  'probe.listsUnknown': 'Whether one call lists all open {area} orders is not known. {failure}',

  'probe.candles': '{area} calls 1-hour candles “{word}”.',
  'probe.candlesNotOffered': '{area} offers no candles: its charts stay empty. {failure}',
  'probe.candlesUnread': '{area} candles can not be read. {failure}',
  'probe.candlesEmpty': '{area} has no hourly candles, by either name: its charts stay empty.',

  'probe.bookLevels': 'The {area} book of {name} came with {levels} levels, asked for {asked}.',
  'probe.bookCap': '{area} books end after {levels} levels, asked for {asked}. There may be more orders beyond that.',
  'probe.bookLimit':
    '{area} books can be asked for at most {asked} levels, and came with {levels}. This is kept for the account.',
  'probe.noBook': '{area} gave an empty book of {name}. Plimsoll estimates no cost from it.',

  'probe.unlistedRefused': '{area} refuses the name of an instrument it does not list.',
  'probe.unlistedEmptyBook':
    '{area} answers with an empty book for an instrument it does not list. Here an empty book counts as no book.',
  'probe.unlistedBook':
    '{area} answers with a full book for an instrument it does not list. A book here does not prove whose it is: compare prices with the venue’s own site before trading.',

  'probe.noOrderSaid': '{area} says so when there is no order with an id.',
  'probe.noOrderRefused':
    '{area} refuses the id of an order that does not exist, but not as unknown (code {code}). What became of an order then shows in its lists alone.',
  'probe.noOrderUnread':
    '{area} gives no order and no refusal for the id of an order that does not exist. What became of an order then shows in its lists alone.',
  'probe.noOrderInvented':
    '{area} shows an order for an id that no order has. What it says of a single order proves nothing: compare with the venue’s own site.',

  'probe.closedNone': 'The venue lists no closed contract.',
  'probe.closedWithoutBook': '{closed} closed; the book of {asked} was asked for, and there is none.',
  'probe.closedWithBook':
    '{closed} closed; the book of {asked} was asked for, and {names} still have one. Books and marks of closed contracts are not used.',

  'probe.marksAgree': 'Marks of {contracts} are where their books and indexes are.',
  'probe.marksUnheld': 'Marks of {contracts} had nothing to compare with.',
  'probe.markOffBook':
    'The mark of {name}, {mark}, is {off} off its own book at {other}: margin and liquidation there rest on a price without trades.',
  'probe.markOffIndex':
    'The mark of {name}, {mark}, is {off} off its index at {other}: margin and liquidation there rest on a price without trades.',

  'probe.row.candle': 'candles',
  'probe.row.trade': 'trades',
  'probe.row.order': 'orders',
  'probe.row.fill': 'fills',
  'probe.timesAgree': 'Times of {area} {rows} go with the venue’s clock.',
  'probe.timesAhead':
    'Times of {area} {row} are {hours} ahead of the venue’s clock: they seem to be local times. Times and charts shown are off by as much.',
  'probe.timesBehind':
    'The newest {area} {row} are {hours} behind the venue’s clock: there was no trade since, or they are local times.',
  'probe.timesUnknown': 'The venue showed no candle, trade or order to hold against its clock.',

  'probe.callsAsked': '{answered} calls are answered. Not asked, because they would do something: {notAsked}.',
  'probe.callsMissing': 'Not offered here: {names}. What needs them does not work, or shows as not known.',
  'probe.callsSpare': 'Not offered, and not needed: {names}.',
  'probe.callsUnclear': 'Whether these are offered can not be told: {names}.',
  'probe.notTold': '{call} gave no answer that tells it ({how}).',
  'probe.venueCode': 'code {code}',
  'probe.httpStatus': 'HTTP {status}',

  'probe.test.contracts': 'Contract orders can not be tested without placing one.',
  'probe.test.order': 'buy {quantity} {asset} at {price} {coin}, far below the market',
  'probe.test.noPrice': 'There is no price to test an order at. {failure}',
  'probe.test.noBook': 'There is no book of {name}, so no price to test at.',
  'probe.test.accepted': 'A test order ({order}) was accepted, so the key may trade on Spot.',
  'probe.test.nothingNew': 'Nothing was placed: the open orders show nothing new.',
  'probe.test.left': 'Whether the test left an order behind ({order}) can not be read; look at the venue.',
  'probe.test.placed':
    'The venue placed the test order instead of only checking it: order {id}, {order}. Cancel it there, and do not trade here before the venue has explained it.',
  'probe.test.beyondTheKey':
    'A test order ({order}) was refused for its size or price, not for the key: the key may trade on Spot. Nothing was placed. {failure}',
  'probe.test.keyRefused':
    'The key may not trade on Spot; nothing was placed. {failure} Allow it on the venue’s own site, or use this key to watch only.',
  'probe.test.notOffered':
    'The venue has no test order; whether the key may trade shows with the first real one. {failure}',
  'probe.test.refused': 'A test order ({order}) was refused, and nothing was placed. {failure}',
  'probe.test.unclear': 'Whether the key may trade can not be told. {failure}',
} as const
