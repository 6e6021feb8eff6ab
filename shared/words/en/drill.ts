/** What a fire drill found, and what to do about it. */
export const drill = {
  'drill.accountUnread': 'The account could not be read: {why}',

  'drill.cannotSign': 'The key cannot sign. {failure}',
  'drill.keyRefused': 'Signed in {took}, but the venue refuses the key. {failure}',
  'drill.keyUnproved':
    'Signed in {took}; no signed read was answered, so whether the venue accepts the key is not known.',
  'drill.slowSigning': 'Signed in {took}: more than {most} holds up every order.',
  'drill.keyTaken': 'Signed in {took}; the venue accepts the key.',

  'drill.clockUnmeasured': 'The venue’s clock could not be measured. {failure}',
  'drill.clockAhead': 'The venue’s clock is {off} ahead of this machine’s, give or take {uncertainty}.',
  'drill.clockBehind': 'The venue’s clock is {off} behind this machine’s, give or take {uncertainty}.',
  'drill.clockAllowedFor': 'Orders allow for it.',
  'drill.slowLine': 'The connection is slow, and orders may be refused for their time stamp.',

  'drill.areaUnread': 'The {area} account could not be read.',
  'drill.spotRead': 'A signed account read was answered in {trip}.',
  'drill.contractReads':
    '{count} signed account read: typically answered in {typical}, {p95} at the 95th percentile. | {count} signed account reads: typically answered in {typical}, {p95} at the 95th percentile.',
  'drill.readLost': 'One of {wanted} reads was not answered. {failure}',
  'drill.entriesUnread':
    '{count} entry of it could not be read and stays out of every plan. | {count} entries of it could not be read and stay out of every plan.',

  'drill.positionsUnread': 'The positions could not be read.',
  'drill.noPosition': 'No position is held.',
  'drill.contractsUnknown': 'Some positions could not be read: their contracts are not known.',
  'drill.unlisted': 'Not in the venue’s contract list: {names}. No order limits are known.',
  'drill.traded': 'The venue trades {names}.',
  'drill.noneClosable': 'None of the positions held can be closed now.',
  'drill.sizes': '{positions}, {orders}.',
  'drill.sizesClipped': '{positions}, {orders}; the largest is split into {most}.',
  'drill.left': 'Cannot be closed now: {rests}.',
  'drill.leftLong': '{left} of {held} contracts of {contract} long',
  'drill.leftShort': '{left} of {held} contracts of {contract} short',
  'drill.orders': '{count} order | {count} orders',

  'drill.banned':
    '{area} has banned your IP address: calls go out again in {wait}. Use the venue’s own site or app until then.',
  'drill.backingOff': '{area} asked Plimsoll to slow down; calls go out again in {wait}.',
  'drill.weightUsed': '{used} of {limit} of the weight that {area} allows in a minute is used.',
  'drill.callsTaken': '{free} of {limit} calls of {pool} are free now, and {wanted} are needed.',
  'drill.othersWait': 'The others wait.',
  'drill.nothingWanted': 'The venue’s limits leave room; no call is needed now.',
  'drill.room':
    'The venue’s limits leave room for {count} call now. | The venue’s limits leave room for {count} calls now.',

  'drill.nothingToLeave': 'There is nothing to get out of: no open order and no position.',
  'drill.plan':
    'A flatten would send {requests} and cancel {orders}: flat in about {likely}, in 95\u202f% of cases at most {p95}.',
  'drill.requests': '{count} request | {count} requests',

  'drill.balancesUnread': 'The Spot balances could not be read.',
  'drill.testPlaced':
    'The venue placed a test order instead of only checking it. Look at it there, and do not trade here before the venue has explained it. It was: {sell}.',
  'drill.testRefused': 'Refused: {sell}.',
  'drill.testUnclear': 'No clear answer: {sell}.',
  'drill.lookAtVenue': 'Look at the venue.',
  'drill.testUnseen':
    'The venue accepted the test of {sell}. It shows no single orders, so Plimsoll could not check whether one was placed: look at the venue. Nothing more was tested.',
  'drill.noTestOrder': 'The venue has no test order: the first real sell will show whether it takes one.',
  'drill.nothingToTest': 'There is nothing on Spot to test a sell with.',
  'drill.dust': 'It is worth too little to matter.',
  'drill.tested':
    'The venue checked {count} sell and placed none: {sells}. | The venue checked {count} sells and placed none: {sells}.',
  'drill.untested': 'Not tested: {sells}.',
  'drill.allInOrders': '{asset} (all of it is in open orders)',
} as const
