import type { Failure, FailureKind } from '#shared/domain/failure.ts'

/** What a venue's error code means for us. */
export interface CodeMeaning {
  readonly kind: FailureKind
  readonly retry: Failure['retry']
  /** The venue turned the request down before doing anything: a write with this answer did not happen. */
  readonly refused: boolean
  /** What happened and what to do. */
  readonly text: string
}

const refusal = (kind: FailureKind, text: string, retry: Failure['retry'] = 'never'): CodeMeaning => ({
  kind,
  retry,
  refused: true,
  text,
})
/** The venue failed somewhere along the way: what became of a write is not known. */
const doubt = (text: string, retry: Failure['retry']): CodeMeaning => ({
  kind: 'venueError',
  retry,
  refused: false,
  text,
})

const BAD_PARAMETER = refusal(
  'rejected',
  'the venue did not accept a parameter; this is a fault of Plimsoll or a venue that differs, please report it',
)
const KEY = refusal(
  'key',
  'the venue does not accept this API key; check the key, its permissions and its list of allowed IP addresses',
)
const ACCOUNT = refusal(
  'rejected',
  'the venue does not allow this for the account; look at the account on the venue’s own site',
)
const LIMITS = refusal('rejected', 'the order is outside the limits of this instrument')
const NOT_FOUND = refusal('notFound', 'the venue knows no such order')

/**
 * Error codes of the family, as text because Spot sends numbers and Contract sends text. A code that is not here proves
 * nothing about a write.
 */
export const CODES: ReadonlyMap<string, CodeMeaning> = new Map([
  ['-1000', doubt('the venue reported an unknown error', 'soon')],
  ['-1001', doubt('the venue lost a connection inside', 'soon')],
  ['-1002', refusal('notSupported', 'the venue does not offer this call, or did not see the API key')],
  ['-1003', refusal('rateLimited', 'too many requests; Plimsoll slows down by itself', 'later')],
  ['-1004', refusal('key', 'the venue does not allow this user; look at the account on the venue’s own site')],
  ['-1006', doubt('the venue got an answer it did not understand inside', 'soon')],
  ['-1007', doubt('the venue timed out inside', 'soon')],
  ['-1014', refusal('rejected', 'the venue does not support this combination of order settings')],
  ['-1015', refusal('rejected', 'too many open orders; cancel some first')],
  ['-1016', doubt('the venue’s service is offline', 'later')],
  ['-1017', BAD_PARAMETER],
  ['-1020', refusal('notSupported', 'the venue does not support this operation')],
  [
    '-1021',
    refusal(
      'clock',
      'the venue found the time stamp outside its window; the clock is measured again before the next call',
      'afterClockSync',
    ),
  ],
  ['-1022', refusal('signature', 'the venue did not accept the signature; check the API secret')],
  ['-1023', BAD_PARAMETER],
  ['-1024', BAD_PARAMETER],
  ['-1025', refusal('rejected', 'the contract account is not opened yet; open it on the venue’s own site')],
  ...['-1100', '-1101', '-1102', '-1103', '-1104', '-1105', '-1106', '-1116', '-1117', '-1118', '-2100'].map(
    (code) => [code, BAD_PARAMETER] as const,
  ),
  ['-1111', refusal('rejected', 'the price or volume has more digits than the instrument allows')],
  ['-1112', refusal('rejected', 'there is nobody to trade with on this instrument')],
  ['-1121', refusal('rejected', 'the venue knows no such pair or contract')],
  ['-1136', LIMITS],
  ['-1137', LIMITS],
  ['-1138', refusal('rejected', 'the price is outside the band the venue allows now')],
  ['-1139', refusal('rejected', 'the venue takes no market orders on this instrument')],
  ['-1140', refusal('rejected', 'the position limit is reached')],
  ['-1141', refusal('rejected', 'the venue calls the order invalid or already being canceled')],
  ['-1145', refusal('rejected', 'the order can no longer be canceled in its state')],
  ['-1146', refusal('rejected', 'the contract can not be traded at the moment', 'later')],
  ['-1149', refusal('rejected', 'there is no isolated position')],
  ['-1155', refusal('rejected', 'the price is too far from the last one')],
  ['-1156', refusal('rejected', 'more than the position holds')],
  ['-1157', refusal('rejected', 'the position is frozen by the venue')],
  ['-1160', LIMITS],
  ['-1161', LIMITS],
  ['-1165', refusal('rejected', 'the margin mode differs from the one set for this contract')],
  ['-1166', refusal('rejected', 'the leverage differs from the one set for this contract')],
  ['-2013', NOT_FOUND],
  ['-2014', KEY],
  ['-2015', KEY],
  ['-2016', refusal('rejected', 'trading is frozen for this account')],
  ['-2017', refusal('rejected', 'the balance is too small')],
  ...['-2022', '-2023', '-2024', '-2025', '-2026', '-2027', '-2029'].map((code) => [code, LIMITS] as const),
  ['-2101', KEY],
  ['-2102', KEY],
  ['-2200', KEY],
  ['35', ACCOUNT],
  ['10001', ACCOUNT],
  ['10004', KEY],
  ['10005', KEY],
  ['10006', KEY],
  [
    '10015',
    refusal('rejected', 'more than can be closed: part of the position is in closing orders already, or it is gone'),
  ],
  ['21020', refusal('rejected', 'the venue knows no such pair')],
  ['21022', NOT_FOUND],
  ['110047', LIMITS],
])
