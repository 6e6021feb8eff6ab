/** The ways back to a safe margin rate. */
export const rescue = {
  'rescue.cross': 'the cross account of {coin}',
  'rescue.isolated': 'the isolated position {position}',
  'rescue.partlyRead': 'Some positions could not be read: the margin rates here leave them out.',
  'rescue.venueDiffers':
    'The margin rate is not what the venue says: the venue says {venue}, Plimsoll’s figures give {own}. The ways are ranked by Plimsoll’s.',
  'rescue.noneReaches': 'Nothing here reaches {target} %: take several of these, or flatten.',
  'rescue.noneClosable': 'Nothing can be closed of it now. Margin can be added on the venue’s own site.',
  'rescue.noneBetters':
    'By the books as they are, closing makes the margin rate worse, or no better. Margin can be added on the venue’s own site.',
  'rescue.costsMore': 'By the books as they are, closing all of it costs more than {unit} has.',
  'rescue.mayCostMore': 'Where no position is left and no cost is shown, the cost may be more than {unit} has.',
  'rescue.isolatedShare':
    'Closing a part of an isolated position hands back its margin share by share: its rate does not change. Only all of it helps.',
  'rescue.hedged':
    'Longs and shorts of {names} hedge each other: closing one alone raises the rate and bares the other. See the net exposure after.',
  'rescue.costUnknown':
    'Where no cost is shown, the order book or the fee rate is not known, or the book is not sound or not deep enough. The rate after leaves that cost out.',
  'rescue.orderMarginUnknown':
    'Open orders hold {amount} {coin} of margin; not all of them are known, so what cancelling gives back is not counted: it may help.',
  'rescue.fewPairs': 'Pairs were looked for among the positions alone that gain most.',
  'rescue.targetNoNumber': 'The margin rate wanted must be a number above zero.',
  'rescue.accountUnread': 'The positions and margin accounts could not be read; try again in a moment.',
  'rescue.noUnit': 'The account has no margin unit {unit} now.',
  'rescue.noPosition': 'There is no position in {unit}: it has no margin rate.',
  'rescue.rateUnknown': 'The margin rate of {unit} is not known. {why}',
  'rescue.noEquity':
    'There is no equity left in {unit}: closing a part of a position brings no margin rate back. Close what can be closed, or flatten.',
  'rescue.reachedAlready': 'The margin rate of {unit} is {rate} already, at or above {target}.',
} as const
