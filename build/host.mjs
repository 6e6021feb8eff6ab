// Opens the built app: in Electron if its binary is installed or can be downloaded, otherwise, on Linux, in the
// Chromium host.
import { join } from 'node:path'
import { fetchElectron, sandboxAdvice } from './electron-binary.mjs'
import { become, ENV, ROOT, say, SetupError } from './run.mjs'
import { systemPackages } from './setup.mjs'

const HOST = join(ROOT, 'build', 'chromium-host')

/** The shell's exit code for a program that could not be loaded. */
const NOT_LOADED = 127
const LIBRARIES = 'libnss3 libgtk-3-0 libgbm1 libasound2'

/** The program to run, Electron or the Chromium host, and its environment. */
function chooseHost() {
  const isChosen = process.env.PLIMSOLL_HOST === 'chromium'
  const why = isChosen ? 'PLIMSOLL_HOST says so' : fetchElectron()
  if (why === null) return { command: 'electron', env: ENV }
  if (process.platform !== 'linux') {
    throw new SetupError(
      `Electron could not be downloaded: ${why}. Look at the network, or name a mirror in ELECTRON_MIRROR, and try again.`,
    )
  }
  systemPackages('run')
  say(`running in the Chromium host instead of Electron: ${why}`)
  return { command: join(HOST, 'electron'), env: { ...ENV, CHROMIUM_HOST_NODE: process.execPath } }
}

/** Explains an exit that Electron itself cannot explain. */
function explain(code) {
  if (code === NOT_LOADED && process.platform === 'linux')
    say(`Electron needs libraries that are not here. On Debian and Ubuntu: sudo apt-get install ${LIBRARIES}`)
}

/** Runs the app in place of this script. `switches` go to Electron, `args` to the app. */
export function openApp(args, { switches = [], env: more = {} } = {}) {
  const { command, env: own } = chooseHost()
  const env = { ...own, ...more }
  const all = [...switches, '.', ...args]
  if (command === 'electron') {
    const advice = sandboxAdvice()
    if (advice !== null) say(advice)
    if (process.getuid?.() === 0) {
      say("you are root: Electron runs without Chromium's sandbox")
      all.unshift('--no-sandbox')
    }
  }
  const needsDisplay = process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY
  if (!needsDisplay) return become(command, all, { env, onExit: explain })
  systemPackages('run')
  become('xvfb-run', ['-a', '-s', '-screen 0 1920x1080x24', command, ...all], { env, onExit: explain })
}
