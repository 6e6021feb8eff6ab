import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { inARow, message } from '#shared/words/message.ts'
import type { AskTrouble } from './connection.ts'

/** Everything a vault call can end in short of its aim. */
export type VaultTrouble = AskTrouble | 'notStarted' | 'locked' | 'lost'

const KIND: Readonly<Record<VaultTrouble, FailureKind>> = {
  addonMissing: 'vaultUnavailable',
  unreachable: 'vaultUnavailable',
  refused: 'vaultLocked',
  notKept: 'vaultUnavailable',
  damaged: 'vaultUnavailable',
  locked: 'vaultLocked',
  lost: 'vaultUnavailable',
  notOpen: 'noCredentials',
  stuck: 'vaultUnavailable',
  crashed: 'vaultUnavailable',
  notStarted: 'vaultUnavailable',
  malformed: 'invalidParameter',
  closed: 'closed',
}

/** What the trader can mend at the keyring. */
const AT_KEYRING: ReadonlySet<VaultTrouble> = new Set(['unreachable', 'refused', 'notKept'])

/** What happened and what to do. `said` is the system's own wording, quoted as such. */
export function vaultFailure(operation: string, trouble: VaultTrouble, said: string | null = null): Failure {
  const own = message(`failure.vault.${trouble}`)
  const whatToDo = AT_KEYRING.has(trouble) ? [message(`failure.keyring.${keyring()}`)] : []
  const quoted = said === null ? [] : [message('failure.systemWords', { text: said })]
  return localFailure(KIND[trouble], `vault.${operation}`, inARow([own, ...whatToDo, ...quoted]))
}

function keyring(platform = process.platform): 'darwin' | 'win32' | 'linux' {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
