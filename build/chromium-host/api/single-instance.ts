// One running app per profile: a lock file with the owner's process id, and a letter box in which a second start leaves
// its arguments.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

export interface SecondStart {
  readonly argv: string[]
  readonly cwd: string
  readonly additionalData: unknown
}

export class SingleInstance {
  readonly #lock: string
  readonly #box: string
  #watcher: FSWatcher | null = null

  constructor(folder: string) {
    this.#lock = join(folder, 'host-singleton.lock')
    this.#box = join(folder, 'host-second-starts')
    mkdirSync(this.#box, { recursive: true })
  }

  /** True when this process is, or has become, the one. */
  request(onSecondStart: (start: SecondStart) => void): boolean {
    if (this.#watcher) return true
    if (!this.#takeLock()) return false
    for (const stale of readdirSync(this.#box)) rmSync(join(this.#box, stale), { force: true })
    this.#watcher = watch(this.#box, () => this.#readLetters(onSecondStart)).unref()
    process.on('exit', () => rmSync(this.#lock, { force: true }))
    return true
  }

  tell(start: SecondStart): void {
    const letter = join(this.#box, String(process.pid))
    // Written beside and renamed, so that a letter is never read half.
    writeFileSync(`${letter}.part`, JSON.stringify(start))
    renameSync(`${letter}.part`, `${letter}.json`)
  }

  #takeLock(): boolean {
    const write = (): void => writeFileSync(this.#lock, String(process.pid), { flag: 'wx' })
    try {
      write()
      return true
    } catch {
      if (isAlive(Number(readFileSync(this.#lock, 'utf8')))) return false
      rmSync(this.#lock, { force: true })
      write()
      return true
    }
  }

  #readLetters(onSecondStart: (start: SecondStart) => void): void {
    for (const name of readdirSync(this.#box)) {
      if (!name.endsWith('.json')) continue
      const letter = join(this.#box, name)
      const start = JSON.parse(readFileSync(letter, 'utf8')) as SecondStart
      rmSync(letter)
      onSecondStart(start)
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
