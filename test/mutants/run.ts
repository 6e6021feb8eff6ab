/**
 * Runs tests against sources with one place broken: the sources on disk stay as they are, only what the tests load is other.
 * Each run is a process of its own, for workers and caches keep what they loaded.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Mutant } from './mutations.ts'

/** What a run is told. */
export interface Task {
  /** null: nothing is broken. */
  readonly mutant: Mutant | null
  readonly tests: readonly string[]
}

/** A mutant may make a loop endless. */
const HANGS_AFTER_MS = 180_000
const HANGS = 'it hangs'
const CRASHES = 'it ends the run'

/** Those of the tests that fail; what ends the whole run does so twice. */
function failing(root: string, task: Task, isAgain = false): readonly string[] {
  const { stdout, signal } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'run-once.ts'), root, JSON.stringify(task)],
    { cwd: root, encoding: 'utf8', timeout: HANGS_AFTER_MS, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  if (signal !== null) return [HANGS]
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (line.startsWith('[')) return JSON.parse(line) as string[]
  return isAgain ? [CRASHES] : failing(root, task, true)
}

export function createRunner(root: string) {
  const sound = new Map<string, boolean>()
  /** Whether a test passes while nothing is broken: one that does not says nothing. */
  const isSound = (test: string): boolean => {
    const isSo =
      sound.get(test) ??
      (test === HANGS || test === CRASHES || failing(root, { mutant: null, tests: [test] }).length === 0)
    sound.set(test, isSo)
    return isSo
  }
  return {
    /** A test that notices; null: none does. */
    killer: (mutant: Mutant, tests: readonly string[]): string | null =>
      tests.length === 0 ? null : (failing(root, { mutant, tests }).find(isSound) ?? null),
  }
}
