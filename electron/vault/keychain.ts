/**
 * The operating system's keychain: the only file that knows keytar. Its two search calls are never used: on a locked
 * keyring, or on a foreign item under our service name, they end the process with a segmentation fault.
 */
import type * as Keytar from 'keytar'
import type { Trouble } from './protocol.ts'

const SERVICE = 'Plimsoll'
const LONGEST_TEXT = 160

export interface KeychainError {
  readonly trouble: Extract<Trouble, 'addonMissing' | 'unreachable'>
  readonly detail: string | null
}
export type KeychainResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & KeychainError)

/** One text per account. Nothing here throws. */
export interface Keychain {
  /** null: no such entry, *or the keychain is locked*. The two look the same from here. */
  read(accountId: string): Promise<KeychainResult<string | null>>
  write(accountId: string, text: string): Promise<KeychainResult<null>>
  /** false: nothing was deleted, for either of the reasons above. */
  remove(accountId: string): Promise<KeychainResult<boolean>>
}

type KeytarApi = Pick<typeof Keytar, 'getPassword' | 'setPassword' | 'deletePassword'>

/**
 * `load` returns keytar. It is called at first use, so that a missing addon or libsecret is an answer and not a crash.
 */
export function openKeychain(load: () => Promise<KeytarApi> = loadKeytar): Keychain {
  async function call<T>(ask: (keytar: KeytarApi) => Promise<T>): Promise<KeychainResult<T>> {
    const keytar = await load().catch(textOf)
    if (typeof keytar === 'string') return { ok: false, trouble: 'addonMissing', detail: keytar }
    try {
      return { ok: true, value: await ask(keytar) }
    } catch (error) {
      return { ok: false, trouble: 'unreachable', detail: textOf(error) }
    }
  }

  return {
    read: (accountId) => call((keytar) => keytar.getPassword(SERVICE, accountId)),
    remove: (accountId) => call((keytar) => keytar.deletePassword(SERVICE, accountId)),
    async write(accountId, text) {
      const result = await call((keytar) => keytar.setPassword(SERVICE, accountId, text))
      if (result.ok) return { ok: true, value: null }
      // This call was given a secret, so the text of its error is dropped. A later read shows the reason too.
      return result.trouble === 'addonMissing' ? result : { ...result, detail: null }
    },
  }
}

async function loadKeytar(): Promise<KeytarApi> {
  return (await import('keytar')).default
}

/** The text of an error on one line, clipped. It comes from libsecret, GLib or the dynamic loader, in any language. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
}
