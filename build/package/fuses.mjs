// electron-builder's afterPack: burns the fuses of the packed Electron. Nothing in the environment loosens one.
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

/** Every fuse Electron has. A new one that is not named here fails the build (`strictlyRequireAllFuses`). */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The program can not be made a plain Node, nor be handed options or a debugger.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The code is the code of the package. (Linux does not check the integrity: there the package is owned by root.)
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** The packed executable. */
function executableIn({ appOutDir, electronPlatformName, packager }) {
  const name = packager.appInfo.productFilename
  if (electronPlatformName === 'darwin') return join(appOutDir, `${name}.app`, 'Contents', 'MacOS', name)
  return join(appOutDir, electronPlatformName === 'win32' ? `${name}.exe` : packager.executableName)
}

export default async function afterPack(context) {
  const isAppleSilicon = context.electronPlatformName === 'darwin' && context.arch === 3
  await flipFuses(executableIn(context), { ...FUSES, resetAdHocDarwinSignature: isAppleSilicon })
}
