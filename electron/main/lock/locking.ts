/**
 * What the page, the menu and the keys request of the app lock. Anything that weakens it needs the passphrase first.
 */
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { LockChange, LockSettings, LockView } from '#shared/ipc/lock.ts'
import { inARow, message } from '#shared/words/message.ts'
import type { Answer } from '../authority/confirm.ts'
import type { Handlers } from '../authority/gate.ts'
import type { PassphraseQuestion } from '../window/secret-page.ts'
import type { SecretWindow } from '../window/secret-window.ts'
import type { AppLock } from './app-lock.ts'

/** After this many wrong tries, the trader is told what to do about a forgotten passphrase. */
const FORGOTTEN_AFTER = 3

export type Locking = ReturnType<typeof createLocking>

export function createLocking(needs: {
  readonly lock: AppLock
  readonly askPassphrase: SecretWindow['askPassphrase']
  readonly file: string
  /** Whether a native box is open. No page may dismiss it by locking. */
  readonly isAsked: () => boolean
  /** A passphrase was set or removed, or the settings changed. */
  readonly onChange: () => void
}) {
  const { lock, askPassphrase, file, isAsked, onChange } = needs

  /** Asks for the passphrase until it is right. */
  function prove(question: Omit<PassphraseQuestion, 'isNew'>, isRight: AppLock['isRight']): Promise<Answer> {
    return askPassphrase({ ...question, isNew: false }, async (passphrase, isOver) => {
      if (await isRight(passphrase, isOver)) return null
      const { wrong, waitMs } = lock.tries()
      const problem = waitMs === 0 ? message('lock.wrong') : message('lock.wrongWait', { wait: { ms: waitMs } })
      return wrong < FORGOTTEN_AFTER ? problem : inARow([problem, message('lock.forgot', { file })])
    })
  }

  async function unlock(): Promise<Result<LockView, Failure>> {
    const { isLocked, fault } = lock.view()
    if (fault !== null) return refused('lock.open', fault)
    if (!isLocked) return ok(lock.view())
    const question = { what: message('lock.enter'), lines: [], yes: 'lock.unlockNow' } as const
    return answered(await prove(question, lock.unlock), ok(null))
  }

  async function choosePassphrase(): Promise<Result<LockView, Failure>> {
    const state = { set: ok(null) as Result<null, Message> }
    const answer = await askPassphrase(
      { what: message('lock.choose'), lines: [], isNew: true, yes: 'lock.setNow' },
      async (passphrase) => {
        state.set = await lock.setPassphrase(passphrase)
        return state.set.ok ? null : state.set.error
      },
    )
    return answered(answer, state.set)
  }

  async function change(asked: LockChange): Promise<Result<LockView, Failure>> {
    const { settings } = lock.view()
    if (settings !== null) {
      // Shown to the trader, because a page may request settings that the trader did not choose.
      const lines = asked.kind === 'settings' ? settingsLines(asked.settings) : []
      const question = { what: message(`lock.before.${asked.kind}`), lines, yes: 'lock.goOn' } as const
      const answer = await prove(question, lock.isRight)
      if (answer !== 'yes') return answered(answer, ok(null))
    }
    if (asked.kind === 'passphrase') return choosePassphrase()
    return answered('yes', asked.kind === 'remove' ? lock.remove() : lock.set(asked.settings))
  }

  /** Going back is no failure: nothing changed, and the trader knows it. */
  function answered(answer: Answer, done: Result<null, Message>): Result<LockView, Failure> {
    if (answer === 'busy' || answer === 'unshown') return refused('lock.ask', message(`main.confirm.${answer}`))
    if (!done.ok) return refused('lock.change', done.error)
    onChange()
    return ok(lock.view())
  }

  const handlers: Pick<Handlers, 'getLock' | 'lock' | 'unlock' | 'changeLock'> = {
    getLock: async () => ok(lock.view()),
    async lock() {
      if (isAsked()) return refused('lock.lock', message('main.confirm.busy'))
      lock.lock('page')
      return ok(null)
    },
    unlock,
    changeLock: ({ change: asked }) => change(asked),
  }

  return {
    handlers,
    /** Locks. If there is no passphrase yet, asks for one. */
    async lockNow(): Promise<void> {
      if (lock.view().settings === null) await choosePassphrase()
      else lock.lock()
    },
    async unlock(): Promise<void> {
      await unlock()
    },
  }
}

function refused(operation: string, why: Message): Result<never, Failure> {
  return err(localFailure('closed', operation, why))
}

function settingsLines({ idleMinutes, onSleep, waysOut }: LockSettings): readonly Message[] {
  return [
    idleMinutes === null ? message('lock.will.noIdle') : message('lock.will.idle', { count: idleMinutes }),
    message(onSleep ? 'lock.will.onSleep' : 'lock.will.notOnSleep'),
    message(waysOut ? 'lock.will.waysOut' : 'lock.will.noWaysOut'),
  ]
}
