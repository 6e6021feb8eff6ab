/** What sentences of every part are made of. */
export const common = {
  sentences: '{sentences}',
  /** Text as it is: the venue's own, or kept by a version before sentences had codes. */
  plain: '{text}',
  andMore: '{names} and {count} more',
  'duration.instant': 'under 1 ms',
  'duration.ms': '{value} ms',
  'duration.seconds': '{value} s',
  'duration.minutes': '{value} min',
  'duration.hours': '{value} h',
  'area.spot': 'Spot',
  'area.contract': 'Contract',
  'noArea.spot': 'This venue has no Spot.',
  'noArea.contract': 'This venue has no contracts.',
  contracts: '{count} contract | {count} contracts',
  positions: '{count} position | {count} positions',
  'position.long.cross': 'long {contract} cross',
  'position.long.isolated': 'long {contract} isolated',
  'position.short.cross': 'short {contract} cross',
  'position.short.isolated': 'short {contract} isolated',
  hours: '{count} hour | {count} hours',
} as const
