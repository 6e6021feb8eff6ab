// Opens the built app: in Electron where its binary is or can be fetched, else in the Chromium host.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { become, ENV, ROOT, run, say } from './run.mjs'
import { systemPackages } from './setup.mjs'

const HOST = join(ROOT, 'build', 'chromium-host')

/** Electron fetches its binary from its release page; where that page is out of reach this fails within seconds. */
function haveElectron() {
  const marker = join(ROOT, 'node_modules', 'electron', 'path.txt')
  if (existsSync(marker)) return true
  if (process.env.PLIMSOLL_HOST === 'chromium') return false
  run('install-electron', [], { stdio: 'ignore', timeout: 120_000 })
  return existsSync(marker)
}

/** The program that stands where Electron does, and the environment that leads to it. */
function chooseHost() {
  if (haveElectron()) return { command: 'electron', env: ENV }
  systemPackages('run')
  say("Electron's binary can not be fetched here: running in the Chromium host instead")
  return { command: join(HOST, 'electron'), env: { ...ENV, CHROMIUM_HOST_NODE: process.execPath } }
}

/** Puts the app in this script's place. `switches` are Electron's own, `args` the app's. */
export function openApp(args, { switches = [], env: more = {} } = {}) {
  const host = chooseHost()
  const env = { ...host.env, ...more }
  const all = [...switches, '.', ...args]
  if (process.getuid?.() === 0 && host.command === 'electron') all.unshift('--no-sandbox')
  const needsDisplay = process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY
  if (!needsDisplay) return become(host.command, all, { env })
  systemPackages('run')
  become('xvfb-run', ['-a', '-s', '-screen 0 1920x1080x24', host.command, ...all], { env })
}
