// Vite's server for the window, on a free local port, and what starting the app with it needs.
import { once } from 'node:events'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { createServer, mergeConfig } from 'vite'
import { ROOT } from '../run.mjs'

const HOST = '127.0.0.1'

async function freePort() {
  const probe = createNetServer().listen(0, HOST)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** Serves the window from its sources. The page stays at `app://`, so it is given the address of its hot updates. */
export async function serveWindow() {
  const port = await freePort()
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'serve', 'development')
  const server = await createServer(
    mergeConfig(config.renderer, {
      server: {
        host: HOST,
        port,
        strictPort: true,
        hmr: { protocol: 'ws', host: HOST, clientPort: port },
        fs: { allow: [ROOT] },
      },
    }),
  )
  await server.listen()
  const origin = `http://${HOST}:${port}`
  return {
    server,
    origin,
    /** Electron's own switches. Chromium asks before a page connects to this machine, and the app would refuse. */
    switches: [
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
      '--require',
      join(ROOT, 'build', 'dev', 'window.cjs'),
    ],
    env: { PLIMSOLL_DEV_ORIGIN: origin },
  }
}
