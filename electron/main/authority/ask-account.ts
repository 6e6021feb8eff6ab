/**
 * Asks the trader before a key is added, probed, removed or forgotten, or an account is renamed. A probe can be cancelled.
 */
import { areasAt, type Addresses } from '#shared/domain/addresses.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { AccountAdded } from '#shared/ipc/contract.ts'
import { areaTitle, message, type Code } from '#shared/words/message.ts'
import { keyTailOf } from '../accounts/credentials.ts'
import type { SecretWindow } from '../window/secret-window.ts'
import type { Answer, Confirm } from './confirm.ts'
import type { Handlers } from './gate.ts'
import type { Accounts } from '../accounts/accounts.ts'

/** No host is contacted and no key is forgotten just because a page says so. */
export function askedAccounts(
  accounts: Pick<
    Accounts,
    | ('publicKey' | 'add' | 'probe' | 'change' | 'nameIsFree' | 'forget' | 'list' | 'venues' | 'readProfile')
    | ('addReadingKey' | 'removeReadingKey')
  >,
  confirm: Confirm,
  askSecret: SecretWindow['askSecret'],
): Pick<
  Handlers,
  | ('addAccount' | 'probeAccount' | 'cancelProbe' | 'changeAccount' | 'forgetAccount')
  | ('addReadingKey' | 'removeReadingKey')
> {
  /** One for each probe that can be cancelled, from its confirmation on. */
  const probes = new Set<AbortController>()

  /** Runs a probe that `cancelProbe` can cancel. null: it was cancelled, and nothing was kept. */
  async function cancellable(
    run: (cancel: AbortSignal) => Promise<Result<AccountAdded, Failure>>,
  ): Promise<Result<AccountAdded | null, Failure>> {
    const controller = new AbortController()
    probes.add(controller)
    const done = await run(controller.signal).finally(() => probes.delete(controller))
    // `closed`: it ended before anything was stored.
    const wasKept = done.ok ? done.value.account !== null : done.error.kind !== 'closed'
    return controller.signal.aborted && !wasKept ? ok(null) : done
  }

  async function refusal(operation: string, what: Message, lines: readonly Message[], yes: Code) {
    const answer = await confirm({ what, lines, yes })
    return answer === 'yes' ? null : notConfirmed(operation, answer)
  }

  const stored = (accountId: string) => {
    const listed = accounts.list()
    return listed.ok ? listed.value.find(({ id }) => id === accountId) : undefined
  }
  const ofPreset = (presetId: string | undefined) => accounts.venues().find(({ id }) => id === presetId)

  return {
    addAccount: (account) =>
      cancellable(async (cancel) => {
        const { name, preset, profile, apiKey } = account
        const free = accounts.nameIsFree(name, 'account.add')
        if (!free.ok) return free
        const given = preset === undefined && profile !== undefined ? accounts.readProfile(profile) : null
        if (given?.ok === false) return given
        const publicKey = await accounts.publicKey()
        if (!publicKey.ok) return publicKey
        const lines = [
          ...hostLines(ofPreset(preset) ?? account),
          ...(given?.value.differences ?? []),
          message('main.confirm.key', { tail: keyTailOf(apiKey) }),
          ...(account.isWatchOnly ? [message('plan.watching')] : []),
        ]
        const what = message('main.confirm.connect', { name })
        const secret = await askSecret({ what, lines, publicKey: publicKey.value }, cancel)
        if (!('sealed' in secret)) return notConfirmed('account.add', secret.answer)
        return accounts.add(account, secret.sealed, cancel)
      }),

    probeAccount: ({ accountId, takesPreset }) =>
      cancellable(async (cancel) => {
        const account = stored(accountId)
        if (account === undefined) return accounts.probe(accountId, takesPreset, cancel)
        const places = (takesPreset ? ofPreset(account.preset?.id) : undefined) ?? account
        const what = message('main.confirm.connect', { name: account.name })
        const refused = await refusal('account.probe', what, hostLines(places), 'main.confirm.connectNow')
        return refused ?? accounts.probe(accountId, takesPreset, cancel)
      }),

    addReadingKey: ({ accountId, apiKey }) =>
      cancellable(async (cancel) => {
        const account = stored(accountId)
        if (account === undefined) return noSuchAccount('account.addReadingKey')
        const publicKey = await accounts.publicKey()
        if (!publicKey.ok) return publicKey
        const key = message('main.confirm.key', { tail: keyTailOf(apiKey) })
        const lines = [...hostLines(account), key, message('main.reading.use')]
        const what = message('main.confirm.reading', { name: account.name })
        const secret = await askSecret({ what, lines, publicKey: publicKey.value }, cancel)
        if (!('sealed' in secret)) return notConfirmed('account.addReadingKey', secret.answer)
        return accounts.addReadingKey(accountId, apiKey, secret.sealed, cancel)
      }),

    async cancelProbe() {
      for (const each of probes) each.abort()
      return ok(null)
    },

    async removeReadingKey({ accountId }) {
      const account = stored(accountId)
      if (account === undefined) return noSuchAccount('account.removeReadingKey')
      const what = message('main.confirm.removeReading', { name: account.name })
      const lines = [message('main.reading.removed')]
      const refused = await refusal('account.removeReadingKey', what, lines, 'main.confirm.removeNow')
      return refused ?? accounts.removeReadingKey(accountId)
    },

    // Every confirmation names its account, so a page alone must not give its name to another one.
    async changeAccount({ accountId, ...change }) {
      const account = stored(accountId)
      const { name } = change
      if (account === undefined || name === undefined || name === account.name)
        return accounts.change(accountId, change)
      const free = accounts.nameIsFree(name, 'account.change', accountId)
      if (!free.ok) return free
      const what = message('main.confirm.rename', { name: account.name, to: name })
      const lines = [...hostLines(account), message('main.confirm.key', { tail: account.keyTail })]
      const refused = await refusal('account.change', what, lines, 'main.confirm.renameNow')
      return refused ?? accounts.change(accountId, change)
    },

    async forgetAccount({ accountId }) {
      const account = stored(accountId)
      if (account === undefined) return accounts.forget(accountId)
      const what = message('main.confirm.forget', { name: account.name })
      const lines = [...hostLines(account), message('main.confirm.key', { tail: account.keyTail })]
      const refused = await refusal('account.forget', what, lines, 'main.confirm.forgetNow')
      return refused ?? accounts.forget(accountId)
    },
  }
}

function noSuchAccount(operation: string): Result<never, Failure> {
  return err(localFailure('notFound', operation, message('main.noSuchAccount')))
}

function notConfirmed(operation: string, answer: Exclude<Answer, 'yes'>): Result<never, Failure> {
  return err(localFailure('closed', operation, message(`main.confirm.${answer}`)))
}

/** The hosts that requests will go to, as the network knows them: in punycode for non-ASCII names. */
function hostLines(addresses: Addresses): readonly Message[] {
  return [...areasAt(addresses)].map(([area, address]) => {
    const host = URL.canParse(address) ? new URL(address).host : address
    return message('main.confirm.host', { area: areaTitle(area), host })
  })
}
