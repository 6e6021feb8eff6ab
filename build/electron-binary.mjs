// Electron's binary: whether it is installed, how it is downloaded, and what this system must allow it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ROOT, run, say } from './run.mjs'

const PACKAGE = join(ROOT, 'node_modules', 'electron')

/** Whether it is completely installed. The marker is written last. */
export function hasElectron() {
  const marker = join(PACKAGE, 'path.txt')
  return existsSync(marker) && existsSync(join(PACKAGE, 'dist', readFileSync(marker, 'utf8')))
}

/** Downloads it if it is missing, without a deadline. Returns why that failed; null: it is installed. */
export function fetchElectron() {
  if (hasElectron()) return null
  // On the project's own Node, because the one running this script may be too old.
  const { status, stdout } = run('node', [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return status === 0 ? null : stdout.trim() || 'the download was broken off'
}

async function download() {
  const require = createRequire(join(PACKAGE, 'package.json'))
  const { version } = require('./package.json')
  say(`downloading Electron ${version} from its release page, once: about 110 MB`)
  try {
    const { downloadArtifact } = await import(pathToFileURL(require.resolve('@electron/get')).href)
    await downloadArtifact({
      ...{ version, artifactName: 'electron', platform: process.platform, arch: process.arch },
      checksums: require('./checksums.json'),
      cacheRoot: process.env.electron_config_cache,
      downloadOptions: { quiet: true, getProgressCallback: progress() },
    })
  } catch (error) {
    return reasonOf(error)
  }
  // Installs it from the cache.
  const { status, stderr } = run('install-electron', [])
  return status === 0 && hasElectron() ? null : (stderr.trim().split('\n')[0] ?? 'it could not be unpacked')
}

/** Shows progress: in a terminal one line that is overwritten, elsewhere a line per quarter. */
function progress() {
  let reported = 0
  return async ({ transferred, percent }) => {
    const step = process.stderr.isTTY ? 0.01 : 0.25
    if (percent < reported + step && percent < 1) return
    reported = percent
    const line = `plimsoll: ${Math.floor(percent * 100)} %, ${Math.round(transferred / 2 ** 20)} MB`
    process.stderr.write(process.stderr.isTTY ? `\r${line}${percent < 1 ? '' : '\n'}` : `${line}\n`)
  }
}

/** The message of the innermost error: "fetch failed" explains nothing. */
function reasonOf(error) {
  let at = error
  while (at instanceof Error && at.cause instanceof Error) at = at.cause
  return at instanceof Error ? at.message : String(at)
}

const flag = (file) => {
  try {
    return readFileSync(`/proc/sys/kernel/${file}`, 'utf8').trim()
  } catch {
    return null
  }
}

/** What a person must do before Chromium's sandbox can start here, as on Ubuntu since 24.04; null: nothing. */
export function sandboxAdvice() {
  const isRestricted =
    flag('apparmor_restrict_unprivileged_userns') === '1' || flag('unprivileged_userns_clone') === '0'
  const helper = join(PACKAGE, 'dist', 'chrome-sandbox')
  if (process.platform !== 'linux' || process.getuid?.() === 0 || !isRestricted || !existsSync(helper)) return null
  const { uid, mode } = statSync(helper)
  if (uid === 0 && (mode & 0o4000) !== 0) return null
  const quoted = `'${helper.replaceAll("'", "'\\''")}'`
  return `this system keeps Chromium's sandbox from starting unless its helper is root's. If Electron ends at once, run: sudo chown root:root ${quoted} && sudo chmod 4755 ${quoted}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const why = await download()
  if (why !== null) {
    console.log(why)
    process.exitCode = 1
  }
}
