// electron-builder's afterPack: flips the fuses of the packed Electron. Nothing in the environment can loosen them.
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

/** Every fuse Electron has. A new one that is not named here fails the build (`strictlyRequireAllFuses`). */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The program cannot run as plain Node, and accepts neither Node options nor a debugger.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only the package's own code runs. (Linux does not check the integrity: there root owns the package.)
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

function executableIn({ appOutDir, electronPlatformName, packager }) {
  const name = packager.appInfo.productFilename
  if (electronPlatformName === 'darwin') return join(appOutDir, `${name}.app`, 'Contents', 'MacOS', name)
  return join(appOutDir, electronPlatformName === 'win32' ? `${name}.exe` : packager.executableName)
}

export default async function afterPack(context) {
  const isAppleSilicon = context.electronPlatformName === 'darwin' && context.arch === 3
  await flipFuses(executableIn(context), { ...FUSES, resetAdHocDarwinSignature: isAppleSilicon })
}
