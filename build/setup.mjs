// Makes a fresh clone ready: Node, system packages, node_modules, and (with --build) out/. Runs on Node 20 and npm alone,
// does nothing when nothing is missing, and says one line for each thing it does.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const BIN = join(ROOT, 'node_modules', '.bin')
/** Everything is run with the project's own Node first on the path. */
export const ENV = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH}` }

const say = (line) => process.stderr.write(`plimsoll: ${line}\n`)

export class SetupError extends Error {}

function run(command, args, { quiet = false, ...options } = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    env: ENV,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    encoding: 'utf8',
    shell: process.platform === 'win32',
    ...options,
  })
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  throw new SetupError(`"${command} ${args.join(' ')}" failed.`)
}

const has = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, command)))

/** Debian's Chromium itself rather than its wrapper script, or whatever Chromium there is. */
export function findChromium() {
  const places = [
    process.env.PLIMSOLL_CHROMIUM,
    '/usr/lib/chromium/chromium',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ]
  return places.find((place) => place && existsSync(place)) ?? null
}

const hasLibsecret = () =>
  spawnSync('pkg-config', ['--exists', 'libsecret-1']).status === 0 ||
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].some((arch) => existsSync(`/usr/lib/${arch}/pkgconfig/libsecret-1.pc`))

/** Debian packages, what each is for, and how to see that it is there. */
const PACKAGES = [
  { for: ['install'], packages: ['libsecret-1-dev'], present: hasLibsecret },
  { for: ['install'], packages: ['python3', 'make', 'g++'], present: () => ['python3', 'make', 'g++'].every(has) },
  { for: ['run', 'test'], packages: ['chromium'], present: () => findChromium() !== null },
  { for: ['run', 'test'], packages: ['xvfb', 'xauth'], present: () => has('xvfb-run') && has('xauth') },
  {
    for: ['test'],
    packages: ['gnome-keyring', 'dbus'],
    present: () => has('gnome-keyring-daemon') && has('dbus-run-session'),
  },
]

/** Installs the system packages that `purpose` needs when it may; otherwise says the one line that would. */
export function systemPackages(purpose) {
  if (process.platform !== 'linux') return
  const missing = PACKAGES.filter((row) => row.for.includes(purpose) && !row.present()).flatMap((row) => row.packages)
  if (missing.length === 0) return
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    throw new SetupError(`some system packages are missing. Please run: sudo ${line}`)
  }
  say(`installing ${missing.join(', ')}`)
  const env = { ...ENV, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update'], { quiet: true, env })
  run('sh', ['-c', line], { quiet: true, env })
}

/** Installs node_modules from the lockfile, when it is not there or belongs to another lockfile. */
function packages() {
  const stamp = join(ROOT, 'node_modules', '.plimsoll-lockfile')
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  systemPackages('install')
  say('installing packages (npm ci)')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true })
  writeFileSync(stamp, lock)
}

function checkNode() {
  const result = spawnSync('node', ['--version'], { env: ENV, encoding: 'utf8', shell: process.platform === 'win32' })
  const major = Number(/^v(\d+)/.exec(result.stdout ?? '')?.[1])
  if (!(major >= 24))
    throw new SetupError(`Node 24 or newer is needed, found ${result.stdout?.trim() || 'none'}. Please install it.`)
}

const SOURCES = ['electron', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json']

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds out/ when a source is newer than the last build. */
function build() {
  const stamp = join(ROOT, 'out', '.built')
  const sources = Math.max(...SOURCES.map((path) => newest(join(ROOT, path))))
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= sources) return
  say('building')
  run('electron-vite', ['build', '--logLevel', 'warn'], { quiet: true })
  writeFileSync(stamp, '')
}

export function setUp({ build: wantsBuild = false } = {}) {
  packages()
  checkNode()
  if (wantsBuild) build()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    setUp({ build: process.argv.includes('--build') })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exit(1)
  }
}
