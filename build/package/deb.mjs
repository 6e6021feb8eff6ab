// Makes the .deb with Debian's own dpkg-deb, from the folder that electron-builder packed. The same input gives the
// same bytes.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ENV, mustRun, ROOT } from '../run.mjs'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

/** Libraries that Electron and keytar load at run time. "t64": a library's name since Debian 13 and Ubuntu 24.04. */
const DEPENDS = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxtst6',
  'xdg-utils',
]

/**
 * @param {{ packed: string, icons: string, output: string, arch: string, about: object, at: number }} options `packed`:
 * the folder to install; `at`: the time set on everything in it, in seconds.
 * @returns {string} the file.
 */
export function makeDeb({ packed, icons, output, arch, about, at }) {
  const tree = join(output, 'deb')
  const home = join(tree, 'opt', about.productName)
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(join(tree, 'opt'), { recursive: true })
  cpSync(packed, home, { recursive: true, verbatimSymlinks: true })

  const put = (path, content) => {
    mkdirSync(join(tree, path, '..'), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
  put('usr/share/applications/plimsoll.desktop', desktopEntry(about))
  put('usr/share/icons/hicolor/scalable/apps/plimsoll.svg', readFileSync(join(ROOT, 'build', 'icon.svg')))
  for (const name of readdirSync(icons)) {
    put(`usr/share/icons/hicolor/${name.replace('.png', '')}/apps/plimsoll.png`, readFileSync(join(icons, name)))
  }
  put('usr/share/doc/plimsoll/copyright', copyrightOf(home))
  put('usr/share/doc/plimsoll/changelog.gz', gzipSync(readFileSync(join(ROOT, 'CHANGELOG.md')), { level: 9 }))
  mkdirSync(join(tree, 'usr/bin'))
  symlinkSync(`../../opt/${about.productName}/plimsoll`, join(tree, 'usr/bin/plimsoll'))

  const files = filesIn(tree)
  put('DEBIAN/md5sums', files.map((file) => `${md5(join(tree, file))}  ${file}\n`).join(''))
  put('DEBIAN/control', control({ about, arch, size: sizeOf(tree) }))
  settle(tree, at)
  // As Electron's documentation requires: where the kernel gives users no namespaces, the sandbox's helper must belong
  // to root and run as root.
  chmodSync(join(home, 'chrome-sandbox'), 0o4755)

  const file = join(output, `plimsoll_${about.version}_${ARCHITECTURES[arch]}.deb`)
  const env = { ...ENV, SOURCE_DATE_EPOCH: String(at) }
  mustRun('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], { env })
  rmSync(tree, { recursive: true })
  return file
}

const control = ({ about, arch, size }) => `Package: plimsoll
Version: ${about.version}
Architecture: ${ARCHITECTURES[arch]}
Maintainer: The Plimsoll authors <plimsoll@localhost>
Installed-Size: ${size}
Depends: ${DEPENDS.join(', ')}
Section: misc
Priority: optional
Description: Portfolio and risk manager for traders
 Plimsoll shows the margin of a Spot or perpetual-futures account, its distance
 to liquidation, and a fast way out.
`

const desktopEntry = ({ productName }) => `[Desktop Entry]
Type=Application
Name=${productName}
GenericName=Portfolio and risk manager
GenericName[zh_CN]=持仓与风险管理
Comment=Margin, distance to liquidation, and a fast way out
Comment[zh_CN]=保证金、距强平的距离，以及快速离场的通道
Exec=/opt/${productName}/plimsoll %U
Icon=plimsoll
Terminal=false
Categories=Office;Finance;
StartupNotify=true
StartupWMClass=${productName}
`

const copyrightOf = (home) => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Plimsoll

Files: *
Copyright: The Plimsoll authors
License: MIT
${indented(readFileSync(join(home, 'resources', 'LICENSE.txt'), 'utf8'))}
Comment: the work of others, and its licences: /opt/Plimsoll/resources/THIRD-PARTY-NOTICES.txt
`

const indented = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => ` ${line || '.'}`)
    .join('\n')

/** Every file below `tree` except links, sorted, as a path relative to it. */
function filesIn(tree) {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
    .sort()
}

const md5 = (file) => createHash('md5').update(readFileSync(file)).digest('hex')

/** In KiB, as Debian counts. */
const sizeOf = (tree) =>
  Math.ceil(filesIn(tree).reduce((sum, file) => sum + lstatSync(join(tree, file)).size, 0) / 1024)

/** Gives everything the modes of an installed program, whatever the umask, and the same time. */
function settle(path, at) {
  const stats = lstatSync(path)
  if (stats.isDirectory()) for (const name of readdirSync(path)) settle(join(path, name), at)
  if (!stats.isSymbolicLink()) chmodSync(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
  lutimesSync(path, at, at)
}
