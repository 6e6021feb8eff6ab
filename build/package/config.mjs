// What electron-builder makes. Each system packs for itself: keytar's binary and the ASAR's integrity must fit its
// machine. The environment configures signing (docs/release.md); without it the packages are unsigned.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../run.mjs'

const require = createRequire(import.meta.url)
const { version: electronVersion } = require('electron/package.json')
const { license } = require('../../package.json')

/** Made by `npm run pack` before the packages: icons, notices and the list of parts. */
export const MADE = join(ROOT, 'dist', 'made')

const isNotarised = Boolean(process.env.APPLE_API_KEY && process.env.APPLE_API_ISSUER)

export default {
  appId: 'app.plimsoll.desktop',
  productName: 'Plimsoll',
  copyright: `${license} licence`,
  electronVersion,
  directories: { buildResources: 'build/package', output: 'dist' },
  // keytar is a Node-API addon, so the build of `npm ci` works with every Electron.
  npmRebuild: false,
  nodeGypRebuild: false,
  buildDependenciesFromSource: false,
  asar: true,
  asarUnpack: ['**/*.node'],
  files: [
    'package.json',
    'out/main/**/*.js',
    'out/main/**/*.png',
    'out/preload/index.cjs',
    'out/preload/secret.cjs',
    'out/preload/mini.cjs',
    'out/renderer/**',
    '!out/**/*.map',
    '!out/**/bundled.json',
    '!node_modules/**',
    'node_modules/keytar/package.json',
    'node_modules/keytar/LICENSE.md',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/build/Release/keytar.node',
  ],
  extraResources: [
    { from: join(MADE, 'THIRD-PARTY-NOTICES.txt'), to: 'THIRD-PARTY-NOTICES.txt' },
    { from: join(MADE, 'sbom.cdx.json'), to: 'sbom.cdx.json' },
    { from: join(ROOT, 'LICENSE'), to: 'LICENSE.txt' },
  ],
  electronLanguages: ['en-US', 'en', 'zh_CN', 'zh-CN'],
  afterPack: './build/package/fuses.mjs',
  // The packing tool never uploads packages.
  publish: null,
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',

  linux: {
    // The .deb is made by build/package/deb.mjs, with Debian's own tool.
    target: [{ target: 'AppImage' }],
    executableName: 'plimsoll',
    category: 'Office;Finance',
    synopsis: 'Portfolio and risk manager',
    icon: join(MADE, 'icons'),
    maintainer: 'The Plimsoll authors',
    // By default, electron-builder starts an AppImage without Chromium's sandbox.
    executableArgs: [],
  },
  mac: {
    target: [{ target: 'dmg' }, { target: 'zip' }],
    category: 'public.app-category.finance',
    icon: join(MADE, 'icon.icns'),
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/package/entitlements.plist',
    entitlementsInherit: 'build/package/entitlements.plist',
    notarize: isNotarised,
    minimumSystemVersion: '13.0',
  },
  win: { target: [{ target: 'nsis' }], icon: join(MADE, 'icon.ico') },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    // Journal, history and accounts must survive an uninstall.
    deleteAppDataOnUninstall: false,
  },
}
