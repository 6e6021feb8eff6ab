import type { KeyRights } from '../endpoints/calls.ts'
import type { Json, JsonObject } from '../json/reader.ts'
import { isList, isObject } from '../http/envelopes.ts'

/**
 * Words for the permissions of a key. A permission missing from the list is unknown: the list may be about other
 * things.
 */
const NAMED = {
  trade: /^(spot|.*trad(e|ing).*)$/i,
  withdraw: /^(?!no).*withdraw/i,
  deposit: /^(?!no).*deposit/i,
} as const

/**
 * What a Spot account reply says about its key, by a flag per permission or by a list of names, and about whose key it
 * is; null: nothing.
 */
export function decodeRights(reply: Json): KeyRights | null {
  if (!isObject(reply)) return null
  const names = wordsAt(reply, 'permissions')
  const of = (flag: string, named: RegExp): boolean | null =>
    flagAt(reply, flag) ?? (names.some((name) => named.test(name)) ? true : null)
  const rights = {
    trade: of('canTrade', NAMED.trade),
    withdraw: of('canWithdraw', NAMED.withdraw),
    deposit: of('canDeposit', NAMED.deposit),
    boundToIp: flagAt(reply, 'ipRestrict'),
    uid: uidOf([reply, ...objectsAt(reply, 'balances')]),
  }
  return Object.values(rights).every((right) => right === null) ? null : rights
}

/** Whose key it is, as the positions in a contract account reply say; null: there is none, or it does not say. */
export function decodeOwner(reply: Json): KeyRights | null {
  if (!isObject(reply)) return null
  const contracts = objectsAt(reply, 'account').flatMap((coin) => objectsAt(coin, 'positionVos'))
  const uid = uidOf(contracts.flatMap((contract) => objectsAt(contract, 'positions')))
  return uid === null ? null : { trade: null, withdraw: null, deposit: null, boundToIp: null, uid }
}

/** The number of the account in the first of these objects that has one. Zero stands for none. */
function uidOf(objects: readonly JsonObject[]): string | null {
  for (const object of objects) {
    const uid = object.get('uid')
    if (typeof uid === 'string' && /^[1-9]\d{0,19}$/.test(uid)) return uid
  }
  return null
}

function objectsAt(object: JsonObject, field: string): readonly JsonObject[] {
  const value = object.get(field)
  return value !== undefined && isList(value) ? value.filter(isObject) : []
}

function flagAt(reply: JsonObject, field: string): boolean | null {
  const value = reply.get(field)
  if (typeof value === 'boolean') return value
  return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : null
}

function wordsAt(reply: JsonObject, field: string): readonly string[] {
  const value = reply.get(field)
  return value !== undefined && isList(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
