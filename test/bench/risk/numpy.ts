/** Numpy in a separate process, if installed, asked one question at a time. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Numpy {
  readonly version: string
  load(name: string, data: Float64Array, shape: readonly number[]): Promise<void>
  /** Microseconds per call, over a slice of `ms`. */
  measure(workload: string, ms: number): Promise<number>
  result(workload: string): Promise<readonly number[]>
  stop(): void
}

/** null when Debian's Python has no numpy. */
export async function startNumpy(): Promise<Numpy | null> {
  const script = fileURLToPath(new URL('reference.py', import.meta.url))
  const child = spawn('/usr/bin/python3', [script], { stdio: ['pipe', 'pipe', 'ignore'] })
  const isGone = new Promise<null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('exit', () => resolve(null))
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  // A failed write to a process that never started needs no report of its own.
  child.stdin.on('error', () => undefined)

  async function ask<T>(request: object): Promise<T | null> {
    child.stdin.write(`${JSON.stringify(request)}\n`)
    const line = await Promise.race([lines.next(), isGone])
    return line === null || line.done === true ? null : (JSON.parse(line.value) as T)
  }
  async function must<T>(request: object): Promise<T> {
    const answered = await ask<T>(request)
    if (answered === null) throw new Error(`numpy gave no answer to ${JSON.stringify(request).slice(0, 80)}`)
    return answered
  }
  const load = (name: string, data: Float64Array, shape: readonly number[]) => ({
    load: name,
    shape,
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
  })

  const hello = await ask<{ version: string }>(load('hello', new Float64Array(1), [1]))
  if (hello === null) return null
  return {
    version: hello.version,
    async load(name, data, shape) {
      await must(load(name, data, shape))
    },
    measure: async (measure, ms) => (await must<{ us: number }>({ measure, ms })).us,
    result: async (result) => (await must<{ values: number[] }>({ result })).values,
    stop: () => child.kill(),
  }
}
