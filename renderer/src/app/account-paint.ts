import type { AccountView } from '#shared/snapshot/snapshot.ts'

/** The colour of an account as CSS; null: it has none. It always stands beside the name. */
export function accountPaint(account: Pick<AccountView, 'colour'> | null): string | null {
  return account === null || account.colour === null ? null : `var(--account-${account.colour})`
}
