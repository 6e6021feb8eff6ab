/**
 * Runs tests against sources with one place broken. The sources on disk stay as they are; only what the tests load
 * differs. The tests run in their own process, which is replaced when a mutant hangs or ends it.
 */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Mutant } from './mutations.ts'

/** A task for the process. */
export interface Task {
  /** null: nothing is broken. */
  readonly mutant: Mutant | null
  readonly tests: readonly string[]
}

/**
 * A mutant may make a loop endless. It counts as hanging when it takes this many times as long as all tests of that
 * kind unbroken.
 */
const HANGS_AFTER_TIMES = 3
const ENDS = 'the run hangs or ends'

/** The kinds of tests, the faster first. */
export const KINDS = ['unit', 'property', 'integration'] as const
type Kind = (typeof KINDS)[number]

export class Runner {
  readonly #root: string
  #worker: ChildProcessByStdio<Writable, Readable, null> | null = null
  readonly #hangsAfterMs = new Map<Kind, number>()

  constructor(root: string) {
    this.#root = root
  }

  /** A test that fails with nothing broken; null: none does. Their time is the measure for a mutant that hangs. */
  async redOf(kind: Kind, tests: readonly string[]): Promise<string | null> {
    this.#hangsAfterMs.delete(kind)
    const begun = performance.now()
    const red = await this.killer(null, kind, tests)
    this.#hangsAfterMs.set(kind, HANGS_AFTER_TIMES * (performance.now() - begun))
    return red
  }

  /** A test that notices; null: none does. */
  async killer(mutant: Mutant | null, kind: Kind, tests: readonly string[]): Promise<string | null> {
    if (tests.length === 0) return null
    const failing = () => this.#failing({ mutant, tests }, this.#hangsAfterMs.get(kind))
    const first = await failing()
    // What ended by itself may have done so for a mutant before.
    const failed = first === 'ended' ? await failing() : first
    return typeof failed === 'string' ? ENDS : (failed[0] ?? null)
  }

  close(): void {
    if (this.#worker) kill(this.#worker)
    this.#worker = null
  }

  /** The tests that fail, or why there was no answer. */
  async #failing(task: Task, hangsAfterMs: number | undefined): Promise<readonly string[] | 'ended' | 'hangs'> {
    let noAnswer: 'ended' | 'hangs' = 'ended'
    const giveUp = (): void => {
      noAnswer = 'hangs'
      kill(worker)
    }
    const worker = (this.#worker ??= this.#start())
    const answer = new Promise<string | null>((resolve) => {
      const lines = createInterface({ input: worker.stdout })
      lines.on('line', (line) => {
        if (!line.startsWith('[')) return
        resolve(line)
        lines.close()
      })
      lines.on('close', () => resolve(null))
    })
    const hangs = hangsAfterMs === undefined ? undefined : setTimeout(giveUp, hangsAfterMs)
    worker.stdin.write(`${JSON.stringify(task)}\n`)
    const line = await answer
    clearTimeout(hangs)
    if (line !== null) return JSON.parse(line) as string[]
    this.close()
    return noAnswer
  }

  #start(): ChildProcessByStdio<Writable, Readable, null> {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), this.#root], {
      cwd: this.#root,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    worker.stdin.on('error', () => kill(worker))
    return worker
  }
}

/** Ends it with the processes of its tests: an endless loop does not end with the process that started it. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
