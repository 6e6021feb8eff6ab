/** The ways back to a safe margin rate. */
export const rescue = {
  'rescue.cross': 'the cross account of {coin}',
  'rescue.isolated': 'the isolated position {position}',
  'rescue.partlyRead': 'Some positions could not be read: the margin rates here leave them out.',
  'rescue.venueDiffers':
    'The margin rate differs from the venue’s: the venue says {venue}, Plimsoll’s figures give {own}. The ways are ranked by Plimsoll’s.',
  'rescue.noneReaches': 'None of these reaches {target} %: take several of them, or flatten.',
  'rescue.noneClosable': 'Nothing of it can be closed now. Margin can be added on the venue’s own site.',
  'rescue.noneBetters':
    'With the order books as they are, closing makes the margin rate worse, or no better. Margin can be added on the venue’s own site.',
  'rescue.costsMore': 'With the order books as they are, closing all of it costs more than {unit} has.',
  'rescue.mayCostMore': 'Where no position is left and no cost is shown, the cost may be more than {unit} has.',
  'rescue.isolatedShare':
    'Closing a part of an isolated position releases its margin in proportion: its rate does not change. Only closing all of it helps.',
  'rescue.hedged':
    'Longs and shorts of {names} hedge each other: closing one alone raises the rate and leaves the other unhedged. See the net exposure after.',
  'rescue.costUnknown':
    'Where no cost is shown, the order book or the fee rate is not known, or the book is not sound or not deep enough. The rate after leaves that cost out.',
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
