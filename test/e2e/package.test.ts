// The result of `npm run pack`: a program as it is installed, and its whole life on Debian. Without Electron's binary,
// the Chromium host stands in for the executable; everything else in the package is what ships.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseState, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import config from '../../build/package/config.mjs'
import { bundledIn } from '../../build/package/bundled.ts'
import { FUSES } from '../../build/package/fuses.mjs'
import { pack } from '../../build/pack.mjs'
import { launchApp } from './launch.ts'
import { connect, live, reportOf, startVenue } from './venue.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_ASAR_BYTES = 12 * 2 ** 20
/** Packing takes seconds, and on a busy machine minutes. */
const PATIENCE_MS = 600_000

/** Why the .deb cannot be installed here; null when it can. */
const unable = whyUnable()

let output = ''
let older: ReturnType<typeof pack>
let newer: ReturnType<typeof pack>
const archive = (): string => join(newer.packed, 'resources', 'app.asar')

beforeAll(() => {
  output = mkdtempSync(join(tmpdir(), 'plimsoll-package-'))
  older = pack({ output: join(output, 'older'), version: '0.0.9' })
  newer = pack({ output: join(output, 'newer') })
}, PATIENCE_MS)
afterAll(() => rmSync(output, { recursive: true, force: true }))

describe.runIf(process.platform === 'linux')('the package', () => {
  it('contains the built program and keytar, and nothing else', () => {
    const files = listPackage(archive(), { isPack: false }).filter((path) => !isFolder(path))
    const unexpected = files.filter(
      (path) =>
        !/^\/out\/main\/(?:index|vault|simulator|risk-worker|chunks\/[\w-]+)\.js$/.test(path) &&
        !/^\/out\/renderer\/(?:index\.html|assets\/[\w.-]+\.(?:js|css|woff2))$/.test(path) &&
        !['/package.json', ...PRELOADS, ...KEYTAR].includes(path),
    )
    expect(unexpected).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['/out/main/index.js', ...PRELOADS, ...KEYTAR]))
    expect(statSync(archive()).size).toBeLessThan(MAX_ASAR_BYTES)
    expect(namesIn(newer.packed)).toEqual([
      ...['LICENSE.electron.txt', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler', 'locales'],
      ...['plimsoll', 'resources', 'version'],
    ])
    expect(namesIn(join(newer.packed, 'resources'))).toEqual([
      ...['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt', 'app.asar', 'app.asar.unpacked', 'sbom.cdx.json'],
    ])
  })

  it("contains no tests, and none of the simulator's test code", () => {
    const own = bundledIn(join(ROOT, 'out')).filter((file: string) => !file.includes('node_modules/'))
    expect(own).toContain('electron/simulator/process.ts')
    expect(own.filter((file: string) => /^test\/|simulator\/testing\/|chromium-host/.test(file))).toEqual([])
  })

  it('contains a keytar for this machine', () => {
    const [library = ''] = KEYTAR.filter((path) => path.endsWith('.node'))
    const binary = readFileSync(join(`${archive()}.unpacked`, library))
    // ELF, 64 bits, for this machine's architecture.
    expect(binary.subarray(0, 5)).toEqual(Buffer.from('\x7fELF\x02', 'latin1'))
    expect(binary.readUInt16LE(18)).toBe({ x64: 62, arm64: 183 }[process.arch as 'x64' | 'arm64'])
  })

  it('cannot run as Node, accepts no debugger and loads no other code', async () => {
    const wire = await getCurrentFuseWire(join(newer.packed, 'plimsoll'))
    const state = (isOn: boolean): FuseState => (isOn ? FuseState.ENABLE : FuseState.DISABLE)
    const wanted = Object.entries(FUSES).filter(([key]) => /^\d+$/.test(key))
    expect(wire).toEqual({
      version: '1',
      ...Object.fromEntries(wanted.map(([key, isOn]) => [key, state(isOn as boolean)])),
    })
    expect(wire).toMatchObject({ 0: state(false), 2: state(false), 3: state(false), 4: state(true), 5: state(true) })
  })

  it('names the license of everything that is not ours, with its text', () => {
    const notices = readFileSync(join(newer.packed, 'resources', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    const sbom = JSON.parse(readFileSync(join(newer.packed, 'resources', 'sbom.cdx.json'), 'utf8')) as Sbom
    const names = sbom.components.map(({ name }) => name)
    for (const name of ['electron', 'keytar', '@vue/runtime-dom', 'echarts', 'undici']) expect(names).toContain(name)
    for (const { name, version, licenses } of sbom.components) {
      expect(notices).toContain(`${name} ${version}\n`)
      expect(licenses).not.toEqual([])
    }
  })

  it(
    'is byte for byte the same when it is built again',
    () => {
      const again = pack({ output: join(output, 'again') })
      expect(readFileSync(join(again.packed, 'resources', 'app.asar')).equals(readFileSync(archive()))).toBe(true)
      if (newer.deb !== null) expect(readFileSync(again.deb ?? '').equals(readFileSync(newer.deb))).toBe(true)
    },
    PATIENCE_MS,
  )

  it('says its version', () => {
    const manifest = JSON.parse(extractFile(archive(), 'package.json').toString()) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: 'plimsoll', productName: 'Plimsoll', version: aboutUs().version })
    expect(Object.keys(manifest)).not.toContain('devDependencies')
  })
})

describe('the configuration of electron-builder', () => {
  it('relaxes the hardened runtime only for what V8 needs', () => {
    const entitlements = readFileSync(join(ROOT, config.mac.entitlements), 'utf8')
    expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ])
    expect(config.mac).toMatchObject({ hardenedRuntime: true, entitlementsInherit: config.mac.entitlements })
  })

  it('keeps the sandbox, packs from a list, and publishes nothing', () => {
    expect(config.linux.executableArgs).toEqual([])
    expect(config).toMatchObject({ asar: true, npmRebuild: false, publish: null })
    expect(config.files).toContain('!node_modules/**')
  })
})

describe('the life of the .deb', () => {
  it.skipIf(unable)(
    `is installed, started, upgraded and removed${unable === null ? '' : ` (not here: ${unable})`}`,
    async () => {
      const venue = await startVenue()
      const home = mkdtempSync(join(tmpdir(), 'plimsoll-home-'))
      onTestFinished(async () => {
        spawnSync('dpkg', ['--purge', 'plimsoll'])
        await venue.stop()
        rmSync(home, { recursive: true, force: true, maxRetries: 5 })
      })
      install(older.deb ?? '')
      expect(versionInstalled()).toBe('0.0.9')
      expect(statSync('/opt/Plimsoll/chrome-sandbox').mode & 0o7777).toBe(0o4755)
      expect(statSync('/opt/Plimsoll').uid).toBe(0)
      expect(command('dpkg', ['--verify', 'plimsoll'])).toBe('')

      // From its menu entry, as a desktop starts it.
      command('desktop-file-validate', [ENTRY])
      const environment = { ...process.env, XDG_CONFIG_HOME: join(home, 'config') }
      // The started program keeps running and would keep a pipe open.
      execFileSync('gio', ['launch', ENTRY], { env: environment, stdio: 'ignore' })
      const profile = join(home, 'config', 'Plimsoll')
      await expect.poll(() => existsSync(join(profile, 'journal.sqlite'))).toBe(true)
      // A second start finds the running app and exits.
      expect(spawnSync('/usr/bin/plimsoll', { env: environment }).status).toBe(0)
      const [running] = processesIn(join(home, 'config'))
      process.kill(running!, 'SIGTERM')
      await expect.poll(() => processesIn(join(home, 'config'))).toEqual([])

      const first = await launchApp({ executable: '/opt/Plimsoll/plimsoll', userData: profile, keep: true })
      await connect(first, venue, venue.apiSecret)
      await reportOf(first.page, 'Connected to Harbour')
      await first.page.keyboard.press('Enter')
      await live(first.page)
      expect(await first.app.evaluate(({ app }) => [app.isPackaged, app.getVersion()])).toEqual([true, '0.0.9'])
      await first.close()

      install(newer.deb ?? '')
      expect(versionInstalled()).toBe(aboutUs().version)
      const second = await launchApp({ executable: '/opt/Plimsoll/plimsoll', userData: profile, keep: true })
      expect(await second.app.evaluate(({ app }) => app.getVersion())).toBe(aboutUs().version)
      await live(second.page)
      await second.close()

      command('dpkg', ['--remove', 'plimsoll'])
      for (const path of ['/opt/Plimsoll', '/usr/bin/plimsoll', ENTRY]) expect(existsSync(path)).toBe(false)
      // The trader's own files stay.
      expect(existsSync(join(profile, 'journal.sqlite'))).toBe(true)
    },
  )
})

const PRELOADS = ['/out/preload/index.cjs', '/out/preload/mini.cjs', '/out/preload/secret.cjs']
const KEYTAR = ['package.json', 'LICENSE.md', 'lib/keytar.js', 'build/Release/keytar.node'].map(
  (file) => `/node_modules/keytar/${file}`,
)
const ENTRY = '/usr/share/applications/plimsoll.desktop'

interface Sbom {
  readonly components: readonly { name: string; version: string; licenses: readonly unknown[] }[]
}

function whyUnable(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root'
  if (spawnSync('dpkg', ['--version']).status !== 0) return 'there is no dpkg'
  if (existsSync('/opt/Plimsoll')) return 'Plimsoll is installed here, and would be replaced'
  return null
}

function aboutUs(): { version: string } {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
}

function isFolder(path: string): boolean {
  const header = getRawHeader(archive()).header as unknown as Folder
  const node = path
    .split('/')
    .filter(Boolean)
    .reduce<Folder | undefined>((at, name) => at?.files?.[name], header)
  return node?.files !== undefined
}

interface Folder {
  readonly files?: Readonly<Record<string, Folder>>
}

const namesIn = (folder: string): string[] => readdirSync(folder).sort()

function command(name: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return execFileSync(name, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function install(deb: string): void {
  command('dpkg', ['--install', deb])
}

function versionInstalled(): string {
  return command('dpkg-query', ['--show', '--showformat=${Version}', 'plimsoll'])
}

/** Ids of the processes that use this folder for their settings, the app itself among them. */
function processesIn(configHome: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const started = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0')
        return started[1]?.endsWith('boot.ts') === true && environment.includes(`XDG_CONFIG_HOME=${configHome}`)
      } catch {
        return false
      }
    })
    .map(Number)
}
