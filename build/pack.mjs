// `npm run pack`: Plimsoll as installed. With `--installers`, also the downloads for this system's users.
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { MADE } from './package/config.mjs'
import { hasElectron } from './electron-binary.mjs'
import { makeDeb } from './package/deb.mjs'
import { makeIcons } from './package/icons.mjs'
import { makeParts } from './package/parts.mjs'
import { makeStandIn } from './package/stand-in.mjs'
import { ENV, mustRun, orSayWhy, ROOT, run, say, SetupError } from './run.mjs'

const about = createRequire(import.meta.url)('../package.json')

/**
 * Packs out/ into `output`, as `version`.
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

  const packed = join(output, packedAs())
  const isDebian = process.platform === 'linux' && run('dpkg-deb', ['--version']).status === 0
  if (!isDebian) return { packed, deb: null }
  const icons = join(MADE, 'icons')
  return { packed, deb: makeDeb({ packed, icons, output, arch: process.arch, about: { ...about, version }, at }) }
}

/** electron-builder's name for the folder of this system and processor. */
function packedAs() {
  const arm = process.arch === 'arm64' ? '-arm64' : ''
  if (process.platform === 'darwin') return `mac${arm}`
  return `${process.platform === 'win32' ? 'win' : 'linux'}${arm}-unpacked`
}

/** When the sources last changed, in seconds. Packing again then gives the same timestamps. */
function timeOfSources() {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  if (given > 0) return given
  return Number(run('git', ['log', '-1', '--format=%ct']).stdout.trim()) || 1
}

/** Moves what users download into its own folder. */
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
    if (installers && !hasElectron()) {
      throw new SetupError(
        "Electron's binary is not here, and nothing else may go to users. Run: node build/electron-binary.mjs",
      )
    }
    const { packed, deb } = pack({ installers })
    for (const path of [packed, installers ? gather(join(ROOT, 'dist')) : deb]) if (path) say(`packed ${path}`)
  })
}
