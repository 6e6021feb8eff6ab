// `npm run bench [-- NAME…] [--quick]`: runs test/bench/**/NAME.bench.ts, each in its own process, and writes the
// results to docs/benchmarks.md. The packages they compare us with are installed only in test/bench.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { basename, join, relative } from 'node:path'
import { BENCH, benchPackages } from './bench-packages.mjs'
import { mustRun, orSayWhy, ROOT, run, say, SetupError } from './run.mjs'
import { systemPackages } from './setup.mjs'

const PAGE = join(ROOT, 'docs', 'benchmarks.md')

/** The bench files: all, or those given by name ("client"). */
function chosen(names) {
  const files = globSync('**/*.bench.ts', { cwd: BENCH, exclude: ['node_modules'] }).toSorted()
  const nameOf = (file) => basename(file, '.bench.ts')
  const unknown = names.filter((name) => !files.some((file) => nameOf(file) === name))
  if (unknown.length > 0) {
    throw new SetupError(`no bench is called ${unknown.join(', ')}; there are ${files.map(nameOf).join(', ')}.`)
  }
  return files.filter((file) => names.length === 0 || names.includes(nameOf(file)))
}

function measure(file, flags) {
  say(`measuring ${relative(ROOT, join(BENCH, file))}`)
  const from = performance.now()
  const program = [join(BENCH, 'run-one.ts'), join(BENCH, file), ...flags]
  const { status, stdout } = run('node', program, { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 })
  if (status !== 0) throw new SetupError(`${file} ended with ${status ?? 'a signal'}.`)
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  return { ...JSON.parse(stdout.trim().split('\n').at(-1)), seconds }
}

/** Time of all processors since the machine started, and how much of it the host kept for others; null: not told. */
function processorTimes() {
  if (platform() !== 'linux') return null
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/).map(Number)
  return { all: times.slice(0, 8).reduce((sum, time) => sum + time, 0), kept: times[7] }
}

/** A task is longer by the time that a shared host keeps for others. */
function keptSince(from) {
  const now = processorTimes()
  if (from === null || now === null) return ''
  return `, ${((100 * (now.kept - from.kept)) / (now.all - from.all)).toFixed(1)} % of the processors' time kept by the host`
}

function machine(from) {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  const { packages } = JSON.parse(readFileSync(join(BENCH, 'package-lock.json'), 'utf8'))
  const versions = Object.keys(packages[''].dependencies).map(
    (name) => `${name} ${packages[`node_modules/${name}`].version}`,
  )
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${platform()} ${release()}, ${cpus().length} × ${model.trim()}, ${memory}, load ${loadavg()[0].toFixed(2)} at the end${keptSince(from)}`,
    `- Node ${run('node', ['--version']).stdout.trim().slice(1)}; ${versions.join(', ')}`,
  ].join('\n')
}

function page(results, isQuick, from) {
  const goals = results.flatMap((result) => result.goals)
  const cell = (text) => text.replaceAll('|', '\\|')
  return `# Benchmarks

Written by \`npm run bench\`; every figure is a measurement of one run on one machine. Read the ratios: they are taken side
by side, in turn, and repeat where absolute times do not. A goal counts as met or missed only when the interval of the
measurement is on one side of it, and as inconclusive otherwise.${isQuick ? ' **This was a quick run: it shows that the benches work, and little else.**' : ''}

${machine(from)}

## Goals

| | goal | measured | verdict |
| --- | --- | --- | --- |
${goals.map(({ id, goal, measured, verdict }) => `| ${id} | ${cell(goal)} | ${cell(measured)} | ${verdict === 'met' ? 'met' : `**${verdict}**`} |`).join('\n')}

${results.map(({ title, markdown, seconds }) => `## ${title}\n\n${markdown}\n\n_Measured in ${seconds} s._`).join('\n\n')}
`
}

await orSayWhy(() => {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  benchPackages()
  // The window is measured in Chromium.
  systemPackages('run')
  const from = processorTimes()
  const results = chosen(names).map((file) => measure(file, flags))
  const text = page(results, flags.includes('--quick'), from)
  // Only complete runs are written to the page.
  if (names.length > 0 || flags.includes('--quick')) return console.log(text)
  writeFileSync(PAGE, text)
  mustRun('oxfmt', [PAGE])
  say(`wrote ${relative(ROOT, PAGE)}`)
})
