import type { Clock } from '#shared/domain/clock.ts'
import { parseReply, type Outcome, type Request, type Trouble } from './protocol.ts'

/**
 * The vault process as seen from main. Electron's UtilityProcess and Node's ChildProcess both fit through an adapter.
 */
export interface VaultPort {
  /** Never throws: a message to a process that has ended is lost, and `onExit` reports it. */
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  kill(): void
}

/** What else can go wrong on this side of the port. */
export type AskTrouble = Trouble | 'stuck' | 'crashed' | 'closed'

const USES_KEYCHAIN: Record<Request['kind'], boolean> = {
  publicKey: false,
  take: false,
  save: true,
  open: true,
  bind: true,
  lend: true,
  forget: true,
  hold: false,
  drop: false,
  sign: false,
  retire: false,
}

/**
 * How long a call may take that stays within the process, ms. It takes almost no time, because it waits for nothing
 * else.
 */
const WORK_MS = 10_000

interface Call {
  readonly keychain: boolean
  readonly settle: (outcome: Outcome<AskTrouble>) => void
}

/** One vault process: numbered requests and replies, each with a deadline. It never keeps a request. */
export class Connection {
  readonly #port: VaultPort
  readonly #clock: Clock
  readonly #keychainMs: number
  readonly #onChange: () => void
  readonly #calls = new Map<number, Call>()
  #nextId = 1
  #alive = true
  #condition: 'good' | 'suspect' | 'stuck' | 'crashed' = 'good'

  /** `onChange` is called when a call or the process ends, because the process may then have become useless. */
  constructor(port: VaultPort, clock: Clock, keychainMs: number, onChange: () => void) {
    this.#port = port
    this.#clock = clock
    this.#keychainMs = keychainMs
    this.#onChange = onChange
    port.onMessage((message) => this.#receive(message))
    port.onExit(() => this.end('crashed'))
  }

  /** The process is running, and can sign with the keys in it. */
  get alive(): boolean {
    return this.#alive
  }

  /**
   * `suspect`: the keychain failed here, and may keep failing only here (libsecret clings to a keyring daemon that has
   * restarted). `stuck`: a keychain call never ended, and blocks those behind it. `crashed`: it ended, or had to be
   * ended because it no longer responded.
   */
  get condition(): 'good' | 'suspect' | 'stuck' | 'crashed' {
    return this.#condition
  }

  get idle(): boolean {
    return this.#calls.size === 0
  }

  /**
   * Sends a request. `onValue` gets a good answer before anything else happens. So the key of an account is claimed
   * before `onChange` can find that the process is useless.
   */
  ask(request: Request, onValue: (value: string | null) => void = () => {}): Promise<Outcome<AskTrouble>> {
    const keychain = USES_KEYCHAIN[request.kind]
    if (!this.#alive) return Promise.resolve(failed('crashed'))
    const id = this.#nextId++
    return new Promise((resolve) => {
      const within = keychain ? this.#keychainMs : WORK_MS
      const cancel = this.#clock.after(within, () => this.#deadlinePassed(keychain))
      const settle = (outcome: Outcome<AskTrouble>): void => {
        cancel()
        this.#calls.delete(id)
        if (outcome.ok) onValue(outcome.value)
        resolve(outcome)
      }
      this.#calls.set(id, { keychain, settle })
      this.#port.post({ id, request })
    })
  }

  /** Ends the process. Calls in progress fail with `trouble`. */
  end(trouble: 'crashed' | 'stuck' | 'closed'): void {
    if (!this.#alive) return
    this.#alive = false
    if (trouble !== 'closed') this.#condition = 'crashed'
    this.#port.kill()
    this.#fail(trouble, () => true)
    this.#onChange()
  }

  #receive(message: unknown): void {
    const reply = parseReply(message)
    if (!reply) return
    const { outcome } = reply
    const keychainFailed = !outcome.ok && (outcome.trouble === 'unreachable' || outcome.trouble === 'addonMissing')
    if (keychainFailed && this.#condition === 'good') this.#condition = 'suspect'
    this.#calls.get(reply.id)?.settle(outcome)
    this.#onChange()
  }

  #deadlinePassed(keychain: boolean): void {
    // Signing waits for nothing, so if it does not answer, the whole process hangs.
    if (!keychain) return this.end('stuck')
    this.#condition = 'stuck'
    void this.ask({ kind: 'retire' })
    this.#fail('stuck', (call) => call.keychain)
    this.#onChange()
  }

  #fail(trouble: AskTrouble, which: (call: Call) => boolean): void {
    for (const call of [...this.#calls.values()].filter(which)) call.settle(failed(trouble))
  }
}

function failed(trouble: AskTrouble): Outcome<AskTrouble> {
  return { ok: false, trouble, detail: null }
}
