/**
 * Entry of the vault process: Electron's utility process, or a Node child with an IPC channel. It talks to its parent
 * and to the keychain, to nothing else.
 */
import { openKeychain } from './keychain.ts'
import { messageId, parseRequest, type Outcome, type Reply } from './protocol.ts'
import { createVaultService } from './service.ts'

interface ElectronParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
}

const service = createVaultService(openKeychain())
// Electron's typings would make this folder depend on electron; the two members used are written down above instead.
const parentPort = (process as { parentPort?: ElectronParentPort }).parentPort

if (parentPort) {
  parentPort.on('message', (event) => void answer(event.data, (reply) => parentPort.postMessage(reply)))
} else {
  process.on('message', (message) => void answer(message, (reply) => process.send?.(reply)))
  // A keychain call that hangs would keep an orphan alive, with keys in its memory.
  process.on('disconnect', () => process.exit())
}

async function answer(message: unknown, send: (reply: Reply) => void): Promise<void> {
  const id = messageId(message)
  if (id === null) return
  const request = parseRequest((message as { request?: unknown }).request)
  const malformed: Outcome = { ok: false, trouble: 'malformed', said: null }
  send({ id, outcome: request ? await service.handle(request) : malformed })
}
