import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { VaultPort } from '#electron/vault/connection.ts'
import type { Keychain } from '#electron/vault/keychain.ts'
import { createVaultService } from '#electron/vault/service.ts'

const ENTRY = new URL('../../electron/vault/process.ts', import.meta.url)

/** Real vault processes as Node children, with everything that they ever sent or printed. */
export class VaultProcesses {
  readonly #env: NodeJS.ProcessEnv
  readonly children: ChildProcess[] = []
  /** Every message, and all standard output and error, of all processes. */
  heard = ''

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#env = { ...process.env, ...env }
  }

  /** The newest process. */
  get latest(): ChildProcess {
    const child = this.children.at(-1)
    if (!child) throw new Error('no vault process was started')
    return child
  }

  readonly start = (): VaultPort => {
    const child = fork(ENTRY, { env: this.#env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    this.children.push(child)
    const hear = (data: unknown): void => void (this.heard += String(data))
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('message', (message) => hear(JSON.stringify(message)))
    return {
      // The callback keeps a closed channel from being thrown as an error.
      post: (message) => void child.send(message as object, () => {}),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.on('exit', (code) => listener(code ?? -1)),
      kill: () => void child.kill(),
    }
  }

  /** Resolves when every process has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.children.filter((child) => !isOver(child)).map((child) => once(child, 'exit')))
  }
}

/** Whether a process has ended. */
export function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** The vault service in this process, over a keychain of the test. Everything but the separate process is real. */
export class LocalVaultPorts {
  readonly #keychain: Keychain
  readonly ports: LocalVaultPort[] = []

  constructor(keychain: Keychain) {
    this.#keychain = keychain
  }

  get latest(): LocalVaultPort {
    const port = this.ports.at(-1)
    if (!port) throw new Error('no vault port was started')
    return port
  }

  readonly start = (): VaultPort => {
    const port = new LocalVaultPort(this.#keychain)
    this.ports.push(port)
    return port
  }
}

class LocalVaultPort implements VaultPort {
  readonly #service
  #hear: (message: unknown) => void = () => {}
  #exit: (code: number) => void = () => {}
  alive = true
  /** The requests received so far, newest last. */
  readonly received: unknown[] = []
  #frozen: unknown[] | null = null

  constructor(keychain: Keychain) {
    this.#service = createVaultService(keychain)
  }

  post(message: unknown): void {
    this.received.push((message as { request: unknown }).request)
    if (this.#frozen) this.#frozen.push(message)
    else this.#perform(message)
  }

  /** From now on, the process handles nothing new, like one whose event loop is blocked. */
  freeze(): void {
    this.#frozen = []
  }

  /** Handles the requests that arrived while it was frozen. */
  thaw(): void {
    const waiting = this.#frozen ?? []
    this.#frozen = null
    for (const message of waiting) this.#perform(message)
  }

  #perform(message: unknown): void {
    if (!this.alive) return
    void this.#service.answer(structuredClone(message)).then((reply) => {
      if (reply && this.alive) this.#hear(structuredClone(reply))
    })
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#hear = listener
  }

  onExit(listener: (code: number) => void): void {
    this.#exit = listener
  }

  kill(): void {
    this.crash(0)
  }

  /** Sends a message that the service never sends. */
  babble(message: unknown): void {
    this.#hear(message)
  }

  /** Ends as a process does after a fault of its own. */
  crash(code = 139): void {
    if (!this.alive) return
    this.alive = false
    this.#exit(code)
  }
}
