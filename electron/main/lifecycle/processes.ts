import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { UtilityProcess } from 'electron'
import { z } from 'zod'
import type { VaultPort } from '../../vault/connection.ts'

/** Used as the exit code after a fatal engine error. */
const FATAL = -1

/** How long the keychain may take, ms. macOS asks the person after each update of an unsigned program. */
export const KEYCHAIN_MS = process.platform === 'darwin' ? 60_000 : 10_000

/** Starts the vault in a separate process, so that a crash or hang of the keychain library stays there. */
export function startVaultProcess(): VaultPort {
  const child = utilityProcess.fork(join(import.meta.dirname, 'vault.js'), [], { serviceName: 'Plimsoll Vault' })
  child.once('spawn', () => forbidCoreDump(child.pid))
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => {
      child.on('exit', listener)
      // Comes before a fatal engine error ends the process. Without a listener it would be thrown in main.
      child.on('error', () => listener(FATAL))
    },
    kill: () => void child.kill(),
  }
}

/**
 * A core dump of the vault would write its keys to disk. Node cannot set the limit itself, so util-linux does, if
 * installed; macOS and Windows write none by default.
 */
function forbidCoreDump(pid: number | undefined): void {
  if (process.platform !== 'linux' || pid === undefined) return
  execFile('/usr/bin/prlimit', ['--core=0:0', '--pid', String(pid)], () => undefined)
}

const demoReady = z.object({
  kind: z.literal('ready'),
  spotBaseUrl: z.string(),
  contractBaseUrl: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
})

export type DemoVenue = Omit<z.infer<typeof demoReady>, 'kind'> & { stop(): void }

/**
 * Starts the built-in venue on loopback and resolves with its address; rejects if it does not come up. `onEnd` is
 * called when it has gone.
 */
export function startDemoVenue(seed: number, onEnd: () => void): Promise<DemoVenue> {
  const child: UtilityProcess = utilityProcess.fork(join(import.meta.dirname, 'simulator.js'), [String(seed)], {
    serviceName: 'Plimsoll Demo Venue',
  })
  return new Promise((resolve, reject) => {
    const ended = (code: number): void => {
      onEnd()
      reject(new Error(`the demo venue ended with code ${code}`))
    }
    child.once('exit', ended)
    child.once('error', () => ended(FATAL))
    child.on('message', (message: unknown) => {
      const ready = demoReady.safeParse(message)
      if (ready.success) resolve({ ...ready.data, stop: () => void child.kill() })
    })
  })
}
