import type { AccountView } from '#shared/snapshot/snapshot.ts'

/** Which account a sheet is about, in words. */
export function accountWords(account: AccountView | null): string {
  if (!account) return 'No account is open.'
  return account.kind === 'demo' ? 'Demo account only.' : `Account ${account.name} only (key …${account.keyTail}).`
}
