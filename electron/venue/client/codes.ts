import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import type { Code } from '#shared/words/message.ts'

/** The messages about venue errors: what happened and what to do. */
type VenueCode = Extract<Code, `failure.venue.${string}`>

/** What a venue's error code means for us. */
export interface CodeMeaning {
  readonly kind: FailureKind
  readonly retry: Failure['retry']
  /** The venue refused the request before doing anything: a write with this answer did not happen. */
  readonly refused: boolean
  readonly code: VenueCode
}

/** The venue refused the request. */
export const refusal = (kind: FailureKind, code: VenueCode, retry: Failure['retry'] = 'never'): CodeMeaning => ({
  kind,
  retry,
  refused: true,
  code,
})
/** The venue refused the request for a reason in the order or the account. */
const rejected = (code: VenueCode): CodeMeaning => refusal('rejected', code)
/** The venue failed somewhere on the way: the effect of a write is unknown. */
export const doubt = (code: VenueCode, retry: Failure['retry'], kind: FailureKind = 'venueError'): CodeMeaning => ({
  kind,
  retry,
  refused: false,
  code,
})

const BAD_PARAMETER = rejected('failure.venue.parameter')
const KEY = refusal('key', 'failure.venue.key')
const PLACE = refusal('key', 'failure.venue.place')
const NO_PERMISSION = refusal('key', 'failure.venue.permission')
const ACCOUNT = rejected('failure.venue.account')
const PRECISION = rejected('failure.venue.precision')
const TOO_SMALL = rejected('failure.venue.tooSmall')
const TOO_LARGE = rejected('failure.venue.tooLarge')
const LIMITS = rejected('failure.venue.limits')
const SETTING = rejected('failure.venue.setting')
/** Also used for the HTTP statuses that mean "too many requests" and come without a code. */
export const SLOW_DOWN = refusal('rateLimited', 'failure.venue.slowDown', 'later')
const NO_SUCH_INSTRUMENT = rejected('failure.venue.noInstrument')
export const NO_SUCH_ORDER = refusal('notFound', 'failure.venue.noOrder')
const NOT_THERE = rejected('failure.venue.notThere')
/** A code from a published range whose own meaning is not published. It proves nothing about a write. */
const unnamed = (code: VenueCode): CodeMeaning => doubt(code, 'never')

const each = (codes: string, meaning: CodeMeaning): [string, CodeMeaning][] =>
  codes.split(' ').map((code) => [code, meaning])

/** Meanings by code. An unknown code proves nothing about a write. */
export type Codes = ReadonlyMap<string, CodeMeaning>

/** The family's error codes, as text because Spot sends numbers and Contract sends text. */
export const CODES: Codes = new Map([
  // The venue itself.
  ...each('-1000', doubt('failure.venue.unknown', 'soon')),
  ...each('-1001', doubt('failure.venue.lostInside', 'soon')),
  ...each('-1006', doubt('failure.venue.confusedInside', 'soon')),
  ...each('-1007', doubt('failure.venue.timedOut', 'soon')),
  ...each('-1016', doubt('failure.venue.offline', 'later')),
  ...each('-1003', SLOW_DOWN),

  // The call.
  ...each('-1002', refusal('notSupported', 'failure.venue.noCallOrKey')),
  ...each('-1020', refusal('notSupported', 'failure.venue.noOperation')),
  ...each('-1148', refusal('notSupported', 'failure.venue.noSuchContractCall')),
  ...each('-1017 -1023 -1024', BAD_PARAMETER),
  ...each('-1100 -1101 -1102 -1103 -1104 -1105 -1106 -1116 -1117 -1118 -2100', BAD_PARAMETER),
  ...each('-1021', refusal('clock', 'failure.venue.stamp', 'afterClockSync')),
  ...each('-1022', refusal('signature', 'failure.venue.signature')),

  // The key and the account.
  ...each('-1004 -2014 -2015 -2200 10004', KEY),
  ...each('10005 10006', NO_PERMISSION),
  ...each('-2101 -2102', PLACE),
  ...each('35 10001', ACCOUNT),
  ...each('-1025', rejected('failure.venue.contractNotOpened')),
  ...each('-2016', rejected('failure.venue.frozen')),
  ...each(
    '-2018 -2021 -2030 -2031 -2032 -2033 -2034 -2035 -2036 -2037 -2038 -2039 -2040',
    unnamed('failure.venue.aboutWallets'),
  ),

  // The order.
  ...each('-1014', rejected('failure.venue.combination')),
  ...each('-1015', rejected('failure.venue.tooManyOrders')),
  ...each('-1111', PRECISION),
  // On some venues: the call is not for coin-margined contracts.
  ...each('-1147', rejected('failure.venue.digitsOrSort')),
  ...each('-1112', rejected('failure.venue.noCounterparty')),
  ...each('-1121 21020', NO_SUCH_INSTRUMENT),
  ...each('-1136 -1160 110047', TOO_SMALL),
  ...each('-1137 -1161 -2026 -2027', TOO_LARGE),
  ...each('-2022 -2023 -2024 -2025 -2029', LIMITS),
  ...each('-1138', rejected('failure.venue.priceBand')),
  ...each('-1155', rejected('failure.venue.priceFar')),
  ...each('-1139', rejected('failure.venue.noMarketOrders')),
  ...each('-1140', rejected('failure.venue.positionLimit')),
  ...each('-1141', rejected('failure.venue.invalidOrCanceling')),
  ...each('-1145', rejected('failure.venue.notCancelable')),
  ...each('-2017', rejected('failure.venue.balance')),
  ...each('-2013 21022', NO_SUCH_ORDER),
  ...each('21018 21019 21021 21023 21024 21025', NOT_THERE),

  // The contract and the position.
  ...each('-1146', refusal('rejected', 'failure.venue.notTradable', 'later')),
  ...each('-1149', rejected('failure.venue.noIsolated')),
  ...each('10015', rejected('failure.venue.notClosable')),
  ...each('-1156', rejected('failure.venue.moreThanHeld')),
  ...each('-1157', rejected('failure.venue.beingClosed')),
  ...each('-1152 -1153', SETTING),
  ...each('-1163', rejected('failure.venue.leverageOrders')),
  ...each('-1165', rejected('failure.venue.marginMode')),
  ...each('-1166', rejected('failure.venue.leverage')),
  ...each('-1150 -1151 -1154 -1158 -1159 -1162 -1164 -1167 -1168', unnamed('failure.venue.aboutContracts')),
])

/** The codes of Binance-style Spot: those of the family, except codes that mean something else there. */
export const SPOT_BINANCE_CODES: Codes = new Map([
  ...CODES,
  ...each('1', doubt('failure.venue.maintenance', 'later')),
  ...each('503', doubt('failure.venue.offline', 'later')),
  // One code for three causes. A wrong clock is assumed first: it can be corrected, and nothing was done.
  ...each('-1022', refusal('signature', 'failure.venue.signatureOrStamp', 'afterClockSync')),
  ...each('-1111', rejected('failure.venue.volumeOrPrice')),
  ...each('-2010', rejected('failure.venue.balanceOrState')),
  ...each('-2017', rejected('failure.venue.netValue')),
])

/** Contract with private calls on /fapi/v2: the family's codes, except those that its document defines differently. */
export const CONTRACT_V2_CODES: Codes = new Map([
  ...CODES,
  ...each('-1147 -1148', refusal('notSupported', 'failure.venue.noSuchContractCall')),
  ...each('-1154 -1158', TOO_LARGE),
  ...each('-1159 -1162', PRECISION),
  ...each('-1164', TOO_SMALL),
  ...each('-1167', rejected('failure.venue.selfTrade')),
  ...each('-1168', rejected('failure.venue.noCounterparty')),
])
