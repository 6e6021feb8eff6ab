// Starts system Chromium on a debugging pipe. The pipe ties their lives together: when this process ends, however it
// ends, Chromium sees its pipe close and ends too.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { findChromium, findHeadlessChromium } from '../chromium-binary.mjs'
import { Cdp } from './cdp.ts'

export const headless = !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']

/** Chromium takes one for all pages, at its start. */
export const WEBRTC_POLICY = 'disable_non_proxied_udp'

const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  // Takes away the yellow bar about --no-sandbox.
  '--test-type',
  // CDP compiles every message it delivers as a script. V8's compilation cache would keep them all until it ran out of memory.
  '--js-flags=--max-old-space-size=1024,--no-compilation-cache',
  `--webrtc-ip-handling-policy=${WEBRTC_POLICY}`,
  // Words as wide as in a window: the headless shell would place each letter between two pixels.
  ...(headless ? ['--headless', '--disable-font-subpixel-positioning'] : []),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const DISABLED_FEATURES = [
  'Translate',
  'MediaRouter',
  'OptimizationHints',
  'HttpsUpgrades',
  'GlobalMediaControls',
  'AvoidCorsURLLoaderRestartOnRedirect',
  // A renderer in reserve could be taken for the one that shows the page.
  'SpareRendererForSitePerProcess',
]

export interface Chromium {
  readonly cdp: Cdp
  readonly process: ChildProcess
  readonly version: string
  /** Opens a window without tabs or address bar. Only a command line can ask for one; a second start hands it to the first. */
  openAppWindow(url: string): void
}

export async function launchChromium(
  profile: string,
  debuggingPort: string | undefined,
  moreDisabledFeatures: readonly string[],
  hostResolverRules: string,
): Promise<Chromium> {
  mkdirSync(profile, { recursive: true })
  const executable = executableOrThrow()
  const features = [...DISABLED_FEATURES, ...moreDisabledFeatures].join()
  const flags = [...FLAGS, `--disable-features=${features}`, `--user-data-dir=${profile}`]
  if (hostResolverRules !== '') flags.push(`--host-resolver-rules=${hostResolverRules}`)
  // Without a session bus Chromium retries one for seconds; a dead address is refused at once.
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', ...process.env }
  const port = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]
  const child = spawn(executable, [...flags, '--remote-debugging-pipe=cbor', ...port, '--no-startup-window'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env,
    // In a group of its own: Ctrl-C is for the app, which may take its time to leave.
    detached: true,
  })
  const said = relayStderr(child.stderr as Readable)
  const exited = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`chromium-host: Chromium exited with ${code}\n${said.join('\n')}`)))
  })
  exited.catch(() => {})
  const cdp = new Cdp(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const { product } = await Promise.race([cdp.root.send('Browser.getVersion'), exited])
  return {
    cdp,
    process: child,
    version: product.replace(/^.*\//, ''),
    openAppWindow: (url) => void spawn(executable, [...flags, `--app=${url}`], { stdio: 'ignore', env }),
  }
}

function executableOrThrow(): string {
  const found = headless ? findHeadlessChromium() : findChromium()
  if (found === null)
    throw new Error('chromium-host: no Chromium found; install it (apt install chromium) or set PLIMSOLL_CHROMIUM')
  return found
}

/** Passes on the line Playwright waits for and keeps the rest, mostly noise, to explain a failed start. */
function relayStderr(stderr: Readable): string[] {
  const said: string[] = []
  let rest = ''
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('DevTools listening on')) process.stderr.write(`${line}\n`)
      else if (said.push(line) > 20) said.shift()
    }
  })
  return said
}
