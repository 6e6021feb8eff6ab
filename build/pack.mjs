// `npm run pack`: Plimsoll as it is installed. With `--installers`, what this system's users download, too.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { MADE } from './package/config.mjs'
import { makeDeb } from './package/deb.mjs'
import { makeIcons } from './package/icons.mjs'
import { makeParts } from './package/parts.mjs'
import { makeStandIn } from './package/stand-in.mjs'
import { ENV, mustRun, orSayWhy, ROOT, run, say } from './run.mjs'

const about = createRequire(import.meta.url)('../package.json')

/**
 * Packs what is in out/ into `output`, as `version`.
 * @returns the packed folder and, on Debian, the .deb.
 */
export function pack({ output = join(ROOT, 'dist'), version = about.version, installers = false } = {}) {
  rmSync(MADE, { recursive: true, force: true })
  mkdirSync(MADE, { recursive: true })
  makeIcons(MADE)
  makeParts(MADE)

  const at = timeOfSources()
  const env = { ...ENV, SOURCE_DATE_EPOCH: String(at), CSC_IDENTITY_AUTO_DISCOVERY: String('CSC_LINK' in process.env) }
  const args = [
    '--config',
    'build/package/config.mjs',
    `-c.directories.output=${output}`,
    `-c.extraMetadata.version=${version}`,
    '--publish',
    'never',
  ]
  if (!hasElectron()) {
    say("Electron's binary is not here: the Chromium host stands in for it")
    makeStandIn(join(MADE, 'electron'))
    args.push(`-c.electronDist=${join(MADE, 'electron')}`)
  }
  mustRun('electron-builder', [...args, ...(installers ? [] : ['--dir'])], { env })

  const packed = join(output, process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
  const isDebian = process.platform === 'linux' && run('dpkg-deb', ['--version']).status === 0
  if (!isDebian) return { packed, deb: null }
  const icons = join(MADE, 'icons')
  return { packed, deb: makeDeb({ packed, icons, output, arch: process.arch, about: { ...about, version }, at }) }
}

const hasElectron = () => existsSync(join(ROOT, 'node_modules', 'electron', 'path.txt'))

/** When what is packed was last changed, in seconds: what is packed again bears the same time. */
function timeOfSources() {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  if (given > 0) return given
  return Number(run('git', ['log', '-1', '--format=%ct']).stdout.trim()) || 1
}

/** What users download, alone in a folder of its own. */
function gather(output) {
  const release = join(output, 'release')
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release)
  const files = readdirSync(output).filter((name) => /\.(?:AppImage|deb|dmg|exe|zip)$/.test(name))
  for (const name of files) renameSync(join(output, name), join(release, name))
  copyFileSync(join(MADE, 'sbom.cdx.json'), join(release, `sbom-${process.platform}-${process.arch}.cdx.json`))
  return release
}

if (process.argv[1] === import.meta.filename) {
  await orSayWhy(() => {
    const installers = process.argv.includes('--installers')
    const { packed, deb } = pack({ installers })
    for (const path of [packed, installers ? gather(join(ROOT, 'dist')) : deb]) if (path) say(`packed ${path}`)
  })
}
