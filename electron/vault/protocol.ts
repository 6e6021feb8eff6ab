/**
 * The messages between main and the vault process. A trader's secret comes in sealed (`take`), so that main cannot read
 * it, and no reply has a field that could carry one out.
 */

const FIELDS = {
  /** The value is the key for which secrets are sealed (`seal.ts`). */
  publicKey: [],
  /** Keep for signing, in memory only, a key whose secret is sealed for this process. */
  take: ['accountId', 'apiKey', 'sealed'],
  /** Keep for signing, in memory only, the demo's key, which is no secret. */
  hold: ['accountId', 'apiKey', 'apiSecret'],
  /**
   * Write a key from memory to the keychain, for use only at `places`, and read it back. If that fails it is dropped
   * from memory too.
   */
  save: ['accountId', 'places'],
  /**
   * Keep for signing the key that the keychain has for `places`. The value is the API key; null: the keychain returned
   * nothing.
   */
  open: ['accountId', 'places'],
  /** The trader wants the key in the keychain used at `places` from now on. The value is that of `open`. */
  bind: ['accountId', 'places'],
  /** As `bind`, but only until this process ends: nothing is stored. */
  lend: ['accountId', 'places'],
  /** Delete from the keychain and from memory. */
  forget: ['accountId'],
  /** Delete from memory only. */
  drop: ['accountId'],
  /** The value is the signature. */
  sign: ['accountId', 'text'],
  /** Start no more keychain calls, and undo one that ends late. Keep signing. */
  retire: [],
} as const

type Kind = keyof typeof FIELDS
export type Request<K extends Kind = Kind> = {
  [P in K]: { readonly kind: P } & Readonly<Record<(typeof FIELDS)[P][number], string>>
}[K]

const TROUBLES = [
  'addonMissing',
  'unreachable',
  'refused',
  'notKept',
  'damaged',
  'elsewhere',
  'notOpen',
  'malformed',
  'notSealedForUs',
] as const
/** What can go wrong in the vault process. `failures.ts` has the message for each. */
export type Trouble = (typeof TROUBLES)[number]

export type Outcome<T extends string = Trouble> =
  | { readonly ok: true; readonly value: string | null }
  /**
   * `detail`: the operating system's own words, from calls that carry no secret. They are localized: for people, never
   * for decisions. With `elsewhere`, it is the places that the key is kept for; empty: an earlier version stored none.
   */
  | { readonly ok: false; readonly trouble: T; readonly detail: string | null }

export interface Reply {
  readonly id: number
  readonly outcome: Outcome
}

/**
 * The request in a message of `{ id, request }`; null: it is not one of ours (unknown kind, or a field that is missing,
 * extra, empty or not a text).
 */
export function parseRequest(message: unknown): Request | null {
  if (!isRecord(message) || !isRecord(message['request'])) return null
  const { kind, ...fields } = message['request']
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) return null
  const names: readonly string[] = FIELDS[kind as Kind]
  const complete = names.every((name) => isText(fields[name]))
  // The table was just checked field by field; this is the only place where the type is asserted.
  return complete && Object.keys(fields).length === names.length ? ({ kind, ...fields } as Request) : null
}

/** The id of a message that expects an answer; null: none. */
export function messageId(message: unknown): number | null {
  return isRecord(message) && Number.isSafeInteger(message['id']) ? (message['id'] as number) : null
}

/** The reply in a message from the vault process; null: it is not one. */
export function parseReply(message: unknown): Reply | null {
  const id = messageId(message)
  if (id === null || !isRecord(message) || !isRecord(message['outcome'])) return null
  const { ok, value, trouble, detail } = message['outcome']
  if (ok === true && isTextOrNull(value)) return { id, outcome: { ok, value } }
  const known = TROUBLES.find((name) => name === trouble)
  return ok === false && known && isTextOrNull(detail) ? { id, outcome: { ok, trouble: known, detail } } : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTextOrNull(value: unknown): value is string | null {
  return typeof value === 'string' || value === null
}
