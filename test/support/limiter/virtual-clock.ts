import type { Clock } from '#shared/domain/clock.ts'

interface Task {
  readonly at: number
  readonly number: number
  readonly run: () => unknown
  called: boolean
}

/**
 * Time that jumps from one task to the next, so that hours of traffic take milliseconds. Tasks run in order of their
 * time; tasks with the same time run in the order in which they were added. Time stands still while the promise of a
 * task is pending.
 */
export class VirtualClock implements Clock {
  #now = 0
  #wallOffset = 1_767_225_600_000
  /** A binary heap with the next task first. */
  readonly #heap: Task[] = []
  #made = 0

  mono(): number {
    return this.#now
  }

  wall(): number {
    return this.#now + this.#wallOffset
  }

  jumpWall(ms: number): void {
    this.#wallOffset += ms
  }

  after(ms: number, run: () => unknown): () => void {
    const task: Task = { at: this.#now + Math.max(0, ms), number: this.#made++, run, called: false }
    this.#push(task)
    return () => {
      task.called = true
    }
  }

  /** Runs until no task is left. */
  async run(): Promise<void> {
    for (let task = this.#pop(); task; task = this.#pop()) {
      if (task.called) continue
      this.#now = task.at
      await task.run()
      // Callers that the task released continue before time moves on.
      await Promise.resolve()
    }
  }

  #push(task: Task): void {
    const heap = this.#heap
    let index = heap.push(task) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (isBefore(heap[parent]!, task)) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = task
  }

  #pop(): Task | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0 || !last) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (isBefore(last, heap[child]!)) break
      heap[index] = heap[child]!
      index = child
    }
    heap[index] = last
    return first
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number)
}
