/**
 * The entry point of the vault process: Electron's utility process, or a Node child with an IPC channel. It talks only
 * to its parent and the keychain.
 */
import { openKeychain } from './keychain.ts'
import type { Reply } from './protocol.ts'
import { createVaultService } from './service.ts'

interface ElectronParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}

const service = createVaultService(openKeychain())
// Electron's typings would make this folder depend on electron, so the two members used are declared above.
const parentPort = (process as { parentPort?: ElectronParentPort }).parentPort

if (parentPort) {
  parentPort.on('message', ({ data }) => void answer(data, (reply) => parentPort.postMessage(reply)))
} else {
  process.on('message', (message) => void answer(message, (reply) => process.send?.(reply)))
  // The parent is gone, and keys must not outlive it. exit() would wait for a hung keychain call.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

async function answer(message: unknown, send: (reply: Reply) => void): Promise<void> {
  const reply = await service.answer(message)
  if (reply) send(reply)
}
