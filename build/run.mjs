// Runs other programs for the scripts of this folder, and prints their messages. Needs only Node 20 and npm.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Puts the project's own Node first on the path of every program. */
export const ENV = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }

const USUAL = { cwd: ROOT, env: ENV, encoding: 'utf8' }

/** Commands whose package has another name. */
const OWNERS = { 'install-electron': 'electron' }

/**
 * How to start a command without a shell, which would split its arguments: a command of one of our packages as a Node
 * script, any other as it is. Only npm on Windows needs a shell, because there it is a batch file.
 */
function program(command, args) {
  const folder = join(ROOT, 'node_modules', OWNERS[command] ?? command)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return { file: command, args, shell: process.platform === 'win32' && command === 'npm' }
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return { file: 'node', args: [join(folder, typeof bin === 'string' ? bin : bin[command]), ...args], shell: false }
}

export const say = (line) => process.stderr.write(`plimsoll: ${line}\n`)

/** A problem that the user can fix: the message says how. */
export class SetupError extends Error {}

/** Runs `action`. A `SetupError` is printed as one line, and the script ends with 1. */
export async function orSayWhy(action) {
  try {
    await action()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/** Runs a program to its end and returns the result. */
export function run(command, args, options = {}) {
  const { file, args: all, shell } = program(command, args)
  return spawnSync(file, all, { ...USUAL, shell, ...options })
}

/** Runs a program that must succeed. Its output is shown only if it fails. */
export function mustRun(command, args, options = {}) {
  const { status, stdout, stderr } = run(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  throw new SetupError(`"${command} ${args.join(' ')}" failed.`)
}

/** Runs a program in parallel. When it ends, resolves with `{ status, output }`; `output` is all it wrote. */
export function runBeside(command, args, options = {}) {
  const { file, args: all, shell } = program(command, args)
  const child = spawn(file, all, { ...USUAL, shell, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, output: `${error.message}\n` }))
    child.on('close', (status) => resolve({ status, output: Buffer.concat(output).toString() }))
  })
}

/**
 * Runs a program in place of this script, with the same terminal, signals and exit code. `onExit` gets the code first.
 */
export function become(command, args, { onExit = () => {}, ...options } = {}) {
  const { file, args: all, shell } = program(command, args)
  const child = spawn(file, all, { ...USUAL, shell, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    onExit(code)
    process.exit(code ?? 1)
  })
}
