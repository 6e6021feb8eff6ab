/** No two accounts have the same name, because every confirmation names its account. */
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { AccountIndex } from './account-index.ts'

/** The demo account is in no list. */
export const DEMO_NAME = 'Demo'

/** Fails if another account has a name that reads the same. `ownId`: the account that is renamed; null: a new one. */
export function nameIsFree(
  name: string,
  operation: string,
  index: Pick<AccountIndex, 'list'>,
  ownId: string | null = null,
): Result<null, Failure> {
  const listed = index.list()
  const others = (listed.ok ? listed.value : []).filter(({ id }) => id !== ownId).map((one) => one.name)
  const twin = [DEMO_NAME, ...others].find((other) => asRead(other) === asRead(name))
  return twin === undefined
    ? ok(null)
    : err(localFailure('invalidParameter', operation, message('main.nameTaken', { name: twin })))
}

/** A name as a reader takes it: upper case, invisible characters and other forms of a letter make no difference. */
function asRead(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  return visible.trim().replace(/\s+/g, ' ').toLowerCase()
}
