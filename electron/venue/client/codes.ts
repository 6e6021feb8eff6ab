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

/** The venue turned the request down. */
export const refusal = (kind: FailureKind, text: string, retry: Failure['retry'] = 'never'): CodeMeaning => ({
  kind,
  retry,
  refused: true,
  text,
})
/** The venue turned down what was asked, for a reason in the order or the account. */
const rejected = (text: string): CodeMeaning => refusal('rejected', text)
/** The venue failed somewhere along the way: what became of a write is not known. */
export const doubt = (text: string, retry: Failure['retry'], kind: FailureKind = 'venueError'): CodeMeaning => ({
  kind,
  retry,
  refused: false,
  text,
})

const BAD_PARAMETER = rejected(
  'the venue did not accept a parameter; this is a fault of Plimsoll or a venue that differs, please report it',
)
const KEY = refusal(
  'key',
  'the venue does not accept this API key; check the key, its permissions and its list of allowed IP addresses',
)
const PLACE = refusal(
  'key',
  'the venue does not serve this country or IP address; nothing but the venue’s own support can change that',
)
const NO_PERMISSION = refusal(
  'key',
  'this API key may not do that; give it the permission on the venue’s own site, or use another key',
)
const ACCOUNT = rejected('the venue does not allow this for the account; look at the account on the venue’s own site')
const PRECISION = rejected('the price or volume has more digits than the instrument allows; round it')
const TOO_SMALL = rejected('the order is smaller than this instrument allows; make it larger')
const TOO_LARGE = rejected('the order is larger than this instrument allows; make it smaller or split it')
const LIMITS = rejected('the volume or price is outside the limits of this instrument; change it')
const SETTING = rejected('the venue did not change a setting of the contract; change it on the venue’s own site')
/** Also what the statuses for too many requests mean, without a code. */
export const SLOW_DOWN = refusal('rateLimited', 'too many requests; Plimsoll slows down by itself', 'later')
const NO_SUCH_INSTRUMENT = rejected('the venue knows no such pair or contract; read its list of instruments again')
export const NO_SUCH_ORDER = refusal(
  'notFound',
  'the venue knows no such order; it may be gone, or so new that it is not listed yet',
)
const NOT_THERE = rejected(
  'the venue does not find something that was named: a sub-account, coin, pair or order; read its lists again',
)
/** Codes published as a range, with some of them named: what the others are is a guess, and a guess proves nothing. */
const unnamed = (about: string): CodeMeaning =>
  doubt(`the venue reported an error about ${about}; its own words say which`, 'never')

const each = (codes: string, meaning: CodeMeaning): [string, CodeMeaning][] =>
  codes.split(' ').map((code) => [code, meaning])

/** Meanings by code; a code that is not among them proves nothing about a write. */
export type Codes = ReadonlyMap<string, CodeMeaning>

/** Error codes of the family, as text because Spot sends numbers and Contract sends text. */
export const CODES: Codes = new Map([
  // The venue itself.
  ...each('-1000', doubt('the venue reported an unknown error; try again, or look on its own site', 'soon')),
  ...each('-1001', doubt('the venue lost a connection inside; try again', 'soon')),
  ...each('-1006', doubt('the venue got an answer it did not understand inside; try again', 'soon')),
  ...each('-1007', doubt('the venue timed out inside; try again', 'soon')),
  ...each('-1016', doubt('the venue’s service is offline; wait until it is back', 'later')),
  ...each('-1003', SLOW_DOWN),

  // The call.
  ...each('-1002', refusal('notSupported', 'the venue does not offer this call, or did not see the API key')),
  ...each('-1020', refusal('notSupported', 'the venue does not support this operation; use its own site')),
  ...each('-1148', refusal('notSupported', 'the venue does not offer this call for this sort of contract')),
  ...each('-1017 -1023 -1024', BAD_PARAMETER),
  ...each('-1100 -1101 -1102 -1103 -1104 -1105 -1106 -1116 -1117 -1118 -2100', BAD_PARAMETER),
  ...each(
    '-1021',
    refusal(
      'clock',
      'the venue found the time stamp outside its window; the clock is measured again before the next call',
      'afterClockSync',
    ),
  ),
  ...each('-1022', refusal('signature', 'the venue did not accept the signature; check the API secret')),

  // The key and the account.
  ...each('-1004 -2014 -2015 -2200 10004', KEY),
  ...each('10005 10006', NO_PERMISSION),
  ...each('-2101 -2102', PLACE),
  ...each('35 10001', ACCOUNT),
  ...each('-1025', rejected('the contract account is not opened yet; open it on the venue’s own site')),
  ...each('-2016', rejected('trading is frozen for this account; ask the venue’s support')),
  ...each(
    '-2018 -2021 -2030 -2031 -2032 -2033 -2034 -2035 -2036 -2037 -2038 -2039 -2040',
    unnamed('wallets, identity, transfers or sub-accounts'),
  ),

  // The order.
  ...each('-1014', rejected('the venue does not support this combination of order settings; choose others')),
  ...each('-1015', rejected('too many open orders; cancel some first')),
  ...each('-1111', PRECISION),
  // Some venues: the call is not for coin-margined contracts.
  ...each('-1147', rejected('too many digits, or not for this sort of contract; the venue’s own words say which')),
  ...each('-1112', rejected('there is nobody to trade with on this instrument; try a limit order')),
  ...each('-1121 21020', NO_SUCH_INSTRUMENT),
  ...each('-1136 -1160 110047', TOO_SMALL),
  ...each('-1137 -1161 -2026 -2027', TOO_LARGE),
  ...each('-2022 -2023 -2024 -2025 -2029', LIMITS),
  ...each('-1138', rejected('the price is outside the band the venue allows now; choose one nearer to the market')),
  ...each('-1155', rejected('the price is too far from the last one; choose one nearer to the market')),
  ...each('-1139', rejected('the venue takes no market orders on this instrument; use a limit order')),
  ...each('-1140', rejected('the position limit is reached; close something first')),
  ...each('-1141', rejected('the venue calls the order invalid or already being canceled; look at its state')),
  ...each('-1145', rejected('the order can no longer be canceled in its state; look at its state')),
  ...each('-2017', rejected('the balance is too small; make the order smaller or add funds')),
  ...each('-2013 21022', NO_SUCH_ORDER),
  ...each('21018 21019 21021 21023 21024 21025', NOT_THERE),

  // The contract and the position.
  ...each('-1146', refusal('rejected', 'the contract can not be traded at the moment; try later', 'later')),
  ...each('-1149', rejected('there is no isolated position; read the account again')),
  ...each(
    '10015',
    rejected('more than can be closed: part of the position is in closing orders already, or it is gone'),
  ),
  ...each('-1156', rejected('more than the position holds; read the account again and close less')),
  ...each('-1157', rejected('the position is frozen by the venue, which is closing it; nobody else can act on it')),
  ...each('-1152 -1153', SETTING),
  ...each('-1163', rejected('the leverage can not be changed while orders are open; cancel them first')),
  ...each('-1165', rejected('the margin mode differs from the one set for this contract; use the other one')),
  ...each('-1166', rejected('the leverage differs from the one set for this contract; set it on the venue’s own site')),
  ...each('-1150 -1151 -1154 -1158 -1159 -1162 -1164 -1167 -1168', unnamed('contracts, leverage or margin')),
])

/** Spot in the style of Binance: the family's, but for what has another meaning there. */
export const SPOT_BINANCE_CODES: Codes = new Map([
  ...CODES,
  ...each('1', doubt('the venue is under maintenance; wait until it is back', 'later')),
  ...each('503', doubt('the venue’s service is offline; wait until it is back', 'later')),
  // One code for three causes. The one that passes by itself is seen to first: nothing was done, so it is safe.
  ...each(
    '-1022',
    refusal(
      'signature',
      'the venue did not accept the signature or the time stamp, or the key may not use its API; the clock is measured again, check the API secret, the key’s permissions and its list of allowed IP addresses',
      'afterClockSync',
    ),
  ),
  ...each('-1111', rejected('the volume or price is not one this instrument allows; its own words say more')),
  ...each(
    '-2010',
    rejected('the venue refused the order or the cancel, for its balance or its state; its own words say which'),
  ),
  ...each('-2017', rejected('the venue has no net value for this pair; it can not be asked for one')),
])

/** Contract with private calls on /fapi/v2: the family's, but for what is named there and clashes. */
export const CONTRACT_V2_CODES: Codes = new Map([
  ...CODES,
  ...each('-1147 -1148', refusal('notSupported', 'the venue does not offer this call for this sort of contract')),
  ...each('-1154 -1158', TOO_LARGE),
  ...each('-1159 -1162', PRECISION),
  ...each('-1164', TOO_SMALL),
  ...each('-1167', rejected('the order would have traded with one of your own; cancel that first')),
  ...each('-1168', rejected('there is nobody to trade with on this contract; try a limit order')),
])
