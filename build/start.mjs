// Opens Plimsoll: in Electron where its binary is or can be had, else in the Chromium host. Arguments are the app's.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ENV, ROOT, SetupError, systemPackages } from './setup.mjs'

const HOST = join(ROOT, 'test', 'chromium-host')
const say = (line) => process.stderr.write(`plimsoll: ${line}\n`)

/** Electron fetches its binary from its release page; where that page is out of reach this fails within seconds. */
function haveElectron() {
  const marker = join(ROOT, 'node_modules', 'electron', 'path.txt')
  if (existsSync(marker)) return true
  if (process.env.PLIMSOLL_HOST === 'chromium') return false
  spawnSync('install-electron', {
    cwd: ROOT,
    env: ENV,
    stdio: 'ignore',
    timeout: 120_000,
    shell: process.platform === 'win32',
  })
  return existsSync(marker)
}

/** The program that stands where Electron does, and the environment that leads to it. */
function chooseHost() {
  if (haveElectron()) return { command: 'electron', env: ENV }
  systemPackages('run')
  say("Electron's binary is not to be had here: running in the Chromium host instead")
  return { command: join(HOST, 'electron'), env: { ...ENV, CHROMIUM_HOST_NODE: process.execPath } }
}

try {
  const { command, env } = chooseHost()
  const args = ['.', ...process.argv.slice(2)]
  if (process.getuid?.() === 0 && command === 'electron') args.unshift('--no-sandbox')
  const needsDisplay = process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY
  if (needsDisplay) systemPackages('run')
  const line = needsDisplay ? ['xvfb-run', ['-a', '-s', '-screen 0 1920x1080x24', command, ...args]] : [command, args]
  const child = spawn(line[0], line[1], { cwd: ROOT, env, stdio: 'inherit', shell: process.platform === 'win32' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exit(1)
}
