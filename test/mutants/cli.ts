/**
 * `npm run mutants`: breaks the sources of the most important folders in one place at a time, in what tests load and
 * not on disk, and runs the tests that could notice. All places, or a sample of each folder by seed; with `--quick` by unit
 * and property tests alone. Exits with 1 when fewer than nine in ten are noticed.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '#electron/simulator/exchange/market/random.ts'
import { Imports } from './imports.ts'
import { mutantsOf } from './mutations.ts'
import type { Mutant } from './mutations.ts'
import { KINDS, Runner } from './run.ts'
import { outcomeLine, publish, scoreLine } from './score.ts'
import type { Equivalent, Outcome, Score } from './score.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['shared/risk', 'shared/desk', 'electron/desk', 'electron/venue/decode']
const WANTED = 0.9

const { values, positionals } = parseArgs({
  options: {
    ...{ sample: { type: 'string' }, seed: { type: 'string' } },
    ...{ write: { type: 'boolean' }, quick: { type: 'boolean' } },
  },
  allowPositionals: true,
})
const sample = values.sample === undefined ? Infinity : parseInt(values.sample, 10)
const seed = parseInt(values.seed ?? '7', 10)
const folders = positionals.length > 0 ? positionals : FOLDERS
if (!(sample > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: mutants [--sample n] [--seed n] [--quick] [--write] [folder or file …]')
  process.exit(2)
}

const equivalents = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalents.json'), 'utf8')) as Equivalent[]
/** The tests of integration take minutes for each mutant that the others do not notice. */
const kinds = values.quick ? KINDS.filter((kind) => kind !== 'integration') : KINDS
const imports = new Imports(ROOT, ['{shared,electron}/**/*.ts', 'test/{unit,property,integration,support}/**/*.ts'])
const runner = new Runner(ROOT)
const scores: Score[] = []
for (const folder of folders) scores.push(await scoreOf(folder))
runner.close()
for (const score of scores) console.log(scoreLine(score))
if (values.write) publish(join(ROOT, 'docs/testing.md'), scores, seed)
const judged = scores.flatMap(({ outcomes }) =>
  outcomes.filter(({ killer, excuse }) => killer !== null || excuse === null),
)
process.exit(judged.filter(({ killer }) => killer !== null).length < WANTED * judged.length ? 1 : 0)

async function scoreOf(folder: string): Promise<Score> {
  const files = folder.endsWith('.ts') ? [folder] : globSync(`${folder}/**/*.ts`, { cwd: ROOT }).sort()
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')))
  for (const kind of kinds) {
    const red = await runner.redOf(kind, [...new Set(files.flatMap((file) => imports.testsOf(file, kind)))])
    if (red !== null) throw new Error(`${red} fails with nothing broken: mend it first.`)
  }
  const outcomes: Outcome[] = []
  for (const mutant of drawn(all)) {
    const text = readFileSync(join(ROOT, mutant.file), 'utf8').split('\n')[mutant.line - 1]?.trim() ?? ''
    const excuse = equivalents.find(
      ({ file, line, becomes }) => file === mutant.file && line === text && becomes === mutant.becomes,
    )
    const killer = await killerOf(mutant)
    const outcome = { mutant, text, killer, excuse: excuse?.why ?? null }
    outcomes.push(outcome)
    console.log(outcomeLine(outcome))
  }
  return { folder, of: all.length, outcomes }
}

async function killerOf(mutant: Mutant): Promise<string | null> {
  for (const kind of kinds) {
    const killer = await runner.killer(mutant, kind, imports.testsOf(mutant.file, kind))
    if (killer !== null) return killer
  }
  return null
}

/** As many as are wanted, in the order of the sources. */
function drawn(all: readonly Mutant[]): readonly Mutant[] {
  if (all.length <= sample) return all
  const random = seededRandom(seed)
  const ranked = all.map((mutant) => ({ mutant, rank: random.next() })).sort((a, b) => a.rank - b.rank)
  const chosen = new Set(ranked.slice(0, sample).map(({ mutant }) => mutant))
  return all.filter((mutant) => chosen.has(mutant))
}
