/** How many broken lines the tests notice, by folder: printed, and written into docs/testing.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Mutant } from './mutations.ts'

/** A mutant that no test can kill, because it behaves the same. */
export interface Equivalent {
  readonly file: string
  /** The whole line, trimmed, because line numbers change. */
  readonly line: string
  readonly becomes: string
  readonly why: string
}

export interface Outcome {
  readonly mutant: Mutant
  /** The line it is in. */
  readonly text: string
  /** The test that noticed; null: none. */
  readonly killer: string | null
  /** Why it need not be noticed. */
  readonly excuse: string | null
}

export interface Score {
  readonly folder: string
  /** The number of mutants in it. */
  readonly of: number
  readonly outcomes: readonly Outcome[]
}

const BEGIN = '<!-- measured: mutants -->'
const END = '<!-- end -->'

export function outcomeLine({ mutant: { file, line, was, becomes }, killer, excuse }: Outcome): string {
  const verdict = killer !== null ? 'killed  ' : excuse !== null ? 'excused ' : 'SURVIVED'
  return `${verdict} ${file}:${line} ${short(was)} -> ${short(becomes)}${killer === null ? '' : ` (${killer})`}`
}

export function scoreLine({ folder, of, outcomes }: Score): string {
  const { killed, judged } = countsOf(outcomes)
  return `${folder}: ${killed} of ${judged} killed, ${percent(killed, judged)} (${outcomes.length} of ${of} tried)`
}

/** Writes the scores between the marks of a document, and replaces what was there. */
export function publish(path: string, scores: readonly Score[], seed: number): void {
  const text = readFileSync(path, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END, text.indexOf(BEGIN))]
  if (from < 0 || to < 0) throw new Error(`expected ${BEGIN} and ${END} in ${path}`)
  const rows = scores.map(({ folder, of, outcomes }) => {
    const { killed, judged, excused } = countsOf(outcomes)
    return `| \`${folder}\` | ${of} | ${outcomes.length} | ${excused} | ${killed} of ${judged} | ${percent(killed, judged)} |`
  })
  const survivors = scores.flatMap(({ outcomes }) => outcomes.filter(({ killer }) => killer === null))
  const lines = [
    BEGIN,
    '',
    `Sampled with seed ${seed}.`,
    '',
    '| folder | mutants | tried | the same | killed | score |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
    'What survived:',
    '',
    ...survivors.map(({ mutant: { file, line, was, becomes }, excuse }) => {
      const what = `\`${file}:${line}\` \`${short(was)}\` → \`${short(becomes)}\``
      return `- ${what}: ${excuse ?? 'not noticed by any test yet'}`
    }),
    '',
  ]
  writeFileSync(path, `${text.slice(0, from)}${lines.join('\n')}${text.slice(to)}`)
}

function countsOf(outcomes: readonly Outcome[]) {
  const killed = outcomes.filter(({ killer }) => killer !== null).length
  const excused = outcomes.filter(({ killer, excuse }) => killer === null && excuse !== null).length
  return { killed, excused, judged: outcomes.length - excused }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

function short(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line === '' ? '(nothing)' : line.length > 60 ? `${line.slice(0, 57)}…` : line
}
