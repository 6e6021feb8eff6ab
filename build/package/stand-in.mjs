// Electron's folder as electron-builder expects it, made from the Chromium host. With it, the package can be made and
// run without Electron's binary. Only the executable is a stand-in; the rest of the package is real.
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { FuseState } from '@electron/fuses'
import { ROOT } from '../run.mjs'
import { FUSES } from './fuses.mjs'

/** Precedes the fuses in Electron's executable. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSE_COUNT = Object.keys(FUSES).filter((key) => /^\d+$/.test(key)).length

/** Recreates the folder. */
export function makeStandIn(folder) {
  const electron = join(createRequire(import.meta.url).resolve('electron/package.json'), '..')
  const { version } = createRequire(import.meta.url)('electron/package.json')
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['', 'locales', 'resources']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'electron'), executable())
  writeFileSync(join(folder, 'chrome-sandbox'), '#!/bin/sh\n')
  writeFileSync(join(folder, 'chrome_crashpad_handler'), '#!/bin/sh\n')
  for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']) chmodSync(join(folder, name), 0o755)
  writeFileSync(join(folder, 'version'), version)
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  copyFileSync(join(electron, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<title>The Chromium host</title>\n')
}

/** A script that starts the host on its own package, followed by fuses as in Electron's executable, all on. */
function executable() {
  const host = join(ROOT, 'build', 'chromium-host', 'boot.ts')
  const script = `#!/bin/sh
here=$(readlink -f "$0")
if [ -n "$CHROMIUM_HOST_UTILITY" ]; then exec '${process.execPath}' "$@"; fi
CHROMIUM_HOST_EXE=$here CHROMIUM_HOST_RESOURCES=$(dirname "$here")/resources exec '${process.execPath}' '${host}' "$@"
`
  const wire = [1, FUSE_COUNT, ...Array(FUSE_COUNT).fill(FuseState.ENABLE)]
  return Buffer.concat([Buffer.from(`${script}${SENTINEL}`), Buffer.from(wire)])
}
