import type { Message } from '#shared/domain/message.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'

/** Names the account that a sheet acts on. */
export function accountWords(account: AccountView | null): Message {
  if (!account) return message('app.noAccount')
  const { name, keyTail } = account
  return account.kind === 'demo' ? message('desk.demoOnly') : message('desk.accountOnly', { name, keyTail })
}
