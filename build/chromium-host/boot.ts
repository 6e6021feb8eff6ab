// Started by ./electron as Electron's executable would be: electron [switches] <app folder or file> [arguments].
// In a package (build/package/stand-in.mjs) the app is the app.asar beside the executable, and is not named.
// Prepares a process that looks like Electron's main process and runs the app's own, unmodified main in it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseCommandLine } from './command-line.ts'

const require = createRequire(import.meta.url)
const { version } = require('electron/package.json') as { version: string }
/** Where a package keeps its app; undefined: an app on the command line is run. */
const resources = process.env['CHROMIUM_HOST_RESOURCES']
const line = parseCommandLine(process.argv.slice(2), resources !== undefined)

if (line.asksVersion) {
  console.log(`v${version}`)
  process.exit(0)
}
if (line.inspectPort !== undefined) {
  const { open } = await import('node:inspector')
  open(line.inspectPort)
}

// Only now: from here on, versions and paths read as they do in Electron.
process.execPath = process.env['CHROMIUM_HOST_EXE'] ?? process.execPath
process.argv = [process.execPath, ...process.argv.slice(2)]
process.execArgv = []
Object.assign(process, {
  type: 'browser',
  resourcesPath: resources ?? import.meta.dirname,
  ...(resources === undefined ? { defaultApp: true } : {}),
})
const versions: Record<string, string | undefined> = { ...process.versions, electron: version }
Object.defineProperty(process, 'versions', { value: versions, enumerable: true })

// A hook of this process alone. --import would reach worker threads too, and Playwright deletes NODE_OPTIONS.
const api = new URL('./api/index.ts', import.meta.url).href
const electron = { url: api, format: 'module-typescript', shortCircuit: true }
const modules: ReadonlyMap<string, typeof electron> = new Map([
  ['electron', electron],
  ['electron/main', electron],
  ['electron/common', electron],
  // Electron's fs knows archives, and this is the one that does not: here they are the same.
  ['original-fs', { url: 'node:fs', format: 'builtin', shortCircuit: true }],
])
registerHooks({ resolve: (specifier, context, next) => modules.get(specifier) ?? next(specifier, context) })

const { app } = await import('./api/app.ts')
const { launchChromium } = await import('./chromium.ts')
const { state } = await import('./state.ts')
const { watchTargets } = await import('./targets.ts')
// Loaded here, so that the app's import and Playwright's require find it complete.
await import('./api/index.ts')

const main = resources === undefined ? describeApp(resolve(line.app)) : await describePackage(resources)
if (line.userData) app.setPath('userData', resolve(line.userData))
for (const [name, value] of line.switches) app.commandLine.appendSwitch(name, value)

const exit = process.exit.bind(process)
process.exit = ((code?: number) => app.exit(Number(code ?? process.exitCode ?? 0))) as typeof process.exit
for (const file of line.requires) require(resolve(file))

// As in Electron, `ready` waits for the entry module: a top-level `await app.whenReady()` never ends, here as there.
await import(pathToFileURL(main).href)
handleSignals()
// Chromium waits too, for the app's say on its paths, and for a second start that is only here to leave again.
if (!state.isLeaving) await startChromium()
if (!state.isLeaving) app._emitReady()

async function startChromium(): Promise<void> {
  const profile = join(app.getPath('userData'), 'chromium-host')
  const chromium = await launchChromium(
    profile,
    line.debuggingPort,
    line.disabledFeatures,
    app.commandLine.getSwitchValue('host-resolver-rules'),
  )
  state.chromium = chromium
  versions['chrome'] = chromium.version
  void chromium.cdp.closed.then(() => {
    if (state.isLeaving) return
    console.error('chromium-host: Chromium went away')
    exit(1)
  })
  await watchTargets()
}

/**
 * As Chromium does once the entry module has run. Each signal is good for one quit; the next of it ends the process. A
 * listener of the app's own put in later takes the place of this one; one put in earlier hears nothing any more.
 */
function handleSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    const quitOnce = (): void => {
      if (process.listenerCount(signal) > 1) return
      process.off(signal, quitOnce)
      app.quit()
    }
    process.on(signal, quitOnce)
  }
}

/** Plain Node cannot read an archive: the app runs from a copy of what is in it. */
async function describePackage(folder: string): Promise<string> {
  const { extractAll } = await import('@electron/asar')
  const archive = join(folder, 'app.asar')
  const copy = mkdtempSync(join(tmpdir(), 'chromium-host-app-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  extractAll(archive, copy)
  const entry = describeApp(copy)
  app._describe({ name: app.name, version: app.getVersion(), appPath: archive, isPackaged: true })
  return entry
}

/** As Electron's default app: a folder is read through its package.json; a bare file has no name or version of its own. */
function describeApp(path: string): string {
  if (!statSync(path).isDirectory()) {
    app._describe({ name: 'Electron', version, appPath: dirname(path) })
    return path
  }
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Readonly<Record<string, string>>
  const name = manifest['productName'] ?? manifest['name'] ?? 'Electron'
  app._describe({ name, version: manifest['version'] ?? version, appPath: path })
  return join(path, manifest['main'] ?? 'index.js')
}
