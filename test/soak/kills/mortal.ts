import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Command, Word } from './protocol.ts'

/** A process with a desk in it, from the side of the process that kills it. */
export class Mortal {
  readonly #child: ChildProcess
  readonly #words: Word[] = []
  #waiting: PromiseWithResolvers<Word> | null = null
  #isDead = false

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'desk-process.ts'), [], { execArgv: [] })
    this.#child.on('message', (word: Word) => {
      this.#words.push(word)
      this.#deliver()
    })
    this.#child.once('exit', () => {
      this.#isDead = true
      this.#deliver()
    })
  }

  tell(command: Command): void {
    if (!this.#isDead) this.#child.send(command)
  }

  /** Its next message; null once it is dead and all were read. */
  async hear(): Promise<Word | null> {
    this.#waiting = Promise.withResolvers()
    const { promise } = this.#waiting
    this.#deliver()
    return promise.catch(() => null)
  }

  /** Kills it at once, whatever it is doing. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async gone(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
  }

  #deliver(): void {
    const word = this.#waiting && this.#words.shift()
    if (word) this.#waiting?.resolve(word)
    else if (this.#isDead) this.#waiting?.reject(new Error('the desk was killed'))
    else return
    this.#waiting = null
  }
}
