import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Whereabouts } from '#test/support/desk-at-venue.ts'
import type { Evidence, Findings, Inquiry, Ready } from './venue.ts'

/** The venue's process, from the side of the client's process. */
export class VenueProcess {
  readonly whereabouts: Whereabouts
  readonly #child: ChildProcess
  /** It answers in the order of the questions. */
  readonly #waiting: { resolve: (findings: Findings) => void; reject: (error: Error) => void }[] = []

  private constructor(child: ChildProcess, whereabouts: Whereabouts) {
    this.#child = child
    this.whereabouts = whereabouts
    child.on('message', (findings: Findings) => this.#waiting.shift()?.resolve(findings))
    child.once('exit', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('the venue of the soak ended'))
    })
  }

  static async start(seed: number): Promise<VenueProcess> {
    const child = fork(join(import.meta.dirname, 'venue.ts'), [String(seed)], { execArgv: [] })
    const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Ready | number | null]
    if (ready === null || typeof ready === 'number') throw new Error('the venue of the soak did not start')
    return new VenueProcess(child, ready.whereabouts)
  }

  /** What the venue knows of each order. Afterwards none of them is open. */
  async inquire(inquiries: readonly Inquiry[]): Promise<readonly Evidence[]> {
    return (await this.#ask(inquiries)).evidence
  }

  async sum(): Promise<Findings['sum']> {
    return (await this.#ask([])).sum
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    this.#child.disconnect()
    await once(this.#child, 'exit')
  }

  #ask(inquiries: readonly Inquiry[]): Promise<Findings> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#child.send(inquiries)
    })
  }
}
