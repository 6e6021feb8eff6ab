/** Every property of test/property, as many runs as requested. Vitest runs them, as in `npm test`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '../../..')

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

export interface PropertiesOptions {
  /** How often each is tried. */
  readonly runs: number
  readonly seed: number
  /** Part of the path of the wanted ones; null: all. */
  readonly of: string | null
}

export interface Falsified {
  readonly file: string
  readonly name: string
  /** How to repeat it, in fast-check's words; null: it was not a property that failed. */
  readonly again: string | null
  /** The first lines of its message. */
  readonly words: string
}

export interface Properties {
  readonly tests: number
  readonly falsified: readonly Falsified[]
}

/** Vitest's progress goes to the terminal. */
export async function properties({ runs, seed, of }: PropertiesOptions): Promise<Properties> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-properties-'))
  try {
    const outputFile = join(folder, 'report.json')
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const asked = [
      'run',
      '--project',
      'property',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
    ]
    const child = spawn(process.execPath, [vitest, ...asked, ...(of === null ? [] : [of])], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, TZ: 'UTC', PLIMSOLL_PROPERTY_RUNS: String(runs), PLIMSOLL_PROPERTY_SEED: String(seed) },
    })
    await once(child, 'exit')
    return read(readFileSync(outputFile, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(text: string): Properties {
  const { testResults } = report.parse(JSON.parse(text))
  const files = testResults.map(({ name, ...rest }) => ({ file: relative(ROOT, name), ...rest }))
  const tests = files.flatMap(({ file, assertionResults }) => assertionResults.map((test) => ({ file, ...test })))
  const failed = tests.filter(({ status }) => status === 'failed')
  const unread = files.filter(({ message, assertionResults }) => message !== '' && assertionResults.length === 0)
  return {
    tests: tests.filter(({ status }) => status === 'passed' || status === 'failed').length,
    falsified: [
      ...failed.map(({ file, fullName, failureMessages }) =>
        falsified(file, fullName, failureMessages?.join('\n') ?? ''),
      ),
      ...unread.map(({ file, message }) => falsified(file, 'the file itself', message)),
    ],
  }
}

/** The first lines of a message have the failing values and the error. */
const MOST_CHARACTERS = 4_000

function falsified(file: string, name: string, message: string): Falsified {
  return { file, name, again: /\{ seed: .*?\}/.exec(message)?.[0] ?? null, words: message.slice(0, MOST_CHARACTERS) }
}
